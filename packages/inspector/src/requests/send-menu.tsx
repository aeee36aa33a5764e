import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { bodyOf, control, type Detail } from "../api/control";
import { useWorld } from "../app/world";
import type { paths } from "../generated/control";
import { DropMenu } from "../parts/drop-menu";
import { useMessages } from "../parts/toasts";

type SendInput = paths["/send"]["post"]["requestBody"]["content"]["application/json"];

/** Returns a function that sends a request again, with changes, and opens it. Resolves with whether it was sent. */
export function useSend(request: string, onOpen: (id: string) => void): (changes: SendInput) => Promise<boolean> {
	const { say, fail } = useMessages();
	return async (changes) => {
		try {
			const { id, status } = await bodyOf(control.POST("/send", { body: { request, ...changes } }));
			const who = changes.as === undefined ? "" : ` as ${changes.as ?? "nobody"}`;
			say({ title: `Sent${who}: ${status}` });
			onOpen(id);
			return true;
		} catch (error) {
			fail(error);
			return false;
		}
	};
}

/** Returns the usernames that requests can be sent as. */
export function usePeople(): readonly string[] {
	const world = useWorld();
	const { data } = useQuery({
		queryKey: ["users", world],
		queryFn: () => bodyOf(control.GET("/users", { params: { query: { limit: 50 } } })),
		staleTime: 30_000,
	});
	return data?.users.filter(({ can_send }) => can_send).map(({ username }) => username) ?? [];
}

interface SendMenuProps {
	readonly entry: Detail;
	readonly onOpen: (id: string) => void;
}

/** A menu that sends the request again as another user. */
export function SendMenu({ entry, onOpen }: SendMenuProps): ReactElement {
	const send = useSend(entry.id, onOpen);
	const people = usePeople();
	const items = people
		.filter((username) => username !== entry.user)
		.slice(0, 20)
		.map((username) => ({ label: username, onSelect: () => void send({ as: username }) }));
	return (
		<DropMenu
			label="Send as"
			heading="The same request, as"
			items={[...items, { label: "Nobody", note: "no credential", onSelect: () => void send({ as: null }) }]}
		/>
	);
}
