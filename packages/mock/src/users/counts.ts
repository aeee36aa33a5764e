/** How much waits for a user, and what they are tied to. */
import { isCurrent } from "../access/current";
import type { Member, User } from "../state/records";
import type { State } from "../state/state";

interface Assignable {
	readonly state: string;
	readonly assignee_ids: readonly number[];
}

function count<Row>(rows: Iterable<Row>, test: (row: Row) => boolean): number {
	let found = 0;
	for (const row of rows) if (test(row)) found += 1;
	return found;
}

/** Open issues and merge requests that are for the user to do, and pending to-do items. */
export function waiting(user: User, state: State): object {
	const isAssigned = (one: Assignable): boolean => one.state === "opened" && one.assignee_ids.includes(user.id);
	const merges = count(state.mergeRequests.all(), isAssigned);
	return {
		merge_requests: merges,
		assigned_issues: count(state.issues.all(), isAssigned),
		assigned_merge_requests: merges,
		review_requested_merge_requests: count(
			state.mergeRequests.all(),
			(one) => one.state === "opened" && one.reviewer_ids.includes(user.id),
		),
		todos: count(state.todos.in("user", user.id), (one) => one.state === "pending"),
	};
}

/** The memberships that a user has themselves, without what is asked for, offered or over. */
export const membershipsOf = (user: User, state: State): Member[] =>
	state.members.in("user", user.id).filter((one) => isCurrent(one, state));

/** Direct memberships, and what the user wrote. */
export function associations(user: User, state: State): object {
	const isAuthor = (one: { readonly author_id: number }): boolean => one.author_id === user.id;
	const memberships = membershipsOf(user, state);
	return {
		groups_count: count(memberships, (one) => one.source === "group"),
		projects_count: count(memberships, (one) => one.source === "project"),
		issues_count: count(state.issues.all(), isAuthor),
		merge_requests_count: count(state.mergeRequests.all(), isAuthor),
	};
}

/** A membership, as the list of a user's memberships shows it. */
export function membershipEntity({ source, source_id, access_level }: Member, state: State): object {
	const place = source === "project" ? state.projects.get(source_id) : state.groups.get(source_id);
	return {
		source_id,
		source_name: place?.name ?? "",
		source_type: source === "project" ? "Project" : "Namespace",
		access_level: String(access_level),
	};
}
