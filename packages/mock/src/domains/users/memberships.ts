import { isCurrent } from "../../request/access/current";
import { fromView, type Rows } from "../../request/pages/page";
import { merged } from "../../state/merged-list";
import type { Member, User } from "../../state/records";
import { SortedList } from "../../state/sorted-list";
import type { State } from "../../state/state";
import { comparing, type View } from "../../state/table";

const inOrder = { group: "user", by: (row) => row.id } as const satisfies View<Member, "user">;
const isLasting = (row: Member): boolean => row.pending !== true && row.expires_at === null;
/** Memberships without an end. */
const lasting = {
	any: { ...inOrder, where: isLasting },
	group: { ...inOrder, where: (row) => isLasting(row) && row.source === "group" },
	project: { ...inOrder, where: (row) => isLasting(row) && row.source === "project" },
} satisfies { [source: string]: View<Member, "user"> };
/** Those that hold or not by what day it is. */
const ending: View<Member, "user"> = { ...inOrder, where: (row) => row.pending !== true && row.expires_at !== null };

/** The memberships that a user has themselves, in places of a kind or any, without those that are requested, offered or expired. */
export function membershipsOf(user: User, source: keyof typeof lasting, state: State): Rows<Member> {
	const current = [...state.members.ordered(ending, user.id).rows()].filter(
		(row) => (source === "any" || row.source === source) && isCurrent(row, state),
	);
	const compare = comparing(inOrder);
	const lists = [state.members.ordered(lasting[source], user.id), new SortedList(compare, current)];
	return fromView(merged(compare, lists), false);
}

/** A membership, as the list of a user's memberships shows it. */
export function membershipEntity({ source, source_id, access_level }: Member, state: State): object {
	const place = source === "project" ? state.projects.get(source_id) : state.groups.get(source_id);
	return {
		source_id,
		source_name: place?.name ?? "",
		source_type: source === "project" ? "Project" : "Namespace",
		access_level,
	};
}
