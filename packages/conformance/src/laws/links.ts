import { claimsOf } from "../generators/claims";
import { generated } from "../generators/generated";
import { pagedOf, type RestOperation, readingOf } from "../generators/rest-operations";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import { linksOf } from "../rule/links";
import type { ApiResponse } from "../rule/response";
import type { Rule } from "../rule/rule";
import { takesOrder } from "../rules/users/lab";
import { emptyFilters, filtersOf } from "./filter-values";
import { isOrdered } from "./orders";
import { keysOf, linked, walked } from "./walk";
import { whileUnchanged } from "./while-unchanged";
import { filled, keyOf, wholeList } from "./whole-list";

/** The maximum number of pages of a walk. More pages would take too long. */
const mostPages = 9;

/** Returns a page size with which the last page is exactly full. */
const fullSize = (length: number): number =>
	Array.from({ length: 100 }, (_, index) => index + 1).find((size) => length % size === 0 && length / size <= mostPages && length > size) ?? length;

/** Returns page sizes for a number of records, including one with which the last page is exactly full. */
const sizesFor = (length: number): readonly number[] =>
	[...new Set([1, 3, 7, fullSize(length), Math.ceil(length / 4)])].filter((size) => size > 0 && size <= 100 && length / size <= mostPages);

/** A text of characters that are reserved in URLs. */
const reserved = "a+b &c=d%20#é?";

/** Checks that each link keeps the parameters of the request, except those of the page. */
function keepsParameters(t: Context, response: ApiResponse): void {
	const kept = ({ searchParams }: URL) => [...searchParams].filter(([name]) => !/^(page|per_page|cursor)$/.test(name)).map((pair) => pair.join("="));
	const sent = kept(new URL(response.exchange.request.url));
	for (const [rel, url] of linksOf(response)) {
		const lost = sent.filter((pair) => !kept(url).includes(pair));
		t.assume(`the ${rel} link should keep ${lost.join(", ")}`, lost.length === 0, response);
	}
}

/** Returns three consecutive characters that more than one of the names contains. */
const sharedPart = (names: readonly string[]): string | undefined =>
	names
		.flatMap((name) => Array.from({ length: Math.max(name.length - 2, 0) }, (_, index) => name.slice(index, index + 3)))
		.find((part) => names.filter((name) => name.includes(part)).length > 1);

/** Returns a page size that results in about three pages. */
const thirdOf = ({ length }: readonly unknown[]): number => Math.ceil(length / 3);

/** Checks that the total and the links of a page agree with the list. A server may omit the total; then the last link is omitted, too. */
function checkHeaders(t: Context, response: ApiResponse, page: number, size: number, total: number): void {
	const pages = Math.max(Math.ceil(total / size), 1);
	const shown = response.header("x-total");
	t.same(`x-total of page ${page} of size ${size}`, shown ?? String(total), String(total), response);
	const links = linksOf(response);
	const to = { prev: page > 1 ? page - 1 : "", next: page < pages ? page + 1 : "", first: 1, ...(shown !== null && { last: pages }) };
	const { origin } = new URL(response.exchange.request.url);
	for (const url of links.values()) t.same("the origin of a link", url.origin, origin, response);
	keepsParameters(t, response);
	for (const [rel, target] of Object.entries(to))
		t.same(`the page of the ${rel} link`, links.get(rel)?.searchParams.get("page") ?? "", String(target), response);
}

/** Walks a list in pages of several sizes, then one page back, and checks that each walk returns the records of the list. */
async function walkBothWays(
	t: Context,
	caller: Caller,
	row: RestOperation,
	params: Params,
	expected: readonly string[],
	sizes: readonly number[],
): Promise<void> {
	for (const size of sizes) {
		const first = await caller.call(row, { ...params, per_page: size });
		const pages = await walked(caller, first, mostPages + 2);
		const what = `${JSON.stringify(params)} in pages of ${size}, by the next link`;
		t.same(`the records of ${what}`, keysOf(pages), expected, pages.at(-1));
		for (const [index, page] of pages.entries()) checkHeaders(t, page, index + 1, size, expected.length);
		const back = pages.length > 1 ? linked(pages.at(-1) ?? first, "prev") : undefined;
		if (back === undefined) continue;
		const before = (await caller.send("GET", back)).is(200);
		t.same(`the page before the last of ${what}`, before.items.map(keyOf), pages.at(-2)?.items.map(keyOf), before);
	}
}

/**
 * Following the links of the server returns every record once: for every list, with each filter, with an order, and for another user with
 * `sudo`. Catches a link that drops a parameter, and totals that do not agree with the records.
 */
const offset = (rows: readonly RestOperation[]): readonly Rule[] =>
	pagedOf(rows).map((row) =>
		generated(
			row,
			{
				phase: "laws",
				what: "links",
				title: "following the Link headers returns every record exactly once, with each filter and order, and with sudo",
				level: "ASSUMED",
			},
			async (t) => {
				const { caller, params } = await filled(row, t);
				await whileUnchanged(
					t,
					() => wholeList(caller, row, params),
					async (whole) => {
						await walkBothWays(t, caller, row, params, whole.map(keyOf), sizesFor(whole.length));
						// Not the list's default order, which a link could drop without effect.
						const order_by = row.pagination?.orderKeys?.findLast((key) => key !== "similarity");
						const isSorted = row.parameters.some(({ name }) => name === "order_by") && row.parameters.some(({ name }) => name === "sort");
						const variants: Params[] = isSorted ? [{ order_by, sort: "asc" }] : [];
						for (const { parameter, values } of await filtersOf(row, whole, { caller, params }, t)) {
							// An array of two values is sent as two parameters with the same name.
							const lists = values.filter((value) => Array.isArray(value)).slice(0, 2);
							variants.push(...(lists.length > 1 ? [{ [parameter]: lists.flat() }] : []), ...values.map((value) => ({ [parameter]: value })));
							// A part of several names or email addresses.
							if (parameter === "search")
								variants.push(...["name", "email"].map((field) => ({ search: sharedPart(whole.map((one) => String(one[field] ?? ""))) })));
						}
						const done = new Set<string>();
						for (const variant of variants) {
							// One value of each filter is enough if it finds more than one record.
							const names = Object.keys(variant).join();
							if (done.has(names)) continue;
							if (Object.values(variant).includes(undefined)) continue;
							const found = await caller.call(row, { ...params, ...variant, per_page: 100 });
							// A single record has no next link, and reading several pages for each filter would take too long.
							if (found.status !== 200 || found.items.length < 2 || found.items.length > 99) continue;
							done.add(names);
							await walkBothWays(t, caller, row, { ...params, ...variant }, found.items.map(keyOf), [thirdOf(found.items)]);
						}
						const nothing: Params[] = emptyFilters(row, t).map(([name, text]) => ({ [name]: Array.isArray(text) ? [reserved, t.unique("none")] : reserved }));
						if (row.parameters.some(({ name }) => name === "custom_attributes")) nothing.push({ custom_attributes: { key: reserved } });
						for (const filter of nothing) {
							const none = await caller.call(row, { ...params, ...filter });
							if (none.text === "[]") checkHeaders(t, none, 1, 20, 0);
							else if (none.status === 200) keepsParameters(t, none);
						}
					},
				);
				const own = await t.as("developer").call(row, { ...params, per_page: 100 });
				if (own.status !== 200 || own.items.length < 2 || own.items.length > 99 || row.access.where === "self") return;
				await whileUnchanged(
					t,
					() => wholeList(t.as("developer"), row, params),
					(seen) => walkBothWays(t, t.as("administrator"), row, { ...params, sudo: t.user("developer").id }, seen.map(keyOf), [thirdOf(seen)]),
				);
			},
		),
	);

/** Checks that the `x-prev-cursor` of the last page leads to the page before, and from there to the one before that. */
async function leadsBack(t: Context, { caller, row, params, pages }: { caller: Caller; row: RestOperation; params: Params; pages: readonly ApiResponse[] }) {
	t.assume("the first page should have no x-prev-cursor", pages[0]?.header("x-prev-cursor") === null, pages[0]);
	let page = pages.at(-1);
	for (const before of pages.slice(0, -1).toReversed().slice(0, 2)) {
		const cursor = page?.header("x-prev-cursor");
		if (!cursor) return t.assume("a page after the first should have an x-prev-cursor", false, page);
		page = await caller.call(row, { ...params, cursor });
		t.assume("x-prev-cursor should lead to the previous page", page.text === before.text, page);
	}
}

/** Headers that only pages by number have. */
const ofNumbers = ["x-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages"];

/** In each order that supports cursors, a walk by cursor returns the same records as by page number, in the same order, also with a filter. */
const keyset = (rows: readonly RestOperation[]): readonly Rule[] =>
	readingOf(rows).flatMap((row) => {
		const { keyset: rules } = row.pagination ?? {};
		return (rules?.orders ?? []).map((order) =>
			generated(
				row,
				{
					phase: "laws",
					what: `keyset-${order.replace(" ", "-")}`,
					title: `returns the same records by cursor as by page number, in the order ${order}`,
					...(row.id === "listUsers" ? { level: "MUST" } : { rests: ["pagination"] }),
					effect: "reads",
					claims: claimsOf("keyset", row).join(", "),
				},
				async (t) => {
					const leads = new Set<boolean>();
					for (const caller of rules?.anonymousOnly ? [t.anonymous] : [t.as("administrator"), t.as("outsider")]) {
						const [order_by, sort] = order.split(" ");
						const times = (await wholeList(caller, row, {})).flatMap(({ created_at }) => (typeof created_at === "string" ? [created_at] : [])).sort();
						const created_after = times[Math.floor(times.length / 2)];
						const filters = rules?.anonymousOnly
							? [{}, { top_level_only: true }, { repository_storage: reserved }]
							: [{}, { humans: true, without_project_bots: true }, { created_after }];
						// If it is the list's default order, the request may also omit it.
						const isOwn = row.pagination?.defaultOrder === order && !rules?.anonymousOnly;
						for (const params of [...filters.map((filter) => ({ ...filter, order_by, sort })), ...(isOwn ? [{ order_by }, {}] : [])]) {
							if (!isOrdered(row, caller) && !(await takesOrder(t, caller, params))) continue;
							await whileUnchanged(
								t,
								() => wholeList(caller, row, params),
								async (whole) => {
									if (whole.length >= 800) t.skip("the list has too many records for a walk");
									for (const size of new Set([Math.ceil(whole.length / mostPages), fullSize(whole.length)].filter((one) => one > 0 && one <= 100))) {
										const first = await caller.call(row, { ...params, per_page: size, pagination: "keyset" });
										// The specification does not state which orders support cursors.
										if (row.pagination?.defaultOrder !== order && first.refused) {
											t.assume(`there should be cursors in the order ${order}`, false, first);
											continue;
										}
										const pages = await walked(caller, first, mostPages + 2);
										for (const page of pages) {
											t.holds(`a page should have ${size} records at most`, page.items.length <= size, page);
											keepsParameters(t, page);
											const next = linksOf(page).get("next")?.searchParams.get("cursor") ?? "";
											t.assume(
												"x-next-cursor should be the cursor of the next link, and absent on the last page",
												(page.header("x-next-cursor") ?? "") === next,
												page,
											);
											const isPlain = ofNumbers.every((name) => page.header(name) === null) && linksOf(page).size === (next === "" ? 0 : 1);
											t.assume("a page by cursor should have no link other than next, no page number and no total", isPlain, page);
										}
										t.assume("the last page should have no next link", pages.length === Math.ceil(whole.length / size), pages.at(-1));
										if (whole.length > size) {
											leads.add(linksOf(first).get("next")?.searchParams.has("cursor") === true);
											t.same("the number of kinds of next links (with or without a cursor) over all callers and filters", leads.size, 1, first);
											await leadsBack(t, { caller, row, params: { ...params, per_page: size, pagination: "keyset" }, pages });
										}
										// The specification does not show which parameters and headers carry the cursor.
										if (pages.length === 1 && whole.length > size) continue;
										const [found, expected] = [keysOf(pages), whole.map(keyOf)];
										const what = `the records of ${JSON.stringify(params)} by cursor`;
										t.same(what, found.toSorted(), expected.toSorted(), pages.at(-1));
										t.assume(`${what} should be in the order of the list`, found.join() === expected.join(), pages.at(-1));
									}
								},
							);
						}
					}
				},
			),
		);
	});

/** A filter omits the same records by cursor and by page number. */
const keysetFilters = (rows: readonly RestOperation[]): readonly Rule[] =>
	readingOf(rows).flatMap((row) => {
		const { keyset: rules } = row.pagination ?? {};
		const [order] = rules?.orders ?? [];
		if (order === undefined) return [];
		const title = "returns the same records by cursor as by page number, with each filter";
		return generated(row, { phase: "laws", what: "keyset-filters", title, level: "MUST", effect: "reads" }, async (t) => {
			const [order_by, sort] = order.split(" ");
			const first = rules?.anonymousOnly ? t.anonymous : t.as("administrator");
			const filters = await filtersOf(row, await wholeList(first, row, {}), { caller: first, params: {} }, t);
			// The specification does not show how a cursor leads to the next page. If the links have cursors, they must also work with a filter.
			const plain = (await first.call(row, { order_by, sort, per_page: 1, pagination: "keyset" })).is(200);
			const leads = linksOf(plain).get("next")?.searchParams.has("cursor") === true;
			const asked = filters.flatMap(({ parameter, values }) => values.slice(0, 2).map((value) => [parameter, value] as const));
			for (const caller of rules?.anonymousOnly ? [first] : [first, t.as("outsider")])
				for (const [parameter, value] of asked) {
					const params = { order_by, sort, [parameter]: value };
					if ((await caller.call(row, { ...params, per_page: 1 })).status !== 200) continue;
					await whileUnchanged(
						t,
						() => wholeList(caller, row, params),
						async (whole) => {
							// As many pages as possible, because the filter may be lost on the second page.
							const size = Math.min(Math.max(Math.ceil(whole.length / mostPages), 1), 100);
							const page = await caller.call(row, { ...params, per_page: size, pagination: "keyset" });
							const pages = await walked(caller, page, mostPages + 1);
							const [found, expected] = [keysOf(pages), whole.map(keyOf)];
							const more = found.filter((key) => !expected.includes(key));
							t.same(`the records of ${parameter}=${String(value)} that only cursors find`, more, [], page);
							if (leads) t.same(`the records of ${parameter}=${String(value)} by cursor`, found.toSorted(), expected.toSorted(), page);
							const isWhole = found.join() === expected.join() && pages.length === Math.max(Math.ceil(whole.length / size), 1);
							t.assume(`all records of ${parameter}=${String(value)} should be listed by cursor, on full pages`, isWhole, page);
						},
					);
				}
		});
	});

export const links = (rows: readonly RestOperation[]): readonly Rule[] => [...offset(rows), ...keyset(rows), ...keysetFilters(rows)];
