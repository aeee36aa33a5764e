import type { ValueSchema } from "@tenon/contract";
import type { RestOperation } from "../generators/rest-operations";
import { applies, sentFields } from "../generators/wrong-input";
import type { Plan } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { type FilterRow, filterRows, foretells } from "./filter-rows";

/** A filter parameter of a list, and the values to try. */
export interface Filter {
	readonly parameter: string;
	readonly values: readonly unknown[];
	/** How to predict the result from the records, or undefined if they do not show it. */
	readonly row: FilterRow | undefined;
}

/** Parameters that are not filters: they select a page, an order or a view, or widen the list. `saml_provider_id` was removed in 18.2. */
const others = /^(page|per_page|pagination|cursor|order_by|sort|statistics|simple|with_custom_attributes|include_.*|all_available|from|saml_provider_id)$/;

const parametersOf = (row: RestOperation) => sentFields(row).filter(({ name, lifecycle }) => !others.test(name) && lifecycle?.stage !== "removed");

/** Returns the parameters that change the fields of each record, but not which records are listed. */
export const viewsOf = (row: RestOperation): readonly string[] =>
	row.parameters.map(({ name }) => name).filter((name) => /^(statistics|simple|with_custom_attributes)$/.test(name));

/** Returns the views that a caller can request. Those for administrators may be refused to other callers; it is assumed that they are ignored. */
export async function viewsFor(row: RestOperation, { caller, params }: Plan, t: Context): Promise<readonly string[]> {
	const open: string[] = [];
	for (const view of viewsOf(row)) {
		const isTheirs = view === "simple" || caller.actor === "administrator";
		const trial = isTheirs ? undefined : await caller.call(row, { ...params, [view]: true, per_page: 1 });
		const isRefused = trial?.refused === true;
		t.assume(`${view} should be ignored for callers who are not administrators`, !isRefused, trial);
		if (!isRefused) open.push(view);
	}
	return open;
}

/** Whether a list has a filter. */
export const hasFilters = (row: RestOperation): boolean => parametersOf(row).length > 0;

/** Whether a value filters the list. With scope `branches` or `tags`, it is a different list: the newest pipeline of each branch or tag. */
const isPart = (name: string, value: unknown): boolean => !(name === "scope" && (value === "branches" || value === "tags"));

/** Text filters that are only for administrators, or that need another filter. */
const conditional = /^(repository_storage|extern_uid|provider)$/;

/** Filters of the list of users that are for administrators. For other callers they filter nothing. */
export const ofAdministrators: readonly string[] = ["two_factor", "without_projects", "admins", "auditors", "skip_ldap"];

/** Whether the parameter accepts any text. */
const isFree = (schema: ValueSchema | undefined): boolean => schema?.type === "string" && !schema.enum && !schema.format;

/** Returns text filters with values that no record has, so that they find nothing, with or without other filters. */
export const emptyFilters = (row: RestOperation, t: Context): readonly (readonly [parameter: string, value: unknown])[] =>
	parametersOf(row).flatMap(({ name: parameter, schema }) => {
		if (!isFree(schema.type === "array" ? schema.items : schema) || conditional.test(parameter)) return [];
		// The id of a user is not a username.
		const texts = [t.unique("none"), ...(parameter === "username" ? [String(t.user("owner").id)] : [])];
		return texts.map((text) => [parameter, schema.type === "array" ? [text] : text] as const);
	});

/** The number of values to try for each filter. */
const tried = 3;

/** Returns `count` items, evenly spread over all. */
function some<T>(all: readonly T[], count: number): readonly T[] {
	const step = Math.max(Math.floor(all.length / count), 1);
	return all.filter((_, index) => index % step === 0).slice(0, count);
}

/** Returns three letters that several of the texts contain, preferably not all, so that a search finds several records. */
export function commonPiece(texts: readonly string[], matches: (piece: string) => number, all: number): readonly string[] {
	const pieces = new Set(texts.flatMap((text) => [...text.matchAll(/(?=([a-z]{3}))/g)].map(([, piece = ""]) => piece)));
	const several = [...pieces].map((piece) => [piece, matches(piece)] as const).filter(([, count]) => count > 1);
	const [best] = several.sort(([, a], [, b]) => Number(b < all) - Number(a < all) || b - a);
	return best ? [best[0]] : [];
}

const distinct = (values: readonly unknown[]): readonly unknown[] => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];

/** Returns values from the parameter's schema or from the records. */
function suggested(name: string, schema: ValueSchema, whole: readonly Fields[], t: Context): readonly unknown[] {
	if (schema.type === "boolean") return [true, false];
	if (schema.enum) return some(schema.enum, 6);
	if (schema.format === "date-time") {
		const times = whole.map((item) => item[name.replace(/_(after|before)$/, "_at")]).filter((one) => typeof one === "string");
		return some(times.sort(), tried);
	}
	if (name === "username") return [t.user("owner"), t.user("maintainer"), t.user("developer")].map(({ username }) => username);
	if (name === "search") return whole.slice(0, 2).map((item) => String(item.name ?? item.title ?? item.description ?? "").slice(0, 4));
	// An empty text counts as no value.
	return distinct(whole.flatMap((item) => (typeof item[name] === "string" && item[name] !== "" ? [item[name]] : []))).slice(0, tried);
}

/** Complete records of some runners of a list, by the list. */
const runnersOf = new WeakMap<readonly Fields[], readonly Fields[]>();

/** Returns values that a list of runners does not show: tags and versions from the single runners, or system ids from a runner's managers. */
async function runnerValues(name: string, whole: readonly Fields[], caller: Caller, params: Params): Promise<readonly unknown[]> {
	if (name === "system_id") return (await caller.call("listRunnerManagers", params)).is(200).pluck(name).slice(-tried);
	const runners = [...(runnersOf.get(whole) ?? [])];
	if (!runnersOf.has(whole))
		for (const { id } of whole.slice(-8)) {
			const runner = await caller.call("getRunner", { id });
			if (runner.status === 200) runners.push(runner.fields);
		}
	runnersOf.set(whole, runners);
	const found = runners.flatMap(({ tag_list, version }): readonly unknown[] => {
		if (name === "tag_list") return Array.isArray(tag_list) ? tag_list.map((tag) => [tag]) : [];
		return typeof version === "string" && version ? [version.split(".")[0]] : [];
	});
	return distinct(found).slice(-tried);
}

/** Whether the list contains all records that a filter finds. If it does not, the list cannot predict the result of the filter. */
async function isPartOf({ parameter, besides }: FilterRow, row: RestOperation, whole: readonly Fields[], { caller, params }: Plan, t: Context) {
	if (besides === undefined) return true;
	const response = await caller.call(row, { ...params, [parameter]: besides, per_page: 100 });
	const isPart = response.status !== 200 || response.items.every(({ id }) => whole.some((one) => one.id === id));
	t.assume(`the list should contain the records that ${parameter}=${String(besides)} finds`, isPart, response);
	return isPart;
}

/** Adapts a filter to the server, if the specification leaves open whether it finds some kinds of records: all of a kind or none. */
async function asServed(known: FilterRow | undefined, row: RestOperation, whole: readonly Fields[], { caller, params }: Plan, t: Context) {
	const asked = distinct(whole.flatMap((item) => [known?.ask(item), ...(known?.edges?.(item) ?? [])]).filter((value) => value !== undefined));
	let served = known && (await isPartOf(known, row, whole, { caller, params }, t)) ? known : undefined;
	for (const isOfKind of known?.open ?? []) {
		// Prefer a value in the record's own letter case, because it is only assumed that the other case finds it.
		const isClear = (item: Fields, one: unknown) => isOfKind(item, one) && !known?.isOpen?.(item, one);
		const value = [isClear, isOfKind].map((fits) => asked.find((one) => whole.some((item) => fits(item, one)))).find((one) => one !== undefined);
		const [example] = whole.filter((item) => isOfKind(item, value));
		if (!served || value === undefined || !example) continue;
		const { parameter, passes } = served;
		const response = await caller.call(row, { ...params, [parameter]: value, per_page: 100 });
		const isFound = response.status === 200 && response.items.some((item) => isOfKind(item, value));
		t.assume(
			`${parameter}=${String(value)} should ${passes(example, value) ? "" : "not "}find ${String(example.id)}`,
			isFound === passes(example, value),
			response,
		);
		served = { ...served, passes: (item, one) => (isOfKind(item, one) ? isFound : passes(item, one)) };
	}
	return served;
}

interface Asked extends Plan {
	readonly parameter: string;
	readonly row: RestOperation;
	readonly whole: readonly Fields[];
}

const ofRunners = (_: Context, { parameter, whole, caller, params }: Asked) => runnerValues(parameter, whole, caller, params);

/** Return values for filters on properties that the listed records do not show. */
const unshown: { readonly [parameter: string]: (t: Context, asked: Asked) => Promise<readonly unknown[]> } = {
	tag_list: ofRunners,
	version_prefix: ofRunners,
	system_id: ofRunners,
	relation: async () => [["direct"], ["inherited"]],
	async marked_for_deletion_on(t) {
		const day = (await t.as("administrator").call("getGroup", { id: t.scene("leaving_group"), with_projects: false })).field("marked_for_deletion_on");
		return typeof day === "string" ? [day] : [];
	},
	// Only administrators can filter by custom attributes.
	async custom_attributes(t, { row, params }) {
		if (row.id !== "listGroups") return [];
		const { items } = await t.as("administrator").call(row.id, { ...params, with_custom_attributes: true, per_page: 100 });
		const [first] = items.flatMap((one) => (Array.isArray(one.custom_attributes) ? one.custom_attributes : []));
		return first ? [{ [first.key]: first.value }] : [];
	},
};

/** Returns the filters of a list, with values that match some records and not others, as far as the records show it. */
export async function filtersOf(row: RestOperation, whole: readonly Fields[], { caller, params }: Plan, t: Context): Promise<readonly Filter[]> {
	const filters: Filter[] = [];
	// A text of digits must be taken as a text, not as the id of a user. A search must be long enough.
	const digitsFor = (parameter: string) => [parameter === "search" ? "404" : String(t.user("developer").id)];
	for (const field of parametersOf(row)) {
		const { name: parameter, schema } = field;
		// The plan may already send this filter.
		if (!applies(t, field) || Object.hasOwn(params, parameter)) continue;
		const listed = filterRows.find((one) => one.operation === row.id && one.parameter === parameter);
		const known = await asServed(listed, row, whole, { caller, params }, t);
		const isClear = (value: unknown) => foretells(known, whole, value);
		const found = known ? whole.map(known.ask).filter(isClear) : suggested(parameter, schema, whole, t);
		// If no record suggests a value of a boolean filter, `true` must find no records outside the list.
		const own = found.length === 0 && schema.type === "boolean" ? [true] : found;
		const different = (items: readonly Fields[]) => new Set(items.map((item) => known?.ask(item))).size;
		const matches = (value: unknown) => different(whole.filter((item) => known?.passes(item, value)));
		// A whole name finds one record. A part that several names have finds more.
		const texts = [...own, ...whole.flatMap((item) => known?.edges?.(item) ?? [])].map(String);
		const pieces = parameter === "search" && known ? commonPiece(texts, (piece) => (isClear(piece) ? matches(piece) : 0), different(whole)) : [];
		// A value from the contract that no record has finds none.
		const absent = known?.isWhole && schema.enum ? some(schema.enum, tried).filter((value) => matches(value) === 0) : [];
		const asked = distinct(own);
		const narrowing = asked.filter((value) => whole.some((item) => !known?.passes(item, value)));
		// A value that all records match is still useful together with another filter.
		const telling = narrowing.length > 0 ? narrowing : asked;
		const edges = some(
			whole.map((item) => known?.edges?.(item)?.filter(isClear) ?? []).filter(({ length }) => length > 0),
			tried,
		).flat();
		const values = known
			? distinct([...pieces, ...some(telling, schema.enum ? 12 : tried), ...edges, ...absent, ...(isFree(schema) ? digitsFor(parameter) : [])])
			: telling.filter((value) => value !== "" && isPart(parameter, value));
		const further = (await unshown[parameter]?.(t, { parameter, row, whole, caller, params })) ?? [];
		if (values.length + further.length > 0) filters.push({ parameter, values: [...values, ...further], row: known });
	}
	return filters;
}
