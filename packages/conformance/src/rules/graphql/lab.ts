/** What the rules of GraphQL share: requests written by hand, callers of every role, lists and snippets. */
import { isDeepStrictEqual } from "node:util";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import { type Answer, type Fields, isFields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask, GraphqlAnswer, mutate, noPermission, numberOf } from "../../rule/graphql";
import { assumed, type Rule, type RuleOptions, rule } from "../../rule/rule";
import { Skip } from "../../rule/verdict";

export const reads = { effect: "reads" } as const;
export const writes = { effect: "writes" } as const;

/** A rule about GraphQL that the specification states. */
export const stated = (ids: string, title: string, options: RuleOptions, run: Rule["run"]): Rule => rule(ids, title, "executeGraphql", run, options);
/** A rule about GraphQL that the specification leaves open. */
export const unstated = (ids: string, title: string, options: RuleOptions, run: Rule["run"]): Rule => assumed(ids, title, "executeGraphql", run, options);

/** Sends any JSON; `address` is added to the GraphQL address. */
export const post = async (caller: Caller, json: unknown, address = ""): Promise<Answer> => await caller.send("POST", `/api/graphql${address}`, { json });

/** The same, for a response that is one object. */
export const respond = async (caller: Caller, json: unknown, address = ""): Promise<GraphqlAnswer> => new GraphqlAnswer(await post(caller, json, address));

/** Sends several queries in one request; the response must be a list as long. */
export async function batch(caller: Caller, queries: readonly unknown[], address = ""): Promise<readonly Fields[]> {
	const json = queries.map((query) => (typeof query === "string" ? { query } : query));
	const answer = (await post(caller, json, address)).is(200);
	if (answer.items.length !== queries.length) throw answer.deviation(`results: expected ${queries.length}, got ${answer.items.length}`);
	return answer.items;
}

/** The first error of a result. */
export function errorOf(result: Fields | undefined): Fields | undefined {
	const [first]: unknown[] = Array.isArray(result?.errors) ? result.errors : [];
	return isFields(first) ? first : undefined;
}
export const messageOf = (result: Fields | undefined): unknown => errorOf(result)?.message;

export const many = (count: number, one: (at: number) => string): string => Array.from({ length: count }, (_, at) => one(at)).join(" ");

/** A text as it is written in a query. */
export const quoted = (text: unknown): string => JSON.stringify(text);

/** Who asks; null is a caller without credentials. */
export type Who = ActorName | null;
export const by = (t: Context, who: Who): Caller => (who === null ? t.anonymous : t.as(who));
export const everyone = ["administrator", "auditor", "owner", "maintainer", "developer", "reporter", "guest", "outsider", null] as const;

/** Those callers for whom a condition is true. */
export async function those<W extends Who>(who: readonly W[], test: (one: W) => Promise<boolean>): Promise<W[]> {
	const out: W[] = [];
	for (const one of who) if (await test(one)) out.push(one);
	return out;
}

/** Adds records that the platform's own interface cannot make. Elsewhere the rule goes on with what the server has. */
export async function enrich(arrange: () => Promise<unknown>): Promise<boolean> {
	try {
		await arrange();
		return true;
	} catch (error) {
		if (error instanceof Skip) return false;
		throw error;
	}
}

/** A project of the scene's group that nothing else uses; arranged through the control API. */
export const freshProject = async (t: Context, fields: Fields = {}) =>
	await t.given.record("projects", { full_path: `${t.scene("group")}/${t.unique("lab")}`, ...fields });

export const pathOf = (record: Fields): string => String(record.full_path);

/** What a request must not change: everything, where the control API shows the whole state; otherwise what `read` returns. */
export async function inVain(t: Context, request: () => Promise<unknown>, read?: () => Promise<unknown>): Promise<void> {
	const state = async (): Promise<unknown> => {
		const all: unknown[] = [await read?.()];
		await enrich(async () => {
			// The control API returns the tables by their names.
			const { tables } = (await t.given.control("GET", "/state")) as { readonly tables: Fields };
			all.push({ ...tables, spamLogs: undefined });
		});
		return all;
	};
	const before = await state();
	await request();
	t.same("the state after a refusal", await state(), before);
}

/** A mutation must be refused to these callers with the one error of missing rights, and change nothing. */
export async function forbids(t: Context, name: string, input: Params, who: readonly Who[], read?: () => Promise<unknown>): Promise<void> {
	await inVain(
		t,
		async () => {
			for (const one of who) {
				const response = (await mutate(by(t, one), name, input)).refuses(noPermission);
				t.same(`data for ${one}`, response.answer.field("data"), { [name]: null }, response.answer);
				t.same("the error's path", response.errors[0]?.path, [name], response.answer);
				t.holds("the error should have locations", Array.isArray(response.errors[0]?.locations), response.answer);
			}
		},
		read,
	);
}

/** A connection: how it is asked for, who asks, and what is read of its nodes. */
export interface List {
	readonly caller: Caller;
	/** The query around the field: `project(fullPath: "a/b") { @ }`. */
	readonly around: string;
	/** Where in the data the connection is: `project.issues`. */
	readonly at: string;
	/** What is read of each node; `id` is added unless `key` names another field. */
	readonly fields: string;
	readonly key?: string;
	/** Whether the connection has no `count`. */
	readonly uncounted?: boolean;
}

/** One page of a list. */
export async function page(
	{ caller, around, at, fields, key = "id", uncounted }: List,
	args: string,
): Promise<{ readonly nodes: readonly Fields[]; readonly info: Fields; readonly count: unknown; readonly answer: Answer }> {
	const name = at.split(".").at(-1);
	const selection = `${name}${args && `(${args})`} { ${uncounted ? "" : "count"} nodes { ${key} ${fields} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
	const response = await ask(caller, `{ ${around.replace("@", selection)} }`);
	return { nodes: response.list(`${at}.nodes`), info: response.record(`${at}.pageInfo`), count: response.at(`${at}.count`), answer: response.answer };
}

/** All nodes of a list, from page to page; each must come once. */
export async function walk(t: Context, list: List, args = "", step = 100): Promise<readonly Fields[]> {
	const all: Fields[] = [];
	for (let cursor: unknown = null; all.length < 2_000; ) {
		const { nodes, info } = await page(list, [args, `first: ${step}`, cursor === null ? "" : `after: ${quoted(cursor)}`].filter(Boolean).join(", "));
		all.push(...nodes);
		if (info.hasNextPage !== true) break;
		cursor = info.endCursor;
	}
	const keys = all.map((one) => one[list.key ?? "id"]);
	t.same(`how many nodes of ${list.at}(${args}) come twice`, keys.length - new Set(keys).size, 0);
	return all;
}

type Value = string | number | null;
/** An order of a list: the value that it follows, and where nodes without one are. */
export interface Order {
	readonly by: (node: Fields) => Value;
	readonly descending?: boolean;
	readonly nulls?: "first" | "last" | "anywhere";
}
export interface Law {
	readonly filters?: { readonly [args: string]: (node: Fields) => boolean };
	readonly orders?: { readonly [sort: string]: Order };
	/** Arguments that exclude each other. */
	readonly apart?: readonly string[];
	/** The order without `sort`, as a name of `orders`. */
	readonly usual?: string;
}

/** Whether two neighbours are in an order. */
function inOrder({ by: value, descending, nulls }: Order, one: Fields, next: Fields): boolean {
	const [a, b] = [value(one), value(next)];
	if (a === null || b === null) return a === b || nulls === undefined || nulls === "anywhere" || (nulls === "last" ? b === null : a === null);
	return descending ? a >= b : a <= b;
}

/**
 * A list must agree with itself: each filter, each two filters together, each order and each page size give what filtering and sorting
 * the whole list gives. Only records that are the same before and after are compared, for others may write meanwhile.
 */
export async function agrees(t: Context, list: List, { filters = {}, orders = {}, apart = [], usual }: Law): Promise<void> {
	const key = list.key ?? "id";
	const before = await walk(t, list);
	if (before.length < 2) t.skip(`there are fewer than two records in ${list.at}: give the scene more`);
	const found: { readonly args: string; readonly nodes: readonly Fields[]; readonly keeps: (node: Fields) => boolean; readonly order?: Order }[] = [];
	const sorts = Object.entries(orders).filter(([name]) => name !== "");
	const tests = Object.entries(filters);
	let turn = 0;
	const look = async (args: string, keeps: (node: Fields) => boolean, sort?: readonly [string, Order]): Promise<void> => {
		const all = [args, sort && `sort: ${sort[0]}`].filter(Boolean).join(", ");
		turn += 1;
		const nodes = await walk(t, list, all, [100, 7, 3][turn % (before.length > 60 ? 1 : 3)]);
		const order = sort?.[1] ?? (usual === undefined ? undefined : orders[usual]);
		found.push({ args: all, nodes, keeps, ...(order && { order }) });
	};
	await look("", () => true);
	for (const sort of sorts) await look("", () => true, sort);
	for (const [at, [args, keeps]] of tests.entries()) {
		await look(args, keeps);
		for (const [other, also] of [...tests, ...tests].slice(at + 1, at + 2)) {
			// The same argument cannot be given twice.
			const names = (text: string) => [...text.matchAll(/(\w+):/g)].map(([, name = ""]) => (apart.includes(name) ? apart[0] : name));
			if (names(args).some((name) => names(other).includes(name))) continue;
			await look(`${args}, ${other}`, (node) => keeps(node) && also(node), sorts[turn % Math.max(1, sorts.length)]);
		}
	}
	const whole = await page(list, "");
	const after = await walk(t, list);
	const steady = new Map(before.filter((one) => after.some((other) => isDeepStrictEqual(one, other))).map((one) => [one[key], one]));
	const keys = (nodes: readonly Fields[]): unknown[] => nodes.map((one) => one[key]).filter((one) => steady.has(one));
	for (const { args, nodes, keeps, order } of found) {
		const expected = keys(before.filter(keeps));
		const actual = keys(nodes);
		const what = `${list.at}(${args})`;
		if (order === undefined || (usual !== undefined && order === orders[usual])) t.same(what, actual, expected);
		else t.same(`${what}, in any order`, [...actual].sort(), [...expected].sort());
		const sorted = nodes.filter((one) => steady.has(one[key]));
		const at = order ? sorted.findIndex((one, index) => index > 0 && !inOrder(order, sorted[index - 1] ?? {}, one)) : -1;
		if (order && at > 0)
			t.same(
				`${what}: neighbours in the wrong order`,
				[sorted[at - 1], sorted[at]].map((one) => one && [one[key], order.by(one)]),
				[],
			);
	}
	if (!list.uncounted && before.length === after.length) t.same(`the count of ${list.at}`, whole.count, before.length, whole.answer);
}

/** A time as it is compared: GraphQL has whole seconds. */
export const time = (value: unknown): Value => (typeof value === "string" ? Date.parse(value) : null);
export const text = (value: unknown): string => String(value).toLowerCase();
const order = (by: Order["by"], nulls: Order["nulls"] = "last") =>
	[
		{ by, nulls },
		{ by, nulls, descending: true },
	] as const;
/** Both directions of an order. */
export function bothWays(name: string, by: Order["by"], nulls?: Order["nulls"]): { [sort: string]: Order } {
	const [ascending, descending] = order(by, nulls);
	return { [`${name}_ASC`]: ascending, [`${name}_DESC`]: descending };
}
/** The position of a value in a list of words. */
export const rank =
	(words: readonly unknown[], field: string) =>
	(node: Fields): number =>
		words.indexOf(node[field]);
/** A field of a record inside a node. */
export const inner = (node: Fields, ...path: readonly string[]): unknown =>
	path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), node);
/** The nodes of a connection inside a node. */
export function nodesOf(value: unknown): readonly Fields[] {
	return isFields(value) && Array.isArray(value.nodes) ? value.nodes.filter(isFields) : [];
}

/** An instant of REST as GraphQL writes it. */
export const whole = (value: unknown): unknown => (typeof value === "string" ? `${value.slice(0, 19)}Z` : (value ?? null));

/** The first project field of a response: `project(fullPath:) { … }` as somebody reads it. */
export async function inProject(t: Context, who: Who, path: string, selection: string): Promise<Fields | null> {
	const response = await ask(by(t, who), `query($path: ID!) { project(fullPath: $path) { ${selection} } }`, { path });
	const found = response.at("project");
	return isFields(found) ? found : null;
}

export const snippetFields = `title description visibilityLevel createdAt updatedAt author { username } project { fullPath }
	blobs { nodes { path rawPlainData plainData } }`;

/** A blob action that creates a file. */
export const file = (filePath: string, content = "Be kind."): Fields => ({ action: "create", filePath, content });

/** Creates a snippet; it is removed after the rule. */
export async function createSnippet(t: Context, who: Who, input: Fields, headers: Readonly<Record<string, string>> = {}): Promise<GraphqlAnswer> {
	const all = { title: t.unique("snippet"), visibilityLevel: "public", blobActions: [file("tips.md")], ...input };
	const response = await mutate(by(t, who), "createSnippet", all, `snippet { id ${snippetFields} } clientMutationId`, headers);
	const id = inner(response.answer.fields, "data", "createSnippet", "snippet", "id");
	if (id !== undefined) t.undo(`snippet ${id}`, async () => (await mutate(by(t, who), "destroySnippet", { id })).answer);
	return response;
}

/** A snippet that must be created: of the scene's project, by the maintainer, unless given otherwise. */
export async function snippetOf(t: Context, input: Fields = {}, who: Who = "maintainer"): Promise<Fields & { readonly number: number }> {
	const response = await createSnippet(t, who, { projectPath: t.scene("project"), ...input });
	t.same("errors", response.record("createSnippet").errors, [], response.answer);
	const snippet = response.record("createSnippet.snippet");
	return { ...snippet, number: numberOf(snippet.id) };
}

/** A snippet as somebody reads it; null where it does not show. */
export async function found(t: Context, who: Who, id: unknown, fields = `id ${snippetFields}`): Promise<Fields | null> {
	const response = await ask(by(t, who), `query($ids: [SnippetID!]) { snippets(ids: $ids) { nodes { ${fields} } } }`, { ids: [id] });
	return response.list("snippets.nodes")[0] ?? null;
}

/** A list of GraphQL must be the list of REST, in its order. What others write meanwhile is left out. Null is a refusal of either. */
export async function likeRest(
	t: Context,
	what: string,
	rest: () => Promise<readonly Fields[] | null>,
	graphql: () => Promise<readonly Fields[] | null>,
): Promise<number> {
	const before = await rest();
	const found = await graphql();
	const after = await rest();
	if (before === null || after === null || found === null) {
		t.same(what, found, before);
		return 0;
	}
	const steady = before.filter((one) => after.some((other) => isDeepStrictEqual(one, other)));
	const ids = new Set(steady.map(({ id }) => id));
	const others = new Set([...before, ...after].map(({ id }) => id));
	t.same(
		what,
		found.filter(({ id }) => ids.has(id) || !others.has(id)),
		steady,
	);
	return steady.length;
}
