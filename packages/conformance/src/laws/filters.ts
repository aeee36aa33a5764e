import { generated } from "../generators/generated";
import { secondPlace } from "../generators/least-params";
import { isGenerous, paged, type RestOperation } from "../generators/rest-operations";
import { choicesOf, sentFields } from "../generators/wrong-input";
import type { Plan } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import { auditors, members } from "../rule/callers";
import type { Context } from "../rule/context";
import type { ApiResponse, Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { type FilterRow, foretells } from "./filter-rows";
import { emptyFilters, type Filter, filtersOf, hasFilters, ofAdministrators, viewsFor } from "./filter-values";
import { namedOrders } from "./orders";
import { strangersTo } from "./strangers";
import { whileUnchanged } from "./while-unchanged";
import { changedAfterItsEnd, changesSince, filled, keyOf, namesOf, rested, wholeList, widest } from "./whole-list";

/** The records that one value of a filter finds. */
interface Found {
	readonly parameter: string;
	readonly asked: unknown;
	readonly keys: readonly string[];
	/** How to predict the result from the records, or undefined if they do not show it. */
	readonly row?: FilterRow | undefined;
}

/** Returns pairs of filters in which one narrows the result of the other, so that a server that ignores one returns wrong records. */
function pairsOf(found: readonly Found[], choices: ReadonlySet<string>): readonly (readonly [Found, Found])[] {
	const parameters = [...new Set(found.map(({ parameter }) => parameter))];
	const of = (name: string) => found.filter(({ parameter }) => parameter === name);
	const sets = new Map(found.map((one) => [one, new Set(one.keys)]));
	const shared = ([one, two]: readonly [Found, Found]) => one.keys.filter((key) => sets.get(two)?.has(key)).length;
	// Each value of an enum is paired with a value of every other filter whose result it narrows, and with every such value of another enum.
	const ofChoices = found
		.filter(({ parameter }) => choices.has(parameter))
		.flatMap((one) =>
			parameters
				.filter((name) => name !== one.parameter)
				.flatMap((name) => {
					const useful = of(name).filter((two) => shared([one, two]) < two.keys.length);
					return choices.has(name) ? useful : (useful.find((two) => shared([one, two]) > 0) ?? useful.slice(0, 1));
				})
				.map((two) => [one, two] as const),
		);
	const ofParameters = parameters.flatMap((name, index) =>
		parameters.slice(index + 1).flatMap((other) => {
			const candidates = of(name).flatMap((one) => of(other).map((two) => [one, two] as const));
			// A filter is only visible next to another if it omits some of the records that the other finds.
			const telling = (side: 0 | 1) => {
				const useful = candidates.filter((pair) => shared(pair) < pair[side].keys.length);
				// A pair that still finds some records also reveals a filter that omits too many.
				return (
					useful.find((pair) => shared(pair) > 0 && shared(pair) < pair[side === 0 ? 1 : 0].keys.length) ?? useful.find((pair) => shared(pair) > 0) ?? useful[0]
				);
			};
			return [...new Set([telling(0), telling(1)])].filter((pair) => pair !== undefined);
		}),
	);
	const named = ([one, two]: readonly [Found, Found]) =>
		[one, two]
			.map(({ parameter, asked }) => JSON.stringify([parameter, asked]))
			.sort()
			.join();
	return [...new Map([...ofParameters, ...ofChoices].map((pair) => [named(pair), pair])).values()];
}

/** For each result, returns values of the other filters that match some of its records and not others, with the predicted records. */
function besideOthers(whole: readonly Fields[], results: readonly Found[], known: readonly FilterRow[]): readonly Found[] {
	return results.flatMap(({ parameter: other, keys }) => {
		const found = new Set(keys);
		const among = whole.filter((item) => found.has(keyOf(item)));
		return known.flatMap((row) => {
			const { parameter, ask, passes } = row;
			if (parameter === other) return [];
			const asked = among.map(ask).find((value) => foretells(row, whole, value) && new Set(among.map((item) => passes(item, value))).size > 1);
			return asked === undefined ? [] : [{ parameter, asked, keys: whole.filter((item) => passes(item, asked)).map(keyOf), row }];
		});
	});
}

/**
 * Pairs each value of an enum, and each boolean filter on a property that no record shows, with a search for a record that it omits. There is
 * one search for each kind of omitted record, because records can be omitted for several reasons.
 */
function leftOut(whole: readonly Fields[], results: readonly Found[], choices: ReadonlySet<string>, search: FilterRow | undefined) {
	const isUnshown = ({ parameter, asked, row }: Found) => typeof asked === "boolean" && !row && !ofCaller.test(parameter);
	const sorting = results.filter((one) => choices.has(one.parameter) || typeof one.asked === "boolean");
	return sorting.flatMap((one) => {
		if (!search || (!choices.has(one.parameter) && !isUnshown(one))) return [];
		const sorts = isUnshown(one) ? sorting.filter(isUnshown) : sorting;
		const kindOf = (item: Fields) => sorts.map(({ keys }) => keys.includes(keyOf(item))).join();
		const others = whole.filter((item) => !one.keys.includes(keyOf(item)) && foretells(search, whole, search.ask(item)));
		return [...new Map(others.map((item) => [kindOf(item), search.ask(item)])).values()].map((asked) => {
			const keys = whole.filter((item) => search.passes(item, asked)).map(keyOf);
			return [one, { parameter: search.parameter, asked, keys }] as const;
		});
	});
}

/** A search: its text, and the records that it searches. */
interface Search {
	readonly text: unknown;
	readonly whole: readonly Fields[];
	/** Whether the request names an order, which the result must then have. */
	readonly isOrdered: boolean;
}

/** Returns the users whose names share three consecutive letters with the text. The fuzzy search for users may find them. */
function similarTo({ text, whole }: Search): ReadonlySet<string> {
	const sought = String(text).toLowerCase();
	const names = (item: Fields) => `${item.username} ${item.name}`.toLowerCase();
	const shares = (item: Fields) => [...sought].some((_, at) => at + 3 <= sought.length && names(item).includes(sought.slice(at, at + 3)));
	return new Set(whole.filter(shares).map(keyOf));
}

/**
 * Checks that a list has these records, in this order. A search may return the best match first: there, another order is only a warning, and
 * for users, whose search has its own order (USER-201), it is allowed.
 */
function hasRecords(
	t: Context,
	{ id }: RestOperation,
	what: string,
	found: readonly string[],
	expected: readonly string[],
	search: Search | undefined,
	shownBy?: ApiResponse,
): void {
	if (!search) {
		t.same(what, found, expected, shownBy);
		return;
	}
	const similar = id === "listUsers" ? similarTo(search) : new Set();
	const certain = found.filter((key) => !similar.has(key) || expected.includes(key));
	const inOrder = (keys: readonly string[]) => (search.isOrdered ? keys : keys.toSorted());
	t.same(what, inOrder(certain), inOrder(expected), shownBy);
	t.assume(`${what} should include no similar ones`, certain.length === found.length, shownBy);
	if (id !== "listUsers") t.assume(`${what} should be in the order of the list`, found.join() === expected.join(), shownBy);
}

/** Returns the search in these parameters, or undefined if there is none. */
const searchOf = (sent: Fields, whole: readonly Fields[], isOrdered = false): Search | undefined =>
	Object.hasOwn(sent, "search") ? { text: sent.search, whole, isOrdered } : undefined;

/** Returns the records that pass these filters, ignoring `search`. */
const passing = (whole: readonly Fields[], ...filters: readonly Found[]): readonly Fields[] =>
	whole.filter((item) => filters.every(({ parameter, keys }) => parameter === "search" || keys.includes(keyOf(item))));

/** The parameters of an order, with the keys of all records in that order. */
interface Order {
	readonly sent: Params;
	readonly all: readonly string[];
}

const stemOf = ({ parameter }: Found): string => parameter.replace(/_(after|before)$/, "");
/** Whether two filters are the start and the end of one time range. */
const isSpan = (one: Found, two: Found): boolean => one.parameter !== stemOf(one) && stemOf(one) === stemOf(two);

/** Whether the specification leaves open that a value filters at all, so that a list may ignore it next to another filter. */
const isUnsure = ({ asked, row }: Found): boolean => asked === false && (row === undefined || row.open !== undefined);

/** Checks that a list with two filters has these records. This is only assumed if it is open whether one of them filters. */
function hasBoth(
	t: Context,
	row: RestOperation,
	what: string,
	found: readonly string[],
	expected: readonly string[],
	pair: readonly [Found, Found],
	search: Search | undefined,
): void {
	if (pair.some(isUnsure)) t.assume(`${what} should be the records that match both`, found.join() === expected.join());
	else hasRecords(t, row, what, found, expected, search);
}

/** Returns the pairs of values that are certain to filter, and the other pairs that include an uncertain value. */
const surePairsOf = (found: readonly Found[], choices: ReadonlySet<string>) => [
	...pairsOf(
		found.filter((one) => !isUnsure(one)),
		choices,
	),
	...pairsOf(found, choices).filter((pair) => pair.some(isUnsure)),
];

/** Filters whose result depends on the caller. */
const ofCaller = /^(owned|starred|min_access_level|all_available)$/;

/** Whether other rules need the few requests that the operation's rate limit allows the actor. */
const isUsedUp = (row: RestOperation, who: ActorName): boolean => who === "administrator" && !isGenerous(row);

/** Returns the other callers who see all records of a list. It is empty for users, where the effect of a filter depends on the caller. */
async function othersWhoSee(t: Context, row: RestOperation, params: Params, all: readonly string[]): Promise<readonly Caller[]> {
	const others: Caller[] = [];
	for (const who of row.id !== "listUsers" && all.length < 100 ? members(t) : []) {
		if (isUsedUp(row, who)) continue;
		const response = await t.as(who).call(row.id, { ...params, per_page: 100 });
		if (response.status === 200 && response.items.map(keyOf).join() === all.join()) others.push(t.as(who));
	}
	return others;
}

/** Returns a function that selects the caller for each filter: if the result depends on it, the first who finds some records, preferably not all. */
async function readersOf(row: RestOperation, params: Params, tried: readonly Filter[], all: number, [usual, ...others]: readonly [Caller, ...Caller[]]) {
	const readers = new Map<string, Caller>();
	for (const { parameter, values } of others.length > 0 ? tried.filter((one) => ofCaller.test(one.parameter)) : []) {
		let most = 0;
		for (const caller of [usual, ...others]) {
			const counts: number[] = [];
			for (const value of new Set([values[0], values.at(-1)])) {
				const found = await caller.call(row.id, { ...params, [parameter]: value, per_page: 100 });
				counts.push(found.status === 200 ? found.items.length : 0);
			}
			// A value that finds no records, next to one that finds all, shows less than a value that finds some.
			const isPart = counts.some((count) => count > 0 && count < all);
			const rank = Math.max(...counts) === 0 ? 0 : isPart ? 3 : Math.min(...counts) < all ? 2 : 1;
			if (rank > most) readers.set(parameter, caller);
			most = Math.max(rank, most);
			// A low rate limit leaves no requests to look further.
			if (most >= (isGenerous(row) ? 3 : 2)) break;
		}
	}
	return (parameter: string): Caller => readers.get(parameter) ?? usual;
}

/** Checks that every other caller who can see the list gets the records of a filter that are in their own list. */
async function passForOthers(t: Context, row: RestOperation, params: Params, whole: readonly Fields[], results: readonly Found[]): Promise<void> {
	const isUsers = row.id === "listUsers";
	const isOpen = row.access.role === "anonymous" || isUsers;
	const isPlaced = row.access.where === "project" || row.access.where === "group";
	const roles = [row.access.role, ...(row.access.or ?? [])];
	const above = [...(roles.includes("auditor") ? auditors(t) : []), ...(roles.includes("administrator") ? (["administrator"] as const) : [])];
	// In a group or project, a lower role, and callers who can see everything.
	const named = [...new Set([...(isPlaced ? (["guest", "maintainer", "administrator"] as const) : []), ...above])];
	const members = named.filter((who) => !isUsedUp(row, who)).map((who) => t.as(who));
	const strangers = isOpen ? await strangersTo(row, t) : [];
	for (const caller of [...strangers, ...members]) {
		const shared = whole.map(keyOf);
		const read = async (more: Fields) => (await wholeList(caller, row.id, { ...params, ...more })).map(keyOf).filter((key) => shared.includes(key));
		if ((await caller.call(row.id, params)).status !== 200) continue;
		const own = await read({});
		// For each filter, prefer a value that finds some of their records but not all, then one that finds none.
		const telling = new Map<string, Found>();
		for (const one of results) {
			const rank = (found: Found | undefined) => {
				const left = own.filter((key) => found?.keys.includes(key)).length;
				return found === undefined || left === own.length ? 0 : left > 0 ? 2 : 1;
			};
			if (!ofCaller.test(one.parameter) && rank(one) >= rank(telling.get(one.parameter))) telling.set(one.parameter, one);
		}
		const passed: Found[] = [];
		const alone = new Map<string, readonly string[]>();
		// One of the callers also tries other spellings, and pairs of filters.
		const isThorough = isGenerous(row) && caller.actor === (isOpen ? "outsider" : "guest");
		for (const one of telling.values()) {
			const { parameter, asked, row: known } = one;
			// Only administrators find a user by a private email address.
			const seen = isUsers && known ? whole.filter((item) => known.passes({ ...item, email: null }, asked)).map(keyOf) : one.keys;
			const keys = own.filter((key) => seen.includes(key));
			const isTheirs = !isUsers || !ofAdministrators.includes(parameter);
			if (isTheirs) passed.push({ ...one, keys });
			const near = isThorough ? (known?.near?.(asked) ?? []) : [];
			for (const value of [asked, ...near.flatMap(({ value, findsSame }) => (findsSame ? [value] : []))]) {
				const what = `the records of ${parameter}=${String(value)} for ${caller.actor}`;
				// An anonymous request with a filter that finds nothing may be refused.
				const isRefusable = caller.actor === "anonymous" && keys.length === 0;
				const refusal = isRefusable ? await caller.call(row.id, { ...params, [parameter]: value }) : undefined;
				if (refusal?.refused) {
					t.assume(`${what} should be an empty list, not a refusal`, false, refusal);
					continue;
				}
				const found = await read({ [parameter]: value });
				if (value === asked) alone.set(parameter, found);
				if (!isTheirs) t.assume(`${what} should be all records`, found.join() === own.join());
				else if (value === asked) hasRecords(t, row, what, found, keys, searchOf({ [parameter]: value }, whole));
				else t.assume(`${what} should be the records of ${String(asked)}`, found.toSorted().join() === keys.toSorted().join());
			}
		}
		// Pairs of filters in which one narrows the result of the other.
		for (const [one, two] of isThorough ? surePairsOf(passed, new Set()) : []) {
			const both = { [one.parameter]: one.asked, [two.parameter]: two.asked };
			const expected = one.keys.filter((key) => two.keys.includes(key));
			const [what, found] = [`the records of ${JSON.stringify(both)} for ${caller.actor}`, await read(both)];
			hasBoth(t, row, what, found, expected, [one, two], searchOf(both, passing(whole, one, two)));
		}
		// All filters for administrators at once, together with each other filter.
		const theirs = [...telling.values()].filter(({ parameter }) => isUsers && ofAdministrators.includes(parameter));
		for (const { parameter, asked } of theirs.length > 0 ? telling.values() : []) {
			if (ofAdministrators.includes(parameter)) continue;
			const beside = Object.fromEntries(theirs.map((one) => [one.parameter, one.asked]));
			const found = await read({ ...beside, [parameter]: asked });
			const names = theirs.map((one) => one.parameter).join(", ");
			t.assume(`${names} together with ${parameter} should change nothing for ${caller.actor}`, found.join() === alone.get(parameter)?.join());
		}
	}
}

/** Checks the filters in another group or project, or in the plain list if the plan made it wider. */
async function passElsewhere(
	t: Context,
	row: RestOperation,
	{ caller, params: wide }: Plan,
	tried: readonly Filter[],
	all: readonly Fields[],
	results: readonly Found[],
): Promise<void> {
	const id = secondPlace(row, wide, t);
	if (id === undefined) return;
	// If the plan made the list wider, check the same group or project without the widening parameters.
	const params = Object.fromEntries(Object.entries(wide).filter(([name]) => !Object.hasOwn(widest[row.id] ?? {}, name)));
	const isWider = Object.keys(params).length < Object.keys(wide).length;
	const at = isWider ? params : { ...params, id };
	const plain = await caller.call(row.id, { ...at, per_page: 100 });
	// A list of several pages would need too many requests for each filter.
	if (plain.status !== 200 || plain.items.length === 100) return;
	await whileUnchanged(
		t,
		async () => (await caller.call(row.id, { ...at, per_page: 100 })).is(200).items,
		async (whole) => {
			// A filter on a property that no record shows must find the same records as in the wider list.
			for (const { parameter, asked, keys, row: known } of isWider ? results : []) {
				if (known || ofCaller.test(parameter)) continue;
				const found = (await caller.call(row.id, { ...at, [parameter]: asked, per_page: 100 })).is(200);
				const expected = whole.map(keyOf).filter((key) => keys.includes(key));
				hasRecords(
					t,
					row,
					`the records of ${parameter}=${String(asked)} with ${JSON.stringify(at)}`,
					found.items.map(keyOf),
					expected,
					searchOf({ [parameter]: asked }, whole),
					found,
				);
			}
			for (const { parameter, values, row: known } of tried) {
				const left = (value: unknown) => whole.filter((one) => known?.passes(one, value)).map(keyOf);
				const telling = [...values, ...whole.map((one) => known?.ask(one))].filter(
					(value) => foretells(known, whole, value) && left(value).length < whole.length,
				);
				// A value that finds more records in the wider list also reveals a filter that widens the list.
				const asked = telling.find((value) => all.filter((one) => known?.passes(one, value)).length > left(value).length) ?? telling[0];
				if (!known || asked === undefined || ofCaller.test(parameter)) continue;
				const found = (await caller.call(row.id, { ...at, [parameter]: asked, per_page: 100 })).is(200);
				hasRecords(
					t,
					row,
					`the records of ${parameter}=${String(asked)} with ${JSON.stringify(at)}`,
					found.items.map(keyOf),
					left(asked),
					searchOf({ [parameter]: asked }, whole),
					found,
				);
			}
		},
	);
}

/**
 * Each filter returns exactly the records that match, in the list's order; two filters return the records that match both. Catches a filter
 * that is ignored (alone, with another filter or in another view), is inverted, or omits too many records.
 */
export const filters: readonly Rule[] = paged.filter(hasFilters).map((row) =>
	generated(
		row,
		{
			phase: "laws",
			what: "filters",
			title: "returns exactly the records that match a filter, and with two filters those that match both",
			level: "MUST",
		},
		async (t) => {
			const { caller: planned, params } = await filled(row.id, t);
			if (row.id === "listPipelines") await changedAfterItsEnd(t, params.id);
			await whileUnchanged(
				t,
				() => wholeList(planned, row.id, params),
				async (whole) => {
					const caller = await rested(row, planned, t);
					const read = (more: Fields, by = caller) => wholeList(by, row.id, { ...params, ...more });
					const all = whole.map(keyOf);
					const changes = changesSince(whole);
					const results: Found[] = [];
					const counted = new Set<string>();
					const alike: (Found & { readonly isStated: boolean })[] = [];
					const tried = await filtersOf(row, whole, { caller, params }, t);
					const others = await othersWhoSee(t, row, params, all);
					const readerOf = await readersOf(row, params, tried, all.length, [caller, ...others]);
					const known = tried.flatMap((one) => one.row ?? []);
					for (const { parameter, values, row: known } of tried)
						for (const asked of values) {
							const first = await readerOf(parameter).call(row.id, { ...params, [parameter]: asked, per_page: 100 });
							if (first.status >= 400 && !known) continue;
							if (first.header("x-total") !== null) counted.add(parameter);
							const keys = (first.is(200).isLastPage ? first.items : await read({ [parameter]: asked }, readerOf(parameter))).map(keyOf);
							const expected = whole.filter((item) => known?.passes(item, asked)).map(keyOf);
							if (Array.isArray(asked) && asked.length > 1) {
								const text = await caller.call(row.id, { ...params, [parameter]: asked.join(","), per_page: 100 });
								t.assume(`${parameter} may be one text with commas`, text.status === 200 && text.text === first.text, text);
							}
							t.same(`how often each record of ${parameter}=${String(asked)} is listed`, keys, [...new Set(keys)], first);
							if (first.status === 200 && readerOf(parameter) === caller) {
								const other = changes(first.items);
								t.assume(`${other.join(", ")} should be the same with and without ${parameter}=${String(asked)}`, other.length === 0, first);
							}
							if (known) hasRecords(t, row, `the records of ${parameter}=${String(asked)}`, keys, expected, searchOf({ [parameter]: asked }, whole), first);
							// `order_by=similarity` is an order too, and must have the same records.
							if (parameter === "search" && row.pagination?.orderKeys?.includes("similarity")) {
								const ranked = (await read({ search: asked, order_by: "similarity" })).map(keyOf);
								t.same(`the records of search=${String(asked)} by similarity`, ranked.toSorted(), keys.toSorted());
							}
							for (const { value, findsSame, isStated } of known && values.indexOf(asked) < 2 ? (known.near?.(asked) ?? []) : []) {
								const like = await caller.call(row.id, { ...params, [parameter]: value, per_page: 100 });
								const should = findsSame ? expected : whole.filter((item) => known?.passes(item, value)).map(keyOf);
								const found = like.status === 200 ? like.items.map(keyOf) : [];
								const isSo = (isStated || like.status === 200) && (should.length > 100 || found.toSorted().join() === should.toSorted().join());
								const what = `${parameter}=${String(value)} should find ${findsSame ? `the records of ${String(asked)}` : "only records with exactly that value"}`;
								(isStated ? t.holds : t.assume)(what, isSo, like);
								if (findsSame && isSo && should.length <= 100) alike.push({ parameter, asked: value, keys: found, isStated: isStated === true });
							}
							// Some filters find records that the plain list hides. Their results are not compared further.
							if (keys.every((key) => all.includes(key))) results.push({ parameter, asked, keys, row: known });
						}
					for (const [parameter, value] of emptyFilters(row, t))
						for (const beside of [undefined, ...new Set(results.map((one) => one.parameter))]) {
							if (beside === parameter) continue;
							const other = results.find((one) => one.parameter === beside && one.keys.length > 0);
							if (beside !== undefined && !other) continue;
							const asked = { ...(other && { [other.parameter]: other.asked }), [parameter]: value };
							const response = await caller.call(row.id, { ...params, ...asked });
							// Some filters refuse a text in another format.
							if (response.status >= 400) continue;
							const what = `the records of ${parameter}=${String(value)}${other ? ` beside ${other.parameter}` : ""}`;
							t.same(what, response.is(200).items.map(keyOf), [], response);
							const totals = ["x-total", "x-total-pages"].map((name) => response.header(name) ?? "");
							// If other values of the filter have totals, an empty list has them, too.
							const isCounted = [parameter, beside ?? parameter].every((name) => counted.has(name));
							t.assume(
								"the totals of an empty list should be 0 records and 1 page",
								totals.join() === "0,1" || (!isCounted && totals.join() === ","),
								response,
							);
						}
					if (results.length === 0) t.skip("no filter of the list can distinguish its records: add some");
					results.push(...besideOthers(whole, results, known));
					const choices = new Set(sentFields(row).flatMap(({ name, schema }) => (choicesOf(schema) ? [name] : [])));
					const telling = new Map(results.filter(({ keys }) => keys.length < all.length).map((one) => [one.parameter, one]));
					// Another spelling finds the same records when combined with each other filter.
					for (const { parameter, asked, keys, isStated } of alike)
						for (const other of telling.values()) {
							const expected = keys.filter((key) => other.keys.includes(key)).toSorted();
							if (other.parameter === parameter || expected.length === 0) continue;
							const beside = await readerOf(other.parameter).call(row.id, { ...params, [other.parameter]: other.asked, [parameter]: asked, per_page: 100 });
							const found = beside.status === 200 ? beside.items.map(keyOf).toSorted() : [];
							const what = `${parameter}=${String(asked)} should find the records of the other spelling with ${other.parameter}`;
							(isStated ? t.holds : t.assume)(what, found.join() === expected.join(), beside);
						}
					const viewsBy = new Map<string, readonly string[]>();
					for (const reader of new Set([...telling.values()].map(({ parameter }) => readerOf(parameter))))
						viewsBy.set(reader.actor, await viewsFor(row, { caller: reader, params }, t));
					for (const { parameter, asked, keys } of results.filter((one) => choices.has(one.parameter) || telling.get(one.parameter) === one))
						for (const view of viewsBy.get(readerOf(parameter).actor) ?? []) {
							const found = (await read({ [parameter]: asked, [view]: true }, readerOf(parameter))).map(keyOf);
							hasRecords(t, row, `the records of ${parameter}=${String(asked)} with ${view}`, found, keys, searchOf({ [parameter]: asked }, whole));
						}
					await passForOthers(t, row, params, whole, results);
					await passElsewhere(t, row, { caller, params }, tried, whole, results);
					const orders: Order[] = [{ sent: {}, all }];
					for (const sent of namedOrders(row).flatMap(({ up, down }) => [up, down])) {
						const records = await read(sent);
						orders.push({ sent, all: records.map(keyOf) });
						const [found, expected] = [records, whole].map((items) => items.map((one) => `${keyOf(one)}: ${namesOf(one)}`).sort());
						t.same(`the records and their fields by ${JSON.stringify(sent)}`, found, expected);
					}
					// The orders and the callers take turns. The two limits of a time range are tried in every order.
					const further = leftOut(
						whole,
						results,
						choices,
						known.find(({ parameter }) => parameter === "search"),
					);
					const readers = [caller, ...others];
					for (const [index, [one, two]] of [...surePairsOf(results, choices), ...further].entries()) {
						const own = new Set([one, two].flatMap(({ parameter }) => (ofCaller.test(parameter) ? [readerOf(parameter)] : [])));
						const inTurn = readers[(index + Math.floor(index / orders.length)) % readers.length] ?? caller;
						for (const reader of own.size > 0 ? own : [inTurn]) {
							// The results of two different callers cannot be compared, so each of them also reads the list with a single filter.
							const alone = async ({ parameter, asked, keys }: Found) => (own.size > 1 ? (await read({ [parameter]: asked }, reader)).map(keyOf) : keys);
							const [first, second] = [await alone(one), await alone(two)];
							for (const order of isSpan(one, two) ? orders : orders.slice(index % orders.length).slice(0, 1)) {
								const both = { [one.parameter]: one.asked, [two.parameter]: two.asked };
								const expected = order.all.filter((key) => first.includes(key) && second.includes(key));
								const found = (await read({ ...both, ...order.sent }, reader)).map(keyOf);
								const what = `the records of ${JSON.stringify({ ...both, ...order.sent })} for ${reader.actor}`;
								hasBoth(t, row, what, found, expected, [one, two], searchOf(both, passing(whole, one, two), Object.keys(order.sent).length > 0));
							}
						}
					}
				},
			);
		},
	),
);
