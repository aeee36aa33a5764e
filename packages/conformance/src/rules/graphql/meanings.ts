/** What the arguments of a connection do, derived from the schema's names: a filter keeps the nodes whose field has the value, an order sorts by its field. */
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import { agrees, type Law, type List, type Order, text, time, walk } from "./connections";
import { quoted } from "./lab";

type Test = (node: Fields) => boolean;

/** What the names in the schema do not say. */
export interface Meaning extends Law {
	/** The field that an argument, or a value of `sort` without its direction, is about; null where it is about none. */
	readonly about?: { readonly [name: string]: string | null };
	/** Fields that `search` looks in. */
	readonly texts?: readonly string[];
	/** Values of an enum from the lowest up, by the field that is sorted by; the schema's order is that of the contract. */
	readonly ranks?: { readonly [field: string]: readonly unknown[] };
	/** More fields to read, for `filters` and `orders`. */
	readonly fields?: string;
}

const argumentsQuery = `query($type: String!) { __type(name: $type) { fields { name args(includeDeprecated: true) { name type { ...T ofType { ...T ofType { ...T } } } } type { name ofType { name } } } } }
	fragment T on __Type { kind name enumValues(includeDeprecated: true) { name } }`;
const fieldsQuery = "query($type: String!) { __type(name: $type) { fields { name type { name kind ofType { name kind ofType { name } } } } } }";

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const camel = (name: string): string => name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const only = (name: string): string => name.replace(/(s|x|ch|sh)es$|s$/, "$1");

/** An argument: the type of its values, and whether it takes a list of them. */
interface Argument {
	readonly name: string;
	readonly type: string;
	readonly isList: boolean;
	readonly values: readonly string[];
}

function argumentOf({ name, type }: Fields): Argument {
	let inner: Fields = isFields(type) ? type : {};
	let isList = false;
	while (isFields(inner.ofType)) {
		isList ||= inner.kind === "LIST";
		inner = inner.ofType;
	}
	return { name: String(name), type: String(inner.name), isList, values: listOf(inner.enumValues).map((one) => String(one.name)) };
}

/** The values at a path inside a node; lists are flattened. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
	if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
	const [name, ...rest] = path;
	if (name === undefined) return value === null || value === undefined ? [] : [value];
	return isFields(value) ? valuesAt(value[name], rest) : [];
}
const selectionOf = (path: string): string => path.split(".").join(" { ") + " }".repeat(path.split(".").length - 1);
const same = (one: unknown, other: unknown): boolean => text(one) === text(other);

/** Filters by one argument about a field: the argument with its value, and the nodes that it keeps. */
function filtersOf({ name, type, isList, values }: Argument, field: string, nodes: readonly Fields[]): { [args: string]: Test } {
	const path = field.split(".");
	const at = (node: Fields): unknown[] => valuesAt(node, path);
	const found = nodes.flatMap(at);
	if (type === "Boolean") return Object.fromEntries([true, false].map((value) => [`${name}: ${value}`, (node: Fields) => at(node)[0] === value]));
	const one = (value: string): string => `${name}: ${isList ? `[${value}]` : value}`;
	if (values.length > 0) {
		const kept = values.map((value): [string, Test] => [one(value), (node) => at(node).some((other) => same(other, value))]);
		const [first = "", second = ""] = found.length > 0 ? [String(found[0]), values.find((value) => !same(value, found[0]))] : values;
		const both: [string, Test] = [`${name}: [${first}, ${second}]`, (node) => at(node).some((other) => same(other, first) || same(other, second))];
		return Object.fromEntries(isList ? [...kept, both] : kept);
	}
	if (type === "Time") {
		const middle = String([...found].sort()[Math.floor(found.length / 2)]);
		if (found.length === 0) return {};
		const isAfter = name.endsWith("After");
		const second = new Date(middle).toISOString().slice(0, 19);
		const [from, to] = [`${second}+00:00`, `${second}.999Z`];
		return { [one(quoted(isAfter ? from : to))]: (node) => at(node).some((value) => (isAfter ? String(value) >= middle : String(value) <= middle)) };
	}
	const [first, last] = [found[0], found.at(-1)];
	// Usernames are case-insensitive.
	const written = /username/i.test(name) ? String(first).toUpperCase() : first;
	const none = type === "String" ? { [one(quoted("no.such"))]: () => false } : {};
	if (first === undefined) return none;
	const nearly = String(first).slice(0, -1);
	const near =
		type === "String" && nearly !== ""
			? { [one(quoted(isList ? [nearly] : nearly).replace(/^\[|\]$/g, ""))]: (node: Fields) => at(node).some((value) => same(value, nearly)) }
			: {};
	if (!isList) return { ...none, ...near, [one(quoted(written))]: (node) => at(node).some((value) => same(value, first)) };
	// A node with several values must have all of the given ones.
	if (path.includes("nodes")) {
		const named = (some: readonly unknown[]): [string, Test] => [`${name}: ${quoted(some)}`, (node) => some.every((value) => at(node).includes(value))];
		const [many = []] = nodes.map(at).sort((one, other) => other.length - one.length);
		return { ...none, ...Object.fromEntries([named([first]), named(many.slice(0, 3))]) };
	}
	return {
		...near,
		[`${name}: []`]: () => false,
		[`${name}: ${quoted([written, last, ...(type === "String" ? ["no.such"] : [])])}`]: (node) =>
			at(node).some((value) => same(value, first) || same(value, last)),
	};
}

/** The order that a value of `sort` stands for. */
function orderOf(field: string, descending: boolean, ranks: Meaning["ranks"]): Order {
	const values = ranks?.[field];
	const by = (node: Fields) => {
		const [value] = valuesAt(node, field.split("."));
		if (values) return values.indexOf(value ?? null);
		if (typeof value === "number" || value === undefined) return value ?? null;
		return field.endsWith("At") ? time(value) : text(value);
	};
	return { by, nulls: "last", ...(descending && { descending }) };
}

/** A connection, and the type that has it as a field. */
export type Connection = Omit<List, "fields"> & { readonly parent: string };

/** Every argument of a connection, and every pair of them, must do what their names say. */
export async function follows(t: Context, connection: Connection, meaning: Meaning = {}): Promise<void> {
	const { about = {}, texts = [], filters = {}, orders = {}, ranks, fields: more = "", ...law } = meaning;
	const field = (await ask(t.as("guest"), argumentsQuery, { type: connection.parent }))
		.list("__type.fields")
		.find(({ name }) => name === connection.at.split(".").at(-1));
	const fieldsOf = async (type: unknown) => (await ask(t.as("guest"), fieldsQuery, { type: /"name":"(\w+)"/.exec(quoted(type))?.[1] })).list("__type.fields");
	const nodesField = (await fieldsOf(field?.type)).find(({ name }) => name === "nodes");
	const known = (await fieldsOf(nodesField?.type)).map(({ name }) => String(name));
	const args = listOf(field?.args).map(argumentOf);
	/** The field that a name is about, if the nodes have it. */
	const fieldOf = (name: string): string | undefined => {
		if (Object.hasOwn(about, name)) return about[name] ?? undefined;
		const user = name.replace(/Usernames?$/, "");
		const guesses = [
			name,
			only(name),
			`${name}At`,
			name.replace(/(After|Before)$/, "At"),
			...(user === name ? [] : [`${user}.username`, `${user}s.nodes.username`]),
		];
		return guesses.find((one) => known.includes(one.split(".")[0] ?? ""));
	};
	const sorts = args
		.filter(({ name }) => name === "sort")
		.flatMap(({ values }) => values)
		.flatMap((value) => {
			const [, name = value, direction = ""] = /^(.*)_(asc|desc)$/i.exec(value) ?? [];
			const sorted = fieldOf(Object.hasOwn(about, name) ? name : camel(name));
			return sorted === undefined || Object.hasOwn(orders, value) ? [] : [[value, sorted, text(direction) === "desc"] as const];
		});
	const filtered = args.flatMap((one) => {
		const field = ["after", "before", "first", "last", "search", "sort"].includes(one.name) ? undefined : fieldOf(one.name);
		return field === undefined ? [] : [[one, field] as const];
	});
	const paths = new Set([...filtered, ...sorts].map(([, path]) => path).concat(texts));
	const list: List = { ...connection, fields: `${[...paths].map(selectionOf).join(" ")} ${more}` };
	const nodes = await walk(t, list);
	// Part of a word of each text field, if possible from a node that has it only in that field.
	const isIn =
		(word: string, among = texts) =>
		(node: Fields): boolean =>
			among.some((one) => valuesAt(node, one.split(".")).some((value) => text(value).includes(text(word))));
	const partOf = (value: unknown): string => [...String(value).split(/\s/)].sort((one, other) => other.length - one.length)[0]?.slice(1, 21) ?? "";
	const words = texts.flatMap((one) => {
		const others = texts.filter((other) => other !== one);
		const found = nodes.flatMap((node) => valuesAt(node, one.split(".")).map((value) => [partOf(value), node] as const)).filter(([word]) => word.length > 2);
		const [word] = found.find(([word, node]) => !isIn(word, others)(node)) ?? found.at(-1) ?? [];
		return word === undefined ? [] : [word];
	});
	const nullable = filtered.map(([{ name }]) => `${name}: null`).join(", ");
	await agrees(t, list, {
		...law,
		filters: {
			...(nullable && { [nullable]: () => true }),
			...Object.assign({}, ...filtered.map(([one, field]) => filtersOf(one, field, nodes))),
			...Object.fromEntries(words.map((word) => [`search: ${quoted(word.toUpperCase())}`, isIn(word)])),
			...filters,
		},
		orders: { ...Object.fromEntries(sorts.map(([value, field, descending]) => [value, orderOf(field, descending, ranks)])), ...orders },
	});
}
