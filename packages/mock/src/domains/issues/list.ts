import type { Context } from "../../request/context";
import { filtered, fromView, type Rows } from "../../request/pages/page";
import { merged } from "../../state/merged-list";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { Issue, Project } from "../../state/records";
import type { Ordered } from "../../state/sorted-list";
import { type State, secretKey } from "../../state/state";
import { comparing, type View } from "../../state/table";
import { matching } from "../groups/search";
import { issuePolicy } from "./policy";

type Test = (issue: Issue) => boolean;

/** Returns an order of all issues, of those that are not confidential, and of a user's own confidential issues. */
const readers = (by: View<Issue>["by"], where: Test) =>
	({
		team: { group: "project", by, where },
		everyone: { group: "project", by, where: (issue) => !issue.confidential && where(issue) },
		own: { group: "secret", by, where },
	}) as const satisfies { [reader: string]: View<Issue, "project" | "secret"> };

/** Returns an order for each common filter, so that a page of open issues costs the same however many are closed. */
const order = (by: View<Issue>["by"]) => ({
	all: readers(by, () => true),
	opened: readers(by, ({ state }) => state === "opened"),
	closed: readers(by, ({ state }) => state === "closed"),
	locked: readers(by, ({ discussion_locked }) => discussion_locked),
});

const severities: readonly Issue["severity"][] = [null, "unknown", "low", "medium", "high", "critical"];

/** The orders in which issues can be listed, ascending. */
const views = {
	created: order((issue) => issue.created_at),
	updated: order((issue) => issue.updated_at),
	closed: order((issue) => issue.closed_at),
	/** Open issues have no such time, and come last. */
	closed_then_open: order((issue) => issue.closed_at ?? "open"),
	title: order((issue) => issue.title.toLowerCase()),
	severity: order((issue) => severities.indexOf(issue.severity)),
};

export type IssueOrder = keyof typeof views;

/** The filters of a list of issues. Times are inclusive. */
interface IssueFilters {
	readonly iid?: string | null;
	readonly iids?: readonly string[] | null;
	readonly state?: Issue["state"] | "locked" | "all" | null;
	readonly search?: string | null;
	readonly authorUsername?: string | null;
	readonly assigneeUsernames?: readonly string[] | null;
	readonly confidential?: boolean | null;
	readonly createdAfter?: string | null;
	readonly createdBefore?: string | null;
	readonly updatedAfter?: string | null;
	readonly updatedBefore?: string | null;
}

/** Returns the tests that depend only on the issue, except numbers and times, which differ with each request. */
function rowTestsOf(filters: IssueFilters, state: State): RowTest<Issue>[] {
	const { authorUsername, assigneeUsernames, confidential } = filters;
	const match = matching(filters.search ?? undefined);
	// No user has the ID 0.
	const idOf = (username: string): number => state.users.one("username", username.toLowerCase())?.id ?? 0;
	const tests: (RowTest<Issue> | false)[] = [
		!!match && { name: `search ${filters.search}`, pass: (one) => match(one.title) || match(one.description) },
		typeof confidential === "boolean" &&
			rowTest("confidential", confidential, (one, value) => one.confidential === value),
		!!authorUsername && rowTest("author", idOf(authorUsername), (one, id) => one.author_id === id),
		!!assigneeUsernames &&
			rowTest("assignees", assigneeUsernames.map(idOf), (one, ids) => ids.every((id) => one.assignee_ids.includes(id))),
	];
	return tests.filter((test) => test !== false);
}

function testsOf(filters: IssueFilters): Test[] {
	const { iid, iids, createdAfter, createdBefore, updatedAfter, updatedBefore } = filters;
	const tests: (Test | false)[] = [
		!!iid && ((one) => String(one.iid) === iid),
		!!iids && ((one) => iids.includes(String(one.iid))),
		!!createdAfter && ((one) => one.created_at >= createdAfter),
		!!createdBefore && ((one) => one.created_at <= createdBefore),
		!!updatedAfter && ((one) => one.updated_at >= updatedAfter),
		!!updatedBefore && ((one) => one.updated_at <= updatedBefore),
	];
	return tests.filter((test) => test !== false);
}

/** Returns the issues of a project that are in a state and that the caller can read. */
function readable(
	project: Project,
	requested: keyof (typeof views)[IssueOrder],
	by: IssueOrder,
	tests: readonly RowTest<Issue>[],
	{ actor, state }: Pick<Context, "actor" | "state">,
): Ordered<Issue> {
	const { team, everyone, own } = views[by][requested];
	if (issuePolicy.read_confidential(actor, project)) return state.issues.ordered(narrowed(team, tests), project.id);
	const open = state.issues.ordered(narrowed(everyone, tests), project.id);
	if (!actor.user) return open;
	const secret = state.issues.ordered(narrowed(own, tests), secretKey(project.id, actor.user.id));
	return merged(comparing(everyone), [open, secret]);
}

/** Returns the issues of a project that the caller can read and that pass the filters, in the requested order. */
export function listedIssues(
	project: Project,
	filters: IssueFilters,
	by: IssueOrder,
	descending: boolean,
	world: Pick<Context, "actor" | "state">,
): Rows<Issue> {
	const list = readable(project, filters.state ?? "all", by, rowTestsOf(filters, world.state), world);
	const tests = testsOf(filters);
	if (tests.length === 0) return fromView(list, descending);
	return filtered(fromView(list, descending), (issue) => tests.every((test) => test(issue)));
}

/** Counts the open issues of a project. Confidential issues count only for callers who can read all of them. */
export function countOpened(project: Project, { actor, state }: Pick<Context, "actor" | "state">): number {
	const { team, everyone } = views.created.opened;
	const view = issuePolicy.read_confidential(actor, project) ? team : everyone;
	return state.issues.ordered(view, project.id).size;
}
