/** Every connection of the contract's schema that a record of the scene has: its edges, count and pages match its nodes. */
import { schemaText } from "@tenon/contract/graphql-schema";
import { whileUnchanged } from "../../laws/while-unchanged";
import type { ActorName } from "../../rule/actors";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import { type Fields, pluck } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { type List, page } from "./connections";
import { quoted, reads, stated, unstated } from "./lab";
import { bareIn } from "./objects";

/** The fields of each type: their arguments and types as text. */
const fieldsOf = new Map(
	[...schemaText.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|@\w+(\([^()]*\))?/g, " ").matchAll(/\b(?:type|interface) (\w+)[^{}]*\{([^{}]*)\}/g)].map(
		([, type = "", body = ""]) => [
			type,
			[...body.matchAll(/(\w+)\s*(?:\(([^()]*)\))?\s*:\s*([\w[\]!]+)/g)].map(([, name = "", args = "", of = ""]) => ({ name, args, of })),
		],
	),
);
const has = (type: string, name: string): boolean => fieldsOf.get(type)?.some((one) => one.name === name) === true;

interface Connection {
	readonly name: string;
	/** The field that identifies a node. */
	readonly key: string;
	readonly isCounted: boolean;
}

/** The connections of a type that need no argument. */
function connectionsOf(type: string): readonly Connection[] {
	return (fieldsOf.get(type) ?? []).flatMap(({ name, args, of }): readonly Connection[] => {
		const connection = of.replace(/\W/g, "");
		if (!connection.endsWith("Connection") || needsArgument(args)) return [];
		const node =
			fieldsOf
				.get(connection)
				?.find((one) => one.name === "nodes")
				?.of.replace(/\W/g, "") ?? "";
		const key = ["id", "path", "name"].find((one) => has(node, one));
		return key === undefined ? [] : [{ name, key, isCounted: has(connection, "count") }];
	});
}

const needsArgument = (args: string): boolean => /:[\w[\]!]*!(?=\s|$)/.test(args);

/** Whether a type is a record: its id is a Global ID; other ids are strings. */
const isRecord = (type: string): boolean => fieldsOf.get(type)?.some(({ name, of }) => name === "id" && /ID!?$/.test(of)) === true;

/** Selects the id of every record that a type returns without arguments: in a field, or the first node of a connection. */
const idsOf = (type: string): readonly string[] => [
	...(fieldsOf.get(type) ?? []).flatMap(({ name, args, of }) => (!needsArgument(args) && isRecord(of.replace(/\W/g, "")) ? [`${name} { id }`] : [])),
	...connectionsOf(type).flatMap(({ name, key }) => (key === "id" ? [`${name}(first: 1) { nodes { id } }`] : [])),
];

/** Where to find a record of each type, and who reads it: `@` stands for the selection. */
function homes(t: Context): Readonly<Record<string, readonly [around: string, as?: ActorName]>> {
	const within = (inner: string): readonly [string] => [`project(fullPath: ${quoted(t.scene("project"))}) { ${inner} }`];
	const first = (name: string, inner = "@"): string => `${name}(first: 1) { nodes { ${inner} } }`;
	return {
		Query: ["@"],
		Project: within("@"),
		Group: [`group(fullPath: ${quoted(t.scene("group"))}) { @ }`],
		Issue: within(`issue(iid: "${t.scene("issue_iid")}") { @ }`),
		MergeRequest: within(`mergeRequest(iid: "${t.scene("merge_request_iid")}") { @ }`),
		AlertManagementAlert: within(first("alertManagementAlerts")),
		Pipeline: within(first("pipelines")),
		TestReportSummary: within(first("pipelines", "testReportSummary { @ }")),
		ReleaseAssets: within(first("releases", "assets { @ }")),
		CiRunner: [first("runners")],
		Snippet: [first("snippets"), "owner"],
		CurrentUser: ["currentUser { @ }", "owner"],
		UserCore: [`user(username: ${quoted(t.user("owner").username)}) { @ }`],
		Namespace: [`namespace(fullPath: ${quoted(t.scene("group"))}) { @ }`],
	};
}

/** Where in the data a query's placeholder is. */
const placeOf = (around: string): string =>
	[...around.replace(/\([^)]*\)/g, "").matchAll(/\w+/g)].map(([name]) => (name === "nodes" ? "nodes.0" : name)).join(".");

async function agrees(t: Context, around: string, as: ActorName, { name, key, isCounted }: Connection): Promise<void> {
	const at = [placeOf(around), name].filter(Boolean).join(".");
	const list: List = { caller: t.as(as), around, at, fields: "", key, uncounted: !isCounted };
	const read = async (fields: string) => await ask(list.caller, `{ ${around.replace("@", `${name}(first: 100) { ${fields} }`)} }`);
	const nodesNow = async (): Promise<readonly Fields[]> => {
		const response = await read(`nodes { ${key} }`);
		return response.at(at) === null ? [] : response.list(`${at}.nodes`);
	};
	await whileUnchanged(t, nodesNow, async (whole) => {
		if (whole.length === 0) return;
		const counts = isCounted ? "count atMost: count(limit: 1)" : "";
		const response = await read(`${counts} edges { cursor node { ${key} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`);
		const { http } = response;
		const edges = response.list(`${at}.edges`);
		t.same(`the nodes of the edges of ${at}`, pluck(edges, "node"), whole, http);
		const cursors = pluck(edges, "cursor");
		t.same(`the number of different cursors of ${at}`, new Set(cursors).size, whole.length, http);
		const { hasNextPage, ...rest } = response.record(`${at}.pageInfo`);
		t.same(`the rest of pageInfo of ${at}`, rest, { hasPreviousPage: false, startCursor: cursors[0], endCursor: cursors.at(-1) }, http);
		if (isCounted) t.same(`count(limit: 1) of ${at}`, response.at(`${at}.atMost`), Math.min(whole.length, 2), http);
		if (isCounted && hasNextPage !== true) t.same(`the count of ${at}`, response.at(`${at}.count`), whole.length, http);
		// The node before the second one, the node after the first one, and the last one.
		const last = whole.length - 1;
		for (const [args, index, isThere] of [
			[`last: 1, before: ${quoted(cursors[1])}`, 0, last > 0],
			[`first: 1, after: ${quoted(cursors[0])}`, 1, last > 0],
			["last: 1", last, hasNextPage !== true],
		] as const) {
			if (!isThere) continue;
			const { nodes, info, http: seen } = await page(list, args);
			t.same(`the nodes of ${at}(${args})`, nodes, [whole[index]], seen);
			t.same(`hasPreviousPage of ${at}(${args})`, info.hasPreviousPage, index > 0, seen);
			t.same(`hasNextPage of ${at}(${args})`, info.hasNextPage, index < last || hasNextPage === true, seen);
		}
	});
}

export const everyConnection: readonly Rule[] = [
	unstated("GQL-095, GQL-096, GQL-100", "The edges, count and pages of every connection match its nodes.", { ...reads, id: "GQL-095/every" }, async (t) => {
		for (const [type, [around, as = "administrator"]] of Object.entries(homes(t)))
			for (const connection of connectionsOf(type)) await agrees(t, around, as, connection);
	}),
	stated("GQL-077", "The id of every record that a field or a connection returns is a Global ID.", { ...reads, id: "GQL-077/every" }, async (t) => {
		for (const [type, [around, as = "administrator"]] of Object.entries(homes(t))) {
			// Another rule reports fields that the server lacks.
			const { http } = await ask(t.as(as), `{ ${around.replace("@", `__typename ${idsOf(type).join(" ")}`)} }`);
			t.same(`ids in fields of ${type} that are not Global IDs`, bareIn(http.field("data")), [], http);
		}
	}),
];
