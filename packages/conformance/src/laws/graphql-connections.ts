import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { walk as all, type List, page } from "../rules/graphql/connections";
import { quoted } from "../rules/graphql/lab";
import { graphqlLaw } from "./graphql-law";
import { whileUnchanged } from "./while-unchanged";

/** A connection: its path in the data, the query around it, the field that identifies its nodes, and arguments other than the page. */
interface Row {
	readonly at: string;
	readonly around?: (t: Context) => string;
	readonly key?: string;
	readonly args?: string;
	/** Returns the arguments if they depend on the scene. */
	readonly argsOf?: (t: Context) => string;
}

const filesOf = (t: Context): string => `paths: ${quoted(["README.md", "package.json", "LICENSE", ".gitignore", t.scene("binary_file")])}`;

const inProject = (t: Context, inner = "@"): string => `project(fullPath: ${quoted(t.scene("project"))}) { ${inner} }`;
const inGroup = (t: Context): string => `group(fullPath: ${quoted(t.scene("group"))}) { @ }`;

const rows: readonly Row[] = [
	...["users", "runners", "groups", "projects", "snippets"].map((at) => ({ at })),
	{ at: "users", args: "sort: CREATED_ASC" },
	...["issues", "mergeRequests", "pipelines", "runners", "snippets", "alertManagementAlerts"].map((name) => ({ at: `project.${name}`, around: inProject })),
	{ at: "project.releases", around: inProject, key: "tagName" },
	{ at: "project.repository.blobs", around: (t) => inProject(t, "repository { @ }"), key: "path", argsOf: filesOf },
	...["projects", "descendantGroups", "groupMembers", "runners"].map((name) => ({ at: `group.${name}`, around: inGroup })),
	{ at: "project.issue.notes", around: (t) => inProject(t, `issue(iid: "${t.scene("issue_iid")}") { @ }`) },
	{ at: "project.mergeRequest.notes", around: (t) => inProject(t, `mergeRequest(iid: "${t.scene("merge_request_iid")}") { @ }`) },
	{ at: "project.release.assets.links", around: (t) => inProject(t, `release(tagName: ${quoted(t.scene("tag_name"))}) { assets { @ } }`) },
];

/** The maximum number of nodes on a page. */
const longest = 100;

/** Walks a connection in pages of a size, from its start or its end, and checks the pageInfo of each page. */
async function walk(t: Context, read: (window: string) => ReturnType<typeof page>, size: number, whole: readonly Fields[], back: boolean): Promise<void> {
	const found: Fields[] = [];
	let cursor: unknown;
	do {
		const [number, from] = back ? ["last", "before"] : ["first", "after"];
		const window = `${number}: ${size}${cursor ? `, ${from}: ${quoted(cursor)}` : ""}`;
		const { nodes, cursors, info, http } = await read(window);
		t.holds(`the page of ${window} should have at most ${size} nodes`, nodes.length <= size, http);
		const before = found.length;
		found.splice(back ? 0 : before, 0, ...nodes);
		const isMore = found.length < whole.length;
		const flags = back ? { hasNextPage: before > 0, hasPreviousPage: isMore } : { hasNextPage: isMore, hasPreviousPage: before > 0 };
		const expected = { ...flags, startCursor: cursors[0] ?? null, endCursor: cursors.at(-1) ?? null };
		t.same(`pageInfo of the page of ${window}`, info, expected, http);
		cursor = back ? info.startCursor : info.endCursor;
		if (nodes.length === 0) break;
	} while (found.length < whole.length);
	t.same(`the nodes in pages of ${size}, ${back ? "from the end" : "from the beginning"}`, found, whole);
}

/** Pages of any size, in both directions, contain each node once and have correct flags and cursors. Catches a page that is too short or too long. */
export const graphqlConnections: readonly Rule[] = rows.map(({ at, around = () => "@", key, args, argsOf }) => {
	const name = `${at.replaceAll(".", "-")}${args ? "-sorted" : ""}`;
	return graphqlLaw(`connection-${name}`, `${name} can be paged forward and backward, with correct hasNextPage and hasPreviousPage`, "ASSUMED", async (t) => {
		const list: List = { caller: t.as("administrator"), around: around(t), at, fields: "", uncounted: true, ...(key !== undefined && { key }) };
		const read = async (window: string) => await page(list, [args ?? argsOf?.(t), window].filter(Boolean).join(", "));
		await whileUnchanged(
			t,
			() => all(t, list, args ?? argsOf?.(t)),
			async (whole) => {
				if (whole.length === 0) t.skip("the connection is empty: add some records");
				if (whole.length > 3 * longest) t.skip("the connection has more than 300 nodes");
				for (const size of new Set([Math.ceil(whole.length / 3), Math.min(whole.length, longest)]))
					for (const back of [false, true]) await walk(t, read, size, whole, back);
				// A page without first and last has the same length after a cursor as from the start.
				const { cursors } = await read(`first: ${longest}`);
				for (const [window, expected] of [
					[`after: ${quoted(cursors[0])}`, whole.slice(1, 1 + longest)],
					[`before: ${quoted(cursors.at(-1))}`, whole.slice(0, cursors.length - 1)],
				] as const)
					t.same(`the nodes of ${window}`, (await read(window)).nodes, expected);
			},
		);
	});
});
