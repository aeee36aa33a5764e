import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { ask } from "../rule/graphql";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { graphqlLaw } from "./graphql-law";
import { whileUnchanged } from "./whole-list";

const inProject = (t: Context): Params => ({ at: t.scene("project") });
const inGroup = (t: Context): Params => ({ at: t.scene("group") });

/** A connection: the fields that lead to it, and what identifies its nodes. */
interface Connection {
	readonly path: readonly string[];
	readonly variables?: (t: Context) => Params;
	readonly types?: string;
	readonly key?: string;
	/** Arguments beside the page. */
	readonly args?: string;
}

const ofProject = (name: string, more: Partial<Connection> = {}): Connection => ({
	path: ["project(fullPath: $at)", name],
	types: "$at: ID!",
	variables: inProject,
	...more,
});
const ofGroup = (name: string): Connection => ({ path: ["group(fullPath: $at)", name], types: "$at: ID!", variables: inGroup });
const ofNoteable = (name: string, field: "issue_iid" | "merge_request_iid"): Connection => ({
	path: ["project(fullPath: $at)", `${name}(iid: $iid)`, "notes"],
	types: "$at: ID!, $iid: String!",
	variables: (t) => ({ ...inProject(t), iid: String(t.scene(field)) }),
});

/** The connections that one query reaches. */
const connections: readonly Connection[] = [
	...["users", "runners", "groups", "projects", "snippets"].map((name): Connection => ({ path: [name] })),
	{ path: ["users"], args: "sort: CREATED_ASC" },
	...["issues", "mergeRequests", "pipelines", "runners", "snippets", "alertManagementAlerts"].map((name) => ofProject(name)),
	ofProject("releases", { key: "tagName" }),
	...["projects", "descendantGroups", "groupMembers", "runners"].map(ofGroup),
	ofNoteable("issue", "issue_iid"),
	ofNoteable("mergeRequest", "merge_request_iid"),
	{
		path: ["project(fullPath: $at)", "release(tagName: $tag)", "assets", "links"],
		types: "$at: ID!, $tag: String!",
		variables: (t) => ({ ...inProject(t), tag: t.scene("tag_name") }),
	},
];

const bare = (field: string): string => field.replace(/\(.*/, "");

/** One page of a connection. */
async function page(t: Context, { path, variables, types, key = "id", args }: Connection, window: string) {
	const selection = `nodes { ${key} } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;
	const allArgs = [args, window].filter((one) => one !== undefined).join(", ");
	const inner = path.reduceRight((text, field, index) => (index === path.length - 1 ? `${field}(${allArgs}) { ${selection} }` : `${field} { ${text} }`), "");
	const response = await ask(t.as("administrator"), `query${types ? `(${types})` : ""} { ${inner} }`, variables?.(t));
	const at = path.map(bare).join(".");
	const cursors = response.list(`${at}.edges`).map(({ cursor }) => cursor);
	const info = response.record(`${at}.pageInfo`);
	t.same("startCursor and endCursor", [info.startCursor ?? null, info.endCursor ?? null], [cursors[0] ?? null, cursors.at(-1) ?? null], response.http);
	return { keys: response.list(`${at}.nodes`).map((node): Fields => ({ id: node[key] })), info, http: response.http };
}

/** Walks a connection in pages of a size, from its beginning or its end; each page's flags must say what lies before and behind it. */
async function walk(t: Context, connection: Connection, size: number, whole: readonly Fields[], back: boolean): Promise<void> {
	const found: Fields[] = [];
	let cursor: unknown;
	do {
		const window = back ? `last: ${size}${cursor ? `, before: "${String(cursor)}"` : ""}` : `first: ${size}${cursor ? `, after: "${String(cursor)}"` : ""}`;
		const { keys, info, http: response } = await page(t, connection, window);
		const before = found.length;
		found.splice(back ? 0 : before, 0, ...keys);
		const isMore = found.length < whole.length;
		const flags = back ? { hasNextPage: before > 0, hasPreviousPage: isMore } : { hasNextPage: isMore, hasPreviousPage: before > 0 };
		t.same(`the flags of the page of ${window}`, { hasNextPage: info.hasNextPage, hasPreviousPage: info.hasPreviousPage }, flags, response);
		cursor = back ? info.startCursor : info.endCursor;
		if (keys.length === 0) break;
	} while (found.length < whole.length);
	t.same(`the nodes in pages of ${size}, ${back ? "from the end" : "from the beginning"}`, found, whole);
}

/** Every connection gives each node once in pages of any size, both ways, with exact flags and cursors. Catches a page too short or too long. */
export const graphqlConnections: readonly Rule[] = connections.map((connection) => {
	const name = `${connection.path.map(bare).join("-")}${connection.args ? "-sorted" : ""}`;
	return graphqlLaw(`connection-${name}`, `${name} walks both ways, with exact page flags`, "ASSUMED", async (t) => {
		await whileUnchanged(
			async () => (await page(t, connection, "first: 100")).keys,
			async (whole) => {
				if (whole.length === 0) t.skip("the connection is empty: add some records");
				if (whole.length === 100) t.skip("the connection has a hundred nodes or more");
				for (const size of new Set([Math.ceil(whole.length / 3), whole.length])) for (const back of [false, true]) await walk(t, connection, size, whole, back);
			},
		);
	});
});
