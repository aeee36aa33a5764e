/** Connections of GraphQL: how they are read, and what filters and orders must do to them. */
import { isDeepStrictEqual } from "node:util";
import { whileUnchanged } from "../../laws/while-unchanged";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import { type ApiResponse, type Fields, isFields } from "../../rule/response";
import { quoted } from "./lab";

/** A connection: its query, who sends it, and what is read of its nodes. */
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

/** All nodes of a list, and their number as the last page says it. */
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

/** All nodes of a list, from page to page; each must come once. What another client moves meanwhile may come twice: then it is read again. */
async function counted(t: Context, list: List, args: string, step: number): Promise<Walked> {
	for (let attempt = 1; ; attempt++) {
		const all = await allOf(list, args, step);
		const twice = all.nodes.length - new Set(all.nodes.map((one) => one[list.key ?? "id"])).size;
		if (twice > 0 && attempt < 4) continue;
		t.same(`how many nodes of ${list.at}(${args}) come twice`, twice, 0);
		return all;
	}
}

/** The nodes alone. */
export const walk = async (t: Context, list: List, args = "", step = 100): Promise<readonly Fields[]> => (await counted(t, list, args, step)).nodes;

type Value = string | number | null;
/** An order of a list: the value that it follows, and where nodes without one are. */
export interface Order {
	readonly by: (node: Fields) => Value;
	readonly descending?: boolean;
	readonly nulls?: "first" | "last" | "anywhere";
}
/** Arguments that filter, and which nodes they keep. */
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
 * A list must agree with itself: each filter, each two filters together, each order and each page size give what filtering and sorting
 * the whole list gives. Only records that are the same before and after are compared, for others may write meanwhile.
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
	// Every two arguments together, with the values that take the most out of each other; of two flags all values.
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
	// Filters by every argument at once that keep a node, so that each of them has to be passed: until each that some node passes was beside others.
	const single = tests.filter(([args]) => namesIn(args).length === 1);
	const alone = new Set(single.filter((one) => ![...pairs.values()].some(({ both }) => both.includes(one))));
	const newIn = (all: readonly Filter[]) => all.filter((one) => alone.has(one)).length;
	for (let count = 0; count < 6; count++) {
		// Of an argument's filters the last one counts.
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
/** A field of a record inside a node. */
export const inner = (node: Fields, ...path: readonly string[]): unknown =>
	path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), node);
/** The nodes of a connection inside a node. */
export function nodesOf(value: unknown): readonly Fields[] {
	return isFields(value) && Array.isArray(value.nodes) ? value.nodes.filter(isFields) : [];
}

/** An instant of REST as GraphQL writes it. */
export const whole = (value: unknown): unknown => (typeof value === "string" ? `${value.slice(0, 19)}Z` : (value ?? null));
