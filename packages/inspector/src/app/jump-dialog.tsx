import { Autocomplete } from "@base-ui/react/autocomplete";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { bodyOf, control } from "../api/control";
import { useTables } from "../data/tables";
import { useOperations } from "../explore/operations";
import { Modal } from "../parts/modal";
import { areas } from "./areas";
import { inWorld, useWorld } from "./world";

/** A target of the dialog. */
interface Target {
	readonly label: string;
	/** The kind of target. */
	readonly kind: string;
	readonly path: string;
	/** Additional search words. */
	readonly words?: string | undefined;
}

/** Pages within sections that have their own URL. */
const sections: readonly Target[] = [
	{ label: "Clock", kind: "Control", path: "/control/clock", words: "time advance stop expires" },
	{ label: "Settings", kind: "Control", path: "/control/settings", words: "tier release flags rate limits" },
	{ label: "Rules", kind: "Control", path: "/control/rules", words: "faults overrides" },
	{ label: "Board", kind: "Control", path: "/control/board", words: "pipelines jobs" },
	{ label: "Alerts", kind: "Control", path: "/control/alerts", words: "captcha" },
	{ label: "GraphQL", kind: "Explore", path: "/explore/graphql", words: "query editor" },
];

/** The maximum number of targets to show. */
const most = 40;

/** Returns all targets of a world. */
function useTargets(): readonly Target[] {
	const world = useWorld();
	const { data: tables = [] } = useTables();
	const { data: operations = [] } = useOperations();
	const { data } = useQuery({
		queryKey: ["worlds"],
		queryFn: () => bodyOf(control.GET("/worlds")).catch(() => ({ worlds: [] })),
	});
	const here: readonly Target[] = [
		...areas.map(({ label, path }) => ({ label, kind: "Area", path })),
		...sections,
		...tables.map(({ name }) => ({ label: name, kind: "Table", path: `/data/${name}` })),
		...operations.map(({ id, verb, path, summary }) => ({
			label: id,
			kind: "Operation",
			path: `/explore/${id}`,
			words: `${verb} ${path} ${summary ?? ""}`,
		})),
	];
	const worlds = (data?.worlds ?? []).map((name) => ({
		label: name,
		kind: "World",
		path: name === "default" ? "/requests" : `/requests?world=${encodeURIComponent(name)}`,
	}));
	return [...here.map((target) => ({ ...target, path: inWorld(target.path, world) })), ...worlds];
}

/** Returns the targets that contain every word. Targets whose name begins with the text come first. */
function matching(targets: readonly Target[], text: string): Target[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const found = targets.filter(({ label, kind, words: more = "" }) => {
		const all = `${label} ${kind} ${more}`.toLowerCase();
		return words.every((word) => all.includes(word));
	});
	const rank = ({ label }: Target): number => {
		const at = label.toLowerCase().indexOf(words[0] ?? "");
		return at === 0 ? 0 : at > 0 ? 1 : 2;
	};
	return found.sort((a, b) => rank(a) - rank(b)).slice(0, most);
}

/** Goes to an area, a table, an operation or a world by its name. */
export default function JumpDialog({ onClose }: { onClose: () => void }): ReactElement {
	const [, navigate] = useLocation();
	const [text, setText] = useState("");
	const found = matching(useTargets(), text);
	const go = ({ path }: Target): void => {
		onClose();
		navigate(path);
	};
	return (
		<Modal title="Go to" isOpen onClose={onClose}>
			<Autocomplete.Root
				inline
				open
				mode="none"
				autoHighlight="always"
				keepHighlight
				items={found}
				value={text}
				onValueChange={(next, { reason }) => {
					if (reason !== "item-press") setText(next);
				}}
				itemToStringValue={({ label }: Target) => label}
			>
				<Autocomplete.Input
					className="field jump-field"
					aria-label="Area, table, operation or world"
					placeholder="Area, table, operation or world"
				/>
				<Autocomplete.Empty className="empty-choices">No place has this name</Autocomplete.Empty>
				<Autocomplete.List className="popup jump-list" aria-label="Places">
					{(target: Target) => (
						<Autocomplete.Item
							key={`${target.kind} ${target.label}`}
							value={target}
							className="item"
							onClick={() => go(target)}
						>
							{target.label}
							<span className="soft">{target.kind}</span>
						</Autocomplete.Item>
					)}
				</Autocomplete.List>
			</Autocomplete.Root>
		</Modal>
	);
}
