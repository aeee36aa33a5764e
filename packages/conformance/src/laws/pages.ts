import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { besideOf, pagedOf, type RestOperation } from "../generators/rest-operations";
import { choicesOf, sentFields } from "../generators/wrong-input";
import type { Plan } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { linksOf } from "../rule/links";
import type { ApiResponse, Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { listsGroups } from "../wire/page-faults";
import { filtersOf, viewsFor } from "./filter-values";
import { rises } from "./orders";
import { othersOf } from "./strangers";
import { whileUnchanged } from "./while-unchanged";
import { filled, keyOf, namesOf, rested, uneven, wholeList } from "./whole-list";

const sizes = [1, 3, 7, 100];

/** Returns the pages to read: the first two, one in the middle, the last two, and one beyond the end. */
const visited = (pages: number): readonly number[] => [...new Set([1, 2, Math.ceil(pages / 2), pages - 1, pages, pages + 1])].filter((page) => page > 0);

/** Checks that a page beyond the end is empty, has the same total, and links to no previous or next page. This is assumed. */
function isBeyond(t: Context, response: ApiResponse, total: string | null): void {
	const isAlone = response.header("x-total") === total && [...linksOf(response).keys()].every((rel) => rel === "first" || rel === "last");
	t.assume("a page beyond the end should be empty, with the same total and no link to a previous or next page", response.text === "[]" && isAlone, response);
}

/** Checks what the specification leaves open: invalid page sizes and numbers, and cursors in a list that does not support them. */
async function atTheEdges(t: Context, row: RestOperation, whole: readonly string[], read: (query: Params) => Promise<ApiResponse>): Promise<void> {
	const total = (await read({ per_page: 1 })).is(200).header("x-total");
	const isRead = async (query: Params, size: number, page: number) => {
		const response = await read(query);
		const keys = response.succeeded ? response.items.map(keyOf) : [];
		const expected = { keys: whole.slice((page - 1) * size, page * size), page: String(page), size: String(size), total };
		const found = { keys, page: response.header("x-page"), size: response.header("x-per-page"), total: response.header("x-total") };
		t.assume(`${JSON.stringify(query)} should return page ${page} of size ${size}`, isDeepStrictEqual(found, expected), response);
	};
	for (const page of [1, 2]) await isRead({ page, per_page: 101 }, 100, page);
	for (const page of [0, -1]) await isRead({ page, per_page: 2 }, 2, 1);
	await isRead({ per_page: -1 }, 20, 1);
	if (!row.pagination?.styles.includes("keyset")) await isRead({ page: 2, per_page: 1, pagination: "keyset" }, 1, 2);
	// Also by cursor, if the list supports it.
	for (const style of [{}, ...(row.pagination?.keyset ? [{ pagination: "keyset" }] : [])]) {
		const none = await read({ ...style, per_page: 0 });
		t.assume("per_page=0 should be refused", none.status === 400 && none.text.includes("per_page has a value not allowed"), none);
	}
	isBeyond(t, await read({ page: 40_000, per_page: 1 }), total);
}

/** Checks the pages with each filter, and with each value of an enum or boolean, that finds some records. */
async function withFilters(t: Context, row: RestOperation, { caller, params }: Plan, records: readonly Fields[]): Promise<void> {
	const choices = new Set(sentFields(row).flatMap(({ name, schema }) => (choicesOf(schema) || schema.type === "boolean" ? [name] : [])));
	for (const { parameter, values, row: known } of await filtersOf(row, records, { caller, params }, t)) {
		const left = (value: unknown) => records.filter((one) => known?.passes(one, value)).map(keyOf);
		const listed = async (filter: Params) => {
			const response = await caller.list(row, filter);
			return response.status === 200 ? response.items.map(keyOf) : [];
		};
		const ranked = values.toSorted((one, other) => left(other).length - left(one).length);
		for (const [index, value] of ranked.slice(0, choices.has(parameter) ? ranked.length : 1).entries()) {
			const filter = { ...params, [parameter]: value };
			// The result of a search has its own order.
			const whole = known && parameter !== "search" ? left(value) : await listed(filter);
			if (whole.length === 0) continue;
			const size = Math.min(Math.ceil(whole.length / 2), listsGroups(row.id) ? 100 : 20);
			const second = { page: 2, per_page: size };
			for (const more of index === 0 ? [{}, second] : [second]) {
				const response = await caller.call(row, { ...filter, ...more });
				const what = `the list with ${parameter}=${String(value)} and ${JSON.stringify(more)}`;
				const shownSize = response.header("x-per-page");
				t.holds(
					`x-per-page of ${what} should be the page size, if the header is there`,
					[null, String(more === second ? size : 20)].includes(shownSize),
					response,
				);
				const expected = more === second ? whole.slice(size, 2 * size) : whole.slice(0, 20);
				if (expected.length > 0) {
					t.same(what, response.is(200).items.map(keyOf), expected, response);
					continue;
				}
				// The specification does not state what is beyond the end, but the filter must still omit the other records.
				if (response.succeeded)
					t.same(
						`the records that the filter should omit, in ${what}`,
						response.items.map(keyOf).filter((key) => !whole.includes(key)),
						[],
						response,
					);
				t.assume(`${what} should be empty`, response.text === "[]", response);
			}
		}
	}
}

/**
 * The pages of every size together are the whole list in its default order, and a page has twenty records by default. Catches pages that overlap,
 * that omit a record, or that are longer than requested, also with a filter.
 */
export const pages = (rows: readonly RestOperation[]): readonly Rule[] =>
	pagedOf(rows).map((row) =>
		generated(
			row,
			{
				phase: "laws",
				what: "pages",
				title: `pages of ${sizes.join(", ")} records, or 20 by default, contain every record of the list once and in order`,
				level: "MUST",
			},
			async (t) => {
				const { caller: planned, params } = await filled(row, t, 21);
				await whileUnchanged(
					t,
					() => wholeList(planned, row, params),
					async (records) => {
						const caller = await rested(row, planned, t);
						const whole = records.map(keyOf);
						const some = uneven(records);
						t.assume(`each record should have ${some.join(", ")}, because others have`, some.length === 0);
						if (whole.length < 2) t.skip("the list has fewer than two records: add some");
						t.same("the number of different records", new Set(whole).size, whole.length);
						for (const size of sizes) {
							let totals: string | undefined;
							for (const page of visited(Math.ceil(whole.length / size))) {
								const response = await caller.call(row, { ...params, page, per_page: size });
								const isPast = (page - 1) * size >= whole.length;
								if (isPast) isBeyond(t, response, response.header("x-total"));
								if (isPast && response.refused) continue;
								response.is(200);
								const [found, expected] = [response.items.map(keyOf), whole.slice((page - 1) * size, page * size)];
								const parts = records.slice((page - 1) * size, page * size);
								if (found.join() === expected.join())
									t.same(`the fields on page ${page} of size ${size}`, response.items.map(namesOf), parts.map(namesOf), response);
								// Only for lists of groups the specification states that a page can have more than twenty records.
								if (size <= 20 || listsGroups(row.id)) t.same(`page ${page} of size ${size}`, found, expected, response);
								else t.assume(`page ${page} of size ${size} should have its records`, isDeepStrictEqual(found, expected), response);
								t.assume(
									`page ${page} of size ${size} should show its records with the same values as the whole list`,
									isDeepStrictEqual(response.items, parts),
									response,
								);
								const isOfSize = [null, String(size)].includes(response.header("x-per-page"));
								if (size <= 20 || listsGroups(row.id)) t.holds(`x-per-page should be ${size}, if the header is there`, isOfSize, response);
								const shown = ["x-total", "x-total-pages"].map((name) => response.header(name)).join();
								totals ??= shown;
								t.assume(`page ${page} of size ${size} should have the totals of the first page`, shown === totals, response);
							}
						}
						for (const [more, from] of [
							[{}, 0],
							[{ page: 2 }, 20],
						] as const) {
							const plain = await caller.call(row, { ...params, ...more });
							if (from >= whole.length && plain.refused) continue;
							t.same(`the list with ${JSON.stringify(more)}`, plain.is(200).items.map(keyOf), whole.slice(from, from + 20), plain);
							t.holds("x-per-page should be 20, if the header is there", [null, "20"].includes(plain.header("x-per-page")), plain);
						}
						for (const other of await othersOf(row, t)) {
							const plain = await other.call(row, params);
							const isPage = plain.refused || (plain.items.length <= 20 && [null, "20"].includes(plain.header("x-per-page")));
							t.holds(`a page for ${other.actor} should have at most 20 records, and x-per-page 20 if the header is there`, isPage, plain);
						}
						// A page has the same number of records in another order or view.
						const views = await viewsFor(row, { caller, params }, t);
						for (const { name, schema } of row.parameters) {
							const other = /^(order_by|sort)$/.test(name) ? choicesOf(schema)?.find((one) => one !== schema.default) : views.includes(name) || undefined;
							if (other === undefined || Object.hasOwn(params, name)) continue;
							const response = (await caller.call(row, { ...params, ...besideOf(row, name), [name]: other })).is(200);
							t.same(`the number of records on a page with ${name}=${String(other)}`, response.items.length, Math.min(whole.length, 20), response);
						}
						const [field = "", direction] = row.pagination?.defaultOrder?.split(" ") ?? [];
						const values = records.map((one) => one[field]);
						t.assume(`the list should be sorted by ${field} ${direction}`, rises(direction === "desc" ? values.toReversed() : values));
						await withFilters(t, row, { caller, params }, records);
						await atTheEdges(t, row, whole, (query) => caller.call(row, { ...params, ...query }));
					},
				);
			},
		),
	);
