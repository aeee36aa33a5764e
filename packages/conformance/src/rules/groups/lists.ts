/** Lists of groups and of projects: what must be in them, and in what order. */
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";

/** The list must succeed and have these groups. */
export function lists(t: Context, response: ApiResponse, ...paths: readonly string[]): void {
	const found = response.ok.pluck("full_path");
	for (const path of paths) t.holds(`${path} is listed`, found.includes(path), response);
}

/** The list must succeed and not have these groups. */
export function omits(t: Context, response: ApiResponse, ...paths: readonly string[]): void {
	const found = response.ok.pluck("full_path");
	for (const path of paths) t.holds(`${path} is not listed`, !found.includes(path), response);
}

/** Parameters that do not filter out public, active groups. */
export const harmless: readonly Params[] = [{}, { active: true }, { sort: "desc" }, { order_by: "id" }, { order_by: "path", sort: "desc" }];

export type List = (query?: Params, caller?: Caller) => Promise<ApiResponse>;

/**
 * A filter must return exactly the records of the whole list that the predicate accepts, in the same order. Skips the rule if the list
 * has only records that it accepts, or none.
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

/** A list must have exactly these records, in this order. The request comes last: it must not be under way while another is awaited. */
export async function hasIds(t: Context, what: string, expected: readonly unknown[], request: Promise<ApiResponse>): Promise<void> {
	const response = await request;
	t.same(what, response.ok.ids, expected, response);
}
