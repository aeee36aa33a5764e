import type { ReactElement } from "react";
import { bodyOf, control, type Detail } from "../api/control";
import { DropMenu } from "../parts/drop-menu";
import { type Message, useMessages } from "../parts/toasts";

const kinds = { curl: "curl command", client: "client call", vitest: "vitest test", har: "HAR file" } as const;
type Kind = keyof typeof kinds;

async function textOf({ id }: Detail, kind: Kind): Promise<string> {
	if (kind === "har") {
		const har = await bodyOf(control.GET("/journal/har", { params: { query: { id } } }));
		return JSON.stringify(har, null, "\t");
	}
	const code = await bodyOf(control.GET("/journal/{request_id}/code", { params: { path: { request_id: id } } }));
	return code[kind] ?? "";
}

/** Copies a request as code. Resolves with a message about it. */
export async function copyAs(entry: Detail, kind: Kind): Promise<Message> {
	await navigator.clipboard.writeText(await textOf(entry, kind));
	const needsToken = kind !== "har" && entry.credential !== null;
	return {
		title: `Copied as ${kinds[kind]}`,
		detail: needsToken ? `Set TENON_TOKEN to a token of ${entry.user ?? "the caller"}.` : undefined,
	};
}

/** A menu that copies the request in one of several formats. */
export function CopyMenu({ entry }: { entry: Detail }): ReactElement {
	const { say, fail } = useMessages();
	const copy = (kind: Kind) => (): void => void copyAs(entry, kind).then(say, fail);
	const isRest = entry.operation !== undefined && !["executeGraphql", "sendAlert"].includes(entry.operation);
	return (
		<DropMenu
			label="Copy"
			items={[
				{ label: "As curl", note: "c", onSelect: copy("curl") },
				{ label: "As client call", isDisabled: !isRest, onSelect: copy("client") },
				{ label: "As vitest test", onSelect: copy("vitest") },
				{ label: "As HAR", onSelect: copy("har") },
			]}
		/>
	);
}
