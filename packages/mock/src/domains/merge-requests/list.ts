import { filtered, fromView, type Rows } from "../../request/pages/page";
import type { MergeRequest, Project } from "../../state/records";
import type { State } from "../../state/state";
import type { View } from "../../state/table";

type Test = (merge: MergeRequest) => boolean;

/** What comes after every time. */
const never = "never";

/** An order by what lists are narrowed to most: a page of the open ones costs the same however many are merged. */
const order = (by: View<MergeRequest>["by"]) => {
	const view = (where: Test): View<MergeRequest, "project"> => ({ group: "project", by, where });
	return {
		all: view(() => true),
		opened: view(({ state }) => state === "opened"),
		closed: view(({ state }) => state === "closed"),
		merged: view(({ state }) => state === "merged"),
		// Assumed: merging takes no time here, so that none is ever locked.
		locked: view(() => false),
	};
};

/** What merge requests can be sorted by, from the lowest up. Those that lack a time stand at the end of `…_then_others`. */
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

/** What a list of merge requests can be narrowed to. Times are taken with the instant itself. */
interface MergeRequestFilters {
	readonly iids?: readonly string[] | null;
	readonly state?: MergeRequest["state"] | "locked" | "all" | null;
	readonly sourceBranches?: readonly string[] | null;
	readonly targetBranches?: readonly string[] | null;
	readonly authorUsername?: string | null;
	readonly mergedAfter?: string | null;
	readonly mergedBefore?: string | null;
}

function testsOf(filters: MergeRequestFilters, state: State): Test[] {
	const { iids, sourceBranches, targetBranches, authorUsername, mergedAfter, mergedBefore } = filters;
	const tests: (Test | false)[] = [
		!!iids && ((one) => iids.includes(String(one.iid))),
		!!sourceBranches && ((one) => sourceBranches.includes(one.source_branch)),
		!!targetBranches && ((one) => targetBranches.includes(one.target_branch)),
		!!mergedAfter && ((one) => one.merged_at !== null && one.merged_at >= mergedAfter),
		!!mergedBefore && ((one) => one.merged_at !== null && one.merged_at <= mergedBefore),
	];
	if (authorUsername) {
		const author = state.users.one("username", authorUsername.toLowerCase());
		tests.push((one) => one.author_id === author?.id);
	}
	return tests.filter((test) => test !== false);
}

/** The merge requests of a project that pass, in an order. */
export function listedMergeRequests(
	project: Project,
	filters: MergeRequestFilters,
	by: MergeRequestOrder,
	descending: boolean,
	state: State,
): Rows<MergeRequest> {
	const list = state.mergeRequests.ordered(views[by][filters.state ?? "all"], project.id);
	const tests = testsOf(filters, state);
	if (tests.length === 0) return fromView(list, descending);
	return filtered(list, descending, (merge) => tests.every((test) => test(merge)));
}
