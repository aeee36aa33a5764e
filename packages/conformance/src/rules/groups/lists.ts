/** Lists of groups and of projects: what must be in them, in what order, and by pages. */
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { linksOf } from "../../rule/links";
import type { ApiResponse, Fields } from "../../rule/response";
import { ChangedGroup } from "./changed-group";
import { groupsBelow, newGroup, notInList } from "./lab";

/** The list must be there, and have these groups. */
export function lists(t: Context, response: ApiResponse, ...paths: readonly string[]): void {
	const found = response.ok.pluck("full_path");
	for (const path of paths) t.holds(`${path} is listed`, found.includes(path), response);
}

/** The list must be there, and not have these groups. */
export function omits(t: Context, response: ApiResponse, ...paths: readonly string[]): void {
	const found = response.ok.pluck("full_path");
	for (const path of paths) t.holds(`${path} is not listed`, !found.includes(path), response);
}

export type List = (query?: Params, caller?: Caller) => Promise<ApiResponse>;

/**
 * A filter must leave those of the whole list that the predicate accepts, all of them and in the same order. Skips the rule where the list
 * does not have both kinds.
 */
export async function keeps(t: Context, list: List, query: Params, accepts: (record: Fields) => boolean, caller?: Caller): Promise<ApiResponse> {
	const all = (await list({}, caller)).ok;
	const expected = all.items.filter(accepts).map((one) => one.id);
	const what = JSON.stringify(query);
	if (expected.length === 0 || expected.length === all.items.length) t.skip(`the list needs records that ${what} accepts, and others`);
	const response = (await list(query, caller)).ok;
	t.same(`the records of ${what}`, response.ids, expected, response);
	return response;
}

export const idsOf = (records: readonly Fields[]): readonly unknown[] => records.map((one) => one.id);
export const without = <T>(ids: readonly T[], gone: readonly unknown[]): readonly T[] => ids.filter((id) => !gone.includes(id));

/** A list must have just these records, in this order. */
export async function hasIds(t: Context, what: string, request: Promise<ApiResponse>, expected: readonly unknown[]): Promise<void> {
	const response = await request;
	t.same(what, response.ok.ids, expected, response);
}

/** Of a list these records must come in this order; others may be among them. */
export async function isOrdered(t: Context, what: string, request: Promise<ApiResponse>, expected: readonly number[]): Promise<void> {
	const response = (await request).ok;
	const found = response.ids.filter((id) => expected.includes(id));
	t.same(what, found, expected, response);
}

/** A parameter of a list must be refused with 400 for each of these values. */
export async function refusesValues(list: List, name: string, values: readonly unknown[], body = notInList(name)): Promise<void> {
	for (const value of values) (await list({ [name]: value })).refuses(400, body);
}

/** The pages of a list: 20 records by default, 100 at most, and each says where it is. */
export async function pagesAsUsual(t: Context, list: List): Promise<void> {
	const all: number[] = [];
	for (let page = 1; ; page++) {
		const { ids } = (await list({ per_page: 100, page })).ok;
		all.push(...ids);
		if (ids.length < 100) break;
	}
	if (all.length === 0) t.skip("the list is empty");
	for (const [query, per_page, page] of [
		[{}, 20, 1],
		[{ page: 2 }, 20, 2],
		[{ per_page: 101 }, 100, 1],
		[{ per_page: 1, page: 2 }, 1, 2],
		[{ per_page: all.length }, Math.min(100, all.length), 1],
		[{ page: 90 }, 20, 90],
	] as const) {
		const response = (await list(query)).ok;
		const what = JSON.stringify(query);
		t.same(`the records of ${what}`, response.ids, all.slice((page - 1) * per_page, page * per_page), response);
		const pages = Math.ceil(all.length / per_page);
		const expected = {
			"x-page": String(page),
			"x-per-page": String(per_page),
			"x-total": String(all.length),
			"x-total-pages": String(pages),
			"x-next-page": page < pages ? String(page + 1) : "",
		};
		const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, response.header(name)]));
		t.same(`the headers of ${what}`, actual, expected, response);
		if (page <= pages) t.same("x-prev-page", response.header("x-prev-page"), page > 1 ? String(page - 1) : "", response);
		t.same("whether there is a link to the next page", linksOf(response).has("next"), page < pages, response);
	}
}

type Ordered = { readonly id: number; readonly name: string; readonly path: string };

/** In the order of a field, up or down; records that are equal in it come by id, upwards either way. */
export const inOrder = (groups: readonly Ordered[], key: keyof Ordered = "name", sort = "asc"): readonly number[] => {
	const compare = (a: Ordered, b: Ordered) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0);
	return [...groups].sort((a, b) => (sort === "desc" ? compare(b, a) : compare(a, b)) || a.id - b.id).map(({ id }) => id);
};

/** Groups below one, whose names, paths and ids are ordered differently; all their names and paths have the word. */
export async function differing(t: Context): Promise<{ readonly top: string; readonly word: string; readonly groups: readonly Ordered[] }> {
	const word = t.unique("word");
	const places = [
		["c", "y"],
		["b", "z"],
		["d", "w"],
		["a", "x"],
	] as const;
	const names = places.map(([name, path]) => ({ name: `${word} ${name}`, path: `${word}-${path}` }));
	if (t.given.hasControl) {
		const { full_path: top } = await newGroup(t);
		const made = await groupsBelow(t, top, Object.fromEntries(names.map(({ name, path }) => [path, { name }])));
		return { top, word, groups: names.map((one, index) => ({ ...one, id: made[index]?.id ?? 0 })) };
	}
	const groups = [await ChangedGroup.of(t, "subgroup"), await ChangedGroup.of(t, "leaf_group")].sort((a, b) => a.id - b.id);
	for (const [index, group] of groups.entries()) await group.change(names[index] ?? {});
	return { top: t.scene("group"), word, groups: groups.flatMap(({ id }, index) => ({ id, name: "", path: "", ...names[index] })) };
}

/** Groups of the same name below one, at different depths; on a server without the control API two of the scene's. */
export async function namesakes(t: Context, atOneDepth = false): Promise<{ readonly top: string; readonly name: string; readonly ids: readonly number[] }> {
	const name = t.unique("same");
	if (t.given.hasControl) {
		const { full_path: top } = await newGroup(t);
		const paths = atOneDepth ? ["c", "a", "b"] : ["c", "c/a", "b", "c/a/d"];
		const made = await groupsBelow(t, top, Object.fromEntries(paths.map((path) => [path, { name }])));
		return { top, name, ids: made.map(({ id }) => id) };
	}
	if (atOneDepth) t.skip("two groups of the same name below one can only be made through the mock's control API");
	const leaf = await ChangedGroup.of(t, "leaf_group");
	const { ids } = (await t.as("owner").call("listSubgroups", { id: t.scene("subgroup"), per_page: 1 })).ok;
	if (ids[0] === undefined) return t.skip("the scene's subgroup has no groups below it");
	const deep = await ChangedGroup.at(t, ids[0]);
	for (const group of [leaf, deep]) await group.change({ name });
	return { top: t.scene("group"), name, ids: [leaf.id, deep.id].sort((a, b) => a - b) };
}
