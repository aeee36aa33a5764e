/** Counts of what waits for a user, and of what belongs to the user. */
import type { User } from "../../state/records";
import type { State } from "../../state/state";
import { membershipsOf } from "./memberships";

interface Assignable {
	readonly state: string;
	readonly assignee_ids: readonly number[];
}

function count<Row>(rows: Iterable<Row>, test: (row: Row) => boolean): number {
	let found = 0;
	for (const row of rows) if (test(row)) found += 1;
	return found;
}

/** Counts the open issues and merge requests that are assigned to the user, and the pending to-do items. */
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

/** Counts the user's direct memberships, issues and merge requests. */
export function associations(user: User, state: State): object {
	const isAuthor = (one: { readonly author_id: number }): boolean => one.author_id === user.id;
	return {
		groups_count: membershipsOf(user, "group", state).size,
		projects_count: membershipsOf(user, "project", state).size,
		issues_count: count(state.issues.all(), isAuthor),
		merge_requests_count: count(state.mergeRequests.all(), isAuthor),
	};
}
