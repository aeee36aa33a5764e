import { filtered, fromView, type Rows } from "../../request/pages/page";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { MergeRequest, Project } from "../../state/records";
import type { State } from "../../state/state";
import type { View } from "../../state/table";

type Test = (merge: MergeRequest) => boolean;

/** Sorts after every time. */
const never = "never";

/** Returns an order for each common filter, so that a page of open ones costs the same however many are merged. */
const order = (by: View<MergeRequest>["by"]) => {
	const view = (where: Test): View<MergeRequest, "project"> => ({ group: "project", by, where });
	return {
		all: view(() => true),
		opened: view(({ state }) => state === "opened"),
		closed: view(({ state }) => state === "closed"),
		merged: view(({ state }) => state === "merged"),
		// Assumed: merging takes no time, so no merge request is ever locked.
		locked: view(() => false),
	};
};

/** The orders in which merge requests can be listed, ascending. In `…_then_others`, those without a time come last. */
const views = {
	created: order((row) => row.created_at),
	updated: order((row) => row.updated_at),
	merged: order((row) => row.merged_at),
	merged_then_others: order((row) => row.merged_at ?? never),
	closed: order((row) => row.closed_at),
	closed_then_others: order((row) => row.closed_at ?? never),
	title: order((row) => row.title.toLowerCase()),
};

export type MergeRequestOrder = keyof typeof views;

/** The filters of a list of merge requests. Times are inclusive. */
interface MergeRequestFilters {
	readonly iids?: readonly string[] | null;
	readonly state?: MergeRequest["state"] | "locked" | "all" | null;
	readonly sourceBranches?: readonly string[] | null;
	readonly targetBranches?: readonly string[] | null;
	readonly authorUsername?: string | null;
	readonly mergedAfter?: string | null;
	readonly mergedBefore?: string | null;
}

/** Returns the tests that depend only on the merge request, except numbers and times, which always differ. */
function rowTestsOf(filters: MergeRequestFilters, state: State): RowTest<MergeRequest>[] {
	const { sourceBranches, targetBranches, authorUsername } = filters;
	// No user has the ID 0.
	const idOf = (username: string): number => state.users.one("username", username.toLowerCase())?.id ?? 0;
	const tests: (RowTest<MergeRequest> | false)[] = [
		!!sourceBranches && rowTest("source", sourceBranches, (one, names) => names.includes(one.source_branch)),
		!!targetBranches && rowTest("target", targetBranches, (one, names) => names.includes(one.target_branch)),
		!!authorUsername && rowTest("author", idOf(authorUsername), (one, id) => one.author_id === id),
	];
	return tests.filter((test) => test !== false);
}

function testsOf({ iids, mergedAfter, mergedBefore }: MergeRequestFilters): Test[] {
	const tests: (Test | false)[] = [
		!!iids && ((one) => iids.includes(String(one.iid))),
		!!mergedAfter && ((one) => one.merged_at !== null && one.merged_at >= mergedAfter),
		!!mergedBefore && ((one) => one.merged_at !== null && one.merged_at <= mergedBefore),
	];
	return tests.filter((test) => test !== false);
}

/** Returns the merge requests of a project that pass the filters, in the requested order. */
export function listedMergeRequests(
	project: Project,
	filters: MergeRequestFilters,
	by: MergeRequestOrder,
	descending: boolean,
	state: State,
): Rows<MergeRequest> {
	const view = narrowed(views[by][filters.state ?? "all"], rowTestsOf(filters, state));
	const list = state.mergeRequests.ordered(view, project.id);
	const tests = testsOf(filters);
	if (tests.length === 0) return fromView(list, descending);
	return filtered(fromView(list, descending), (merge) => tests.every((test) => test(merge)));
}
