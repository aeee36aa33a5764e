/** GraphQL connections: reads them, and checks their filters and orders. */
import { isDeepStrictEqual } from "node:util";
import { whileUnchanged } from "../../laws/while-unchanged";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import { type ApiResponse, type Fields, isFields } from "../../rule/response";
import { quoted } from "./lab";

/** A connection: its query, the caller, and the fields to read of its nodes. */
export interface List {
	readonly caller: Caller;
	/** The query around the field: `project(fullPath: "a/b") { @ }`. */
	readonly around: string;
	/** Where in the data the connection is: `project.issues`. */
	readonly at: string;
	/** The fields to read of each node; `id` is added unless `key` names another field. */
	readonly fields: string;
	readonly key?: string;
	/** Whether the connection has no `count`. */
	readonly uncounted?: boolean;
}

/** One page of a list. */
export async function page(
	{ caller, around, at, fields, key = "id", uncounted }: List,
	args: string,
): Promise<{
	readonly nodes: readonly Fields[];
	readonly cursors: readonly unknown[];
	readonly info: Fields;
	readonly count: unknown;
	readonly http: ApiResponse;
}> {
	const name = at.split(".").at(-1);
	const selection = `${name}${args && `(${args})`} { ${uncounted ? "" : "count"} nodes { ${key} ${fields} } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
	const response = await ask(caller, `{ ${around.replace("@", selection)} }`);
	return {
		...{ nodes: response.list(`${at}.nodes`), cursors: response.list(`${at}.edges`).map(({ cursor }) => cursor) },
		...{ info: response.record(`${at}.pageInfo`), count: response.at(`${at}.count`), http: response.http },
	};
}

/** All nodes of a list, and the count that the last page returned. */
interface Walked {
	readonly nodes: readonly Fields[];
	readonly count: unknown;
}

async function allOf(list: List, args: string, step: number): Promise<Walked> {
	const all: Fields[] = [];
	for (let cursor: unknown = null; ; ) {
		const { nodes, info, count } = await page(list, [args, `first: ${step}`, cursor === null ? "" : `after: ${quoted(cursor)}`].filter(Boolean).join(", "));
		all.push(...nodes);
		if (info.hasNextPage !== true || all.length >= 2_000) return { nodes: all, count };
		cursor = info.endCursor;
	}
}

/** All nodes of a list, page by page; each must come once. A node that another client moves meanwhile may come twice: then the list is read again. */
async function counted(t: Context, list: List, args: string, step: number): Promise<Walked> {
	for (let attempt = 1; ; attempt++) {
		const all = await allOf(list, args, step);
		const twice = all.nodes.length - new Set(all.nodes.map((one) => one[list.key ?? "id"])).size;
		if (twice > 0 && attempt < 4) continue;
		t.same(`the number of nodes of ${list.at}(${args}) that come twice`, twice, 0);
		return all;
	}
}

/** Only the nodes. */
export const walk = async (t: Context, list: List, args = "", step = 100): Promise<readonly Fields[]> => (await counted(t, list, args, step)).nodes;

type Value = string | number | null;
/** An order of a list: the value to sort by, and where nodes without a value are. */
export interface Order {
	readonly by: (node: Fields) => Value;
	readonly descending?: boolean;
	readonly nulls?: "first" | "last" | "anywhere";
}
/** Arguments that filter, and the nodes that they keep. */
type Filter = readonly [args: string, keeps: (node: Fields) => boolean];
export interface Law {
	readonly filters?: { readonly [args: string]: Filter[1] };
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
 * Every filter, every pair of filters, every order and every page size must return what filtering and sorting the whole list returns.
 * Only records that did not change meanwhile are compared, because other clients may write.
 */
export const agrees = async (t: Context, list: List, law: Law): Promise<void> =>
	await whileUnchanged(
		t,
		async () => await walk(t, list),
		async (whole) => await agreesWith(t, list, law, whole),
	);

async function agreesWith(t: Context, list: List, { filters = {}, orders = {}, apart = [], usual }: Law, before: readonly Fields[]): Promise<void> {
	const key = list.key ?? "id";
	if (before.length < 2) t.skip(`there are fewer than two records in ${list.at}: give the scene more`);
	const ordered = usual === undefined ? undefined : orders[usual];
	const found: {
		readonly args: string;
		readonly nodes: readonly Fields[];
		readonly keeps: (node: Fields) => boolean;
		readonly order?: Order;
		readonly count: unknown;
	}[] = [{ args: "", nodes: before, keeps: () => true, count: before.length, ...(ordered && { order: ordered }) }];
	const sorts = Object.entries(orders).filter(([name]) => name !== "");
	const tests: readonly Filter[] = Object.entries(filters);
	let turn = 0;
	const look = async (args: string, keeps: (node: Fields) => boolean, sort?: readonly [string, Order]): Promise<void> => {
		const all = [args, sort && `sort: ${sort[0]}`].filter(Boolean).join(", ");
		turn += 1;
		// On one page, on two, on three.
		const { nodes, count } = await counted(t, list, all, Math.min(Math.ceil(before.length / ((turn % 3) + 1)), 100));
		const order = sort?.[1] ?? ordered;
		found.push({ args: all, nodes, keeps, count: list.uncounted || args === "" || sort ? nodes.length : count, ...(order && { order }) });
	};
	// The same argument cannot be given twice.
	const namesIn = (args: string) =>
		[...args.replace(/"[^"]*"/g, "").matchAll(/(\w+):/g)].map(([, name = ""]) => (apart.includes(name) ? (apart[0] ?? name) : name));
	for (const sort of sorts) await look("", () => true, sort);
	for (const [args, keeps] of tests) await look(args, keeps);
	// Every pair of arguments, with the values that exclude the most of each other's nodes; for two flags, all values.
	const takes = ([, keeps]: Filter, [, also]: Filter) => Number(before.some((node) => keeps(node) && !also(node)));
	const pairs = new Map<string, { readonly gain: number; readonly both: readonly Filter[] }>();
	for (const [at, one] of tests.entries())
		for (const other of tests.slice(at + 1)) {
			const names = [namesIn(one[0]), namesIn(other[0])];
			if (names[0]?.some((name) => names[1]?.includes(name))) continue;
			const both = [one, other] as const;
			const pair = quoted(both.every(([args]) => /^\w+: (true|false)$/.test(args)) ? both.map(([args]) => args) : names);
			const gain = takes(one, other) + takes(other, one);
			if (gain > (pairs.get(pair)?.gain ?? -1)) pairs.set(pair, { gain, both });
		}
	const together = async (all: readonly Filter[], sort?: readonly [string, Order]) =>
		await look(all.map(([args]) => args).join(", "), (node) => all.every(([, keeps]) => keeps(node)), sort);
	for (const { both } of pairs.values()) await together(both, sorts[turn % Math.max(1, sorts.length)]);
	// As many filters at once as one node matches, until every filter that some node matches was combined with others.
	const single = tests.filter(([args]) => namesIn(args).length === 1);
	const alone = new Set(single.filter((one) => ![...pairs.values()].some(({ both }) => both.includes(one))));
	const newIn = (all: readonly Filter[]) => all.filter((one) => alone.has(one)).length;
	for (let count = 0; count < 6; count++) {
		// Each argument is used once, with its last filter.
		const inTurn = single.toSorted((one, other) => Number(alone.has(one)) - Number(alone.has(other)));
		const passed = before.map((node) => [...new Map(inTurn.flatMap((one) => (one[1](node) ? [[namesIn(one[0]).join(), one] as const] : []))).values()]);
		const [all = []] = passed.sort((one, other) => newIn(other) - newIn(one) || other.length - one.length);
		if (all.length < 2 || (count > 0 && newIn(all) === 0)) break;
		await together(all);
		for (const one of all) alone.delete(one);
	}
	const { nodes: after, count: total } = await counted(t, list, "", 100);
	const steady = new Map(before.filter((one) => after.some((other) => isDeepStrictEqual(one, other))).map((one) => [one[key], one]));
	const keys = (nodes: readonly Fields[]): unknown[] => nodes.map((one) => one[key]).filter((one) => steady.has(one));
	for (const { args, nodes, keeps, order, count } of found) {
		if (before.length === after.length) t.same(`the count of ${list.at}(${args})`, count, nodes.length);
		const expected = keys(before.filter(keeps));
		const actual = keys(nodes);
		const what = `${list.at}(${args})`;
		if (order === undefined || order === ordered) t.same(what, actual, expected);
		else t.same(`${what}, in any order`, [...actual].sort(), [...expected].sort());
		const sorted = nodes.filter((one) => steady.has(one[key]));
		const at = order ? sorted.findIndex((one, index) => index > 0 && !inOrder(order, sorted[index - 1] ?? {}, one)) : -1;
		if (order && at > 0) {
			const neighbours = [sorted[at - 1], sorted[at]].map((one) => one && [one[key], order.by(one)]);
			t.same(`${what}: neighbours in the wrong order`, neighbours, []);
		}
	}
	if (!list.uncounted && before.length === after.length) t.same(`the count of ${list.at}`, total, before.length);
}

/** A time in milliseconds, to compare; GraphQL returns whole seconds. */
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
/** A field of a record inside a node. */
export const inner = (node: Fields, ...path: readonly string[]): unknown =>
	path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), node);
/** The nodes of a connection inside a node. */
export function nodesOf(value: unknown): readonly Fields[] {
	return isFields(value) && Array.isArray(value.nodes) ? value.nodes.filter(isFields) : [];
}

/** An instant of REST as GraphQL writes it. */
export const whole = (value: unknown): unknown => (typeof value === "string" ? `${value.slice(0, 19)}Z` : (value ?? null));
