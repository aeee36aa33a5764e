import { isCurrent } from "../../request/access/current";
import { fromView, type Rows } from "../../request/pages/page";
import { merged } from "../../state/merged-list";
import type { Member, User } from "../../state/records";
import { SortedList } from "../../state/sorted-list";
import type { State } from "../../state/state";
import { comparing, type View } from "../../state/table";

const inOrder = { group: "user", by: (row) => row.id } as const satisfies View<Member, "user">;
const isLasting = (row: Member): boolean => row.pending !== true && row.expires_at === null;
/** Memberships that do not expire. */
const lasting = {
	any: { ...inOrder, where: isLasting },
	group: { ...inOrder, where: (row) => isLasting(row) && row.source === "group" },
	project: { ...inOrder, where: (row) => isLasting(row) && row.source === "project" },
} satisfies { [source: string]: View<Member, "user"> };
/** Memberships that expire, so that their validity depends on the day. */
const ending: View<Member, "user"> = { ...inOrder, where: (row) => row.pending !== true && row.expires_at !== null };

/** Returns a user's direct memberships, in one kind of place or any. Pending and expired ones are left out. */
export function membershipsOf(user: User, source: keyof typeof lasting, state: State): Rows<Member> {
	const current = [...state.members.ordered(ending, user.id).rows()].filter(
		(row) => (source === "any" || row.source === source) && isCurrent(row, state),
	);
	const compare = comparing(inOrder);
	const lists = [state.members.ordered(lasting[source], user.id), new SortedList(compare, current)];
	return fromView(merged(compare, lists), false);
}

/** Returns the JSON of a membership in a user's list. */
export function membershipEntity({ source, source_id, access_level }: Member, state: State): object {
	const place = source === "project" ? state.projects.get(source_id) : state.groups.get(source_id);
	return {
		source_id,
		source_name: place?.name ?? "",
		source_type: source === "project" ? "Project" : "Namespace",
		access_level,
	};
}
