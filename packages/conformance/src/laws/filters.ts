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
import { changedAfterItsEnd, changesSince, filled, keyOf, namesOf, wholeList, widest } from "./whole-list";

/** What one value of a filter gives. */
interface Found {
	readonly parameter: string;
	readonly asked: unknown;
	readonly keys: readonly string[];
	/** How the records show that they match, where they show it. */
	readonly row?: FilterRow | undefined;
}

/** Pairs of filters where one narrows the other's result: a server that ignores it there cannot return the right records. */
function pairsOf(found: readonly Found[], choices: ReadonlySet<string>): readonly (readonly [Found, Found])[] {
	const parameters = [...new Set(found.map(({ parameter }) => parameter))];
	const of = (name: string) => found.filter(({ parameter }) => parameter === name);
	const sets = new Map(found.map((one) => [one, new Set(one.keys)]));
	const shared = ([one, two]: readonly [Found, Found]) => one.keys.filter((key) => sets.get(two)?.has(key)).length;
	// Each value of a closed set beside every other filter, of whose records it leaves some, and beside every value of another closed set.
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
			// Beside a filter, another one shows only where it leaves out some of the first one's records.
			const telling = (side: 0 | 1) => {
				const useful = candidates.filter((pair) => shared(pair) < pair[side].keys.length);
				// A pair that leaves some records shows also a filter that leaves out too many.
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

/** Of each other filter's records, a value that some pass and others do not: what it finds the records themselves foretell. */
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
 * Beside each value of a closed set, and each filter by what no record shows, a search for one record of each kind that it leaves out: records
 * are left out for several reasons.
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

/** What a search looks for, and in which records. */
interface Search {
	readonly text: unknown;
	readonly whole: readonly Fields[];
	/** Whether the request names an order, which then holds. */
	readonly isOrdered: boolean;
}

/** Users whose names share three letters in a row with a text: their search is fuzzy, and may find them. */
function similarTo({ text, whole }: Search): ReadonlySet<string> {
	const sought = String(text).toLowerCase();
	const names = (item: Fields) => `${item.username} ${item.name}`.toLowerCase();
	const shares = (item: Fields) => [...sought].some((_, at) => at + 3 <= sought.length && names(item).includes(sought.slice(at, at + 3)));
	return new Set(whole.filter(shares).map(keyOf));
}

/**
 * A list must have these records, in this order. What a search finds may come with the best match first: there, another order is a warning, and
 * for users, whose search has an order of its own (USER-201), it is none.
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
	t.assume(`${what} and no similar ones`, certain.length === found.length, shownBy);
	if (id !== "listUsers") t.assume(`${what} in the order of the list`, found.join() === expected.join(), shownBy);
}

/** The search among these parameters. */
const searchOf = (sent: Fields, whole: readonly Fields[], isOrdered = false): Search | undefined =>
	Object.hasOwn(sent, "search") ? { text: sent.search, whole, isOrdered } : undefined;

/** The records that pass these filters, whatever a search among them finds. */
const passing = (whole: readonly Fields[], ...filters: readonly Found[]): readonly Fields[] =>
	whole.filter((item) => filters.every(({ parameter, keys }) => parameter === "search" || keys.includes(keyOf(item))));

/** An order, with the keys of all records in it. */
interface Order {
	readonly sent: Params;
	readonly all: readonly string[];
}

const stemOf = ({ parameter }: Found): string => parameter.replace(/_(after|before)$/, "");
/** Whether two filters are the two ends of one span. */
const isSpan = (one: Found, two: Found): boolean => one.parameter !== stemOf(one) && stemOf(one) === stemOf(two);

/** Whether the specification leaves open that a value filters at all: then a list may ignore it beside another filter. */
const isUnsure = ({ asked, row }: Found): boolean => asked === false && (row === undefined || row.open !== undefined);

/** A list with two filters must have these records; where it is open that one of them filters, it should. */
function hasBoth(
	t: Context,
	row: RestOperation,
	what: string,
	found: readonly string[],
	expected: readonly string[],
	pair: readonly [Found, Found],
	search: Search | undefined,
): void {
	if (pair.some(isUnsure)) t.assume(`${what} should be those of both`, found.join() === expected.join());
	else hasRecords(t, row, what, found, expected, search);
}

/** The pairs of those that surely filter, and the pairs that others are better for. */
const surePairsOf = (found: readonly Found[], choices: ReadonlySet<string>) => [
	...pairsOf(
		found.filter((one) => !isUnsure(one)),
		choices,
	),
	...pairsOf(found, choices).filter((pair) => pair.some(isUnsure)),
];

/** Filters whose result depends on who asks. */
const ofCaller = /^(owned|starred|min_access_level|all_available)$/;

/** Whether somebody needs what a low limit allows them a minute for other rules. */
const isUsedUp = (row: RestOperation, who: ActorName): boolean => who === "administrator" && !isGenerous(row);

/** The others who see all records of a list. Of users, what a filter does depends on who asks. */
async function othersWhoSee(t: Context, row: RestOperation, params: Params, all: readonly string[]): Promise<readonly Caller[]> {
	const others: Caller[] = [];
	for (const who of row.id !== "listUsers" && all.length < 100 ? members(t) : []) {
		if (isUsedUp(row, who)) continue;
		const response = await t.as(who).call(row.id, { ...params, per_page: 100 });
		if (response.status === 200 && response.items.map(keyOf).join() === all.join()) others.push(t.as(who));
	}
	return others;
}

/** Who sends each filter. Where its result depends on that: the first for whom it finds some records but not all, or at least some. */
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
			const rank = Math.max(...counts) === 0 ? 0 : Math.min(...counts) < all ? 2 : 1;
			if (rank > most) readers.set(parameter, caller);
			most = Math.max(rank, most);
			if (most === 2) break;
		}
	}
	return (parameter: string): Caller => readers.get(parameter) ?? usual;
}

/** All others who may see the list see those of a filter's records that match in their own list. */
async function passForOthers(t: Context, row: RestOperation, params: Params, whole: readonly Fields[], results: readonly Found[]): Promise<void> {
	const isUsers = row.id === "listUsers";
	const isOpen = row.access.role === "anonymous" || isUsers;
	const isPlaced = row.access.where === "project" || row.access.where === "group";
	const roles = [row.access.role, ...(row.access.or ?? [])];
	const above = [...(roles.includes("auditor") ? auditors(t) : []), ...(roles.includes("administrator") ? (["administrator"] as const) : [])];
	// In a place what a lower role sees, too, and what others see who may see all.
	const named = [...new Set([...(isPlaced ? (["guest", "maintainer", "administrator"] as const) : []), ...above])];
	const members = named.filter((who) => !isUsedUp(row, who)).map((who) => t.as(who));
	const strangers = isOpen ? await strangersTo(row, t) : [];
	for (const caller of [...strangers, ...members]) {
		const shared = whole.map(keyOf);
		const read = async (more: Fields) => (await wholeList(caller, row.id, { ...params, ...more })).map(keyOf).filter((key) => shared.includes(key));
		if ((await caller.call(row.id, params)).status !== 200) continue;
		const own = await read({});
		// Of each filter a value that leaves some of their records, or none, where there is one.
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
		// One of them tries also other spellings, and two filters together.
		const isThorough = isGenerous(row) && caller.actor === (isOpen ? "outsider" : "guest");
		for (const one of telling.values()) {
			const { parameter, asked, row: known } = one;
			// An address that a user does not show finds the user for administrators alone.
			const seen = isUsers && known ? whole.filter((item) => known.passes({ ...item, email: null }, asked)).map(keyOf) : one.keys;
			const keys = own.filter((key) => seen.includes(key));
			const isTheirs = !isUsers || !ofAdministrators.includes(parameter);
			if (isTheirs) passed.push({ ...one, keys });
			const near = isThorough ? (known?.near?.(asked) ?? []) : [];
			for (const value of [asked, ...near.flatMap(({ value, findsSame }) => (findsSame ? [value] : []))]) {
				const what = `the records of ${parameter}=${String(value)} for ${caller.actor}`;
				// A filter that finds nothing for them may be refused without credentials.
				const isRefusable = caller.actor === "anonymous" && keys.length === 0;
				const refusal = isRefusable ? await caller.call(row.id, { ...params, [parameter]: value }) : undefined;
				if (refusal?.refused) {
					t.assume(`${what} should be none`, false, refusal);
					continue;
				}
				const found = await read({ [parameter]: value });
				if (value === asked) alone.set(parameter, found);
				if (!isTheirs) t.assume(`${what} should be all`, found.join() === own.join());
				else if (value === asked) hasRecords(t, row, what, found, keys, searchOf({ [parameter]: value }, whole));
				else t.assume(`${what} should be those of ${String(asked)}`, found.toSorted().join() === keys.toSorted().join());
			}
		}
		// Two filters, where one narrows what the other finds.
		for (const [one, two] of isThorough ? surePairsOf(passed, new Set()) : []) {
			const both = { [one.parameter]: one.asked, [two.parameter]: two.asked };
			const expected = one.keys.filter((key) => two.keys.includes(key));
			const [what, found] = [`the records of ${JSON.stringify(both)} for ${caller.actor}`, await read(both)];
			hasBoth(t, row, what, found, expected, [one, two], searchOf(both, passing(whole, one, two)));
		}
		// All that is for administrators, beside each other filter.
		const theirs = [...telling.values()].filter(({ parameter }) => isUsers && ofAdministrators.includes(parameter));
		for (const { parameter, asked } of theirs.length > 0 ? telling.values() : []) {
			if (ofAdministrators.includes(parameter)) continue;
			const beside = Object.fromEntries(theirs.map((one) => [one.parameter, one.asked]));
			const found = await read({ ...beside, [parameter]: asked });
			const names = theirs.map((one) => one.parameter).join(", ");
			t.assume(`${names} beside ${parameter} should change nothing for ${caller.actor}`, found.join() === alone.get(parameter)?.join());
		}
	}
}

/** Of another place, such as a group below, or of a list that was made wider for other checks, each filter gives the records that match as well. */
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
	// Where the list was made wider, it is the planned place without that.
	const params = Object.fromEntries(Object.entries(wide).filter(([name]) => !Object.hasOwn(widest[row.id] ?? {}, name)));
	const isWider = Object.keys(params).length < Object.keys(wide).length;
	const at = isWider ? params : { ...params, id };
	const plain = await caller.call(row.id, { ...at, per_page: 100 });
	// A longer list would have to be read as a whole for each filter.
	if (plain.status !== 200 || plain.items.length === 100) return;
	await whileUnchanged(
		t,
		async () => (await caller.call(row.id, { ...at, per_page: 100 })).is(200).items,
		async (whole) => {
			// What no record shows: it leaves here what it leaves of the wider list.
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
				// A value that the wider list has other records of shows also a filter that widens the list.
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
 * Each filter gives exactly the records that match, in the list's order; two filters give the records that match both. Catches a filter that
 * is ignored, alone, beside another or in another view, that is inverted, or that leaves out too many. A text that no record has gives none.
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
			const { caller, params } = await filled(row.id, t);
			if (row.id === "listPipelines") await changedAfterItsEnd(t, params.id);
			const read = (more: Fields, by = caller) => wholeList(by, row.id, { ...params, ...more });
			await whileUnchanged(
				t,
				() => read({}),
				async (whole) => {
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
								t.assume(`${other.join(", ")} with ${parameter}=${String(asked)} should be as without`, other.length === 0, first);
							}
							if (known) hasRecords(t, row, `the records of ${parameter}=${String(asked)}`, keys, expected, searchOf({ [parameter]: asked }, whole), first);
							// The best match first is an order as well.
							if (parameter === "search" && row.pagination?.orderKeys?.includes("similarity")) {
								const ranked = (await read({ search: asked, order_by: "similarity" })).map(keyOf);
								t.same(`the records of search=${String(asked)} by similarity`, ranked.toSorted(), keys.toSorted());
							}
							for (const { value, findsSame, isStated } of known && values.indexOf(asked) < 2 ? (known.near?.(asked) ?? []) : []) {
								const like = await caller.call(row.id, { ...params, [parameter]: value, per_page: 100 });
								const should = findsSame ? expected : whole.filter((item) => known?.passes(item, value)).map(keyOf);
								const found = like.status === 200 ? like.items.map(keyOf) : [];
								const isSo = (isStated || like.status === 200) && (should.length > 100 || found.toSorted().join() === should.toSorted().join());
								const what = `${parameter}=${String(value)} should find what ${findsSame ? "the other spelling does" : "has just that value"}`;
								(isStated ? t.holds : t.assume)(what, isSo, like);
								if (findsSame && isSo && should.length <= 100) alike.push({ parameter, asked: value, keys: found, isStated: isStated === true });
							}
							// Some filters show records that the plain list hides; these are no part of it.
							if (keys.every((key) => all.includes(key))) results.push({ parameter, asked, keys, row: known });
						}
					for (const [parameter, value] of emptyFilters(row, t))
						for (const beside of [undefined, ...new Set(results.map((one) => one.parameter))]) {
							if (beside === parameter) continue;
							const other = results.find((one) => one.parameter === beside && one.keys.length > 0);
							if (beside !== undefined && !other) continue;
							const asked = { ...(other && { [other.parameter]: other.asked }), [parameter]: value };
							const response = await caller.call(row.id, { ...params, ...asked });
							// Some filters refuse a text of another form.
							if (response.status >= 400) continue;
							const what = `the records of ${parameter}=${String(value)}${other ? ` beside ${other.parameter}` : ""}`;
							t.same(what, response.is(200).items.map(keyOf), [], response);
							const totals = ["x-total", "x-total-pages"].map((name) => response.header(name) ?? "");
							// Where other values have totals, none has them, too.
							const isCounted = [parameter, beside ?? parameter].every((name) => counted.has(name));
							t.assume("the totals of none should be 0, on one page", totals.join() === "0,1" || (!isCounted && totals.join() === ","), response);
						}
					if (results.length === 0) t.skip("no filter of the list can distinguish its records: add some");
					results.push(...besideOthers(whole, results, known));
					const telling = new Map(results.filter(({ keys }) => keys.length < all.length).map((one) => [one.parameter, one]));
					// Another spelling finds the same beside each other filter.
					for (const { parameter, asked, keys, isStated } of alike)
						for (const other of telling.values()) {
							const expected = keys.filter((key) => other.keys.includes(key)).toSorted();
							if (other.parameter === parameter || expected.length === 0) continue;
							const beside = await readerOf(other.parameter).call(row.id, { ...params, [other.parameter]: other.asked, [parameter]: asked, per_page: 100 });
							const found = beside.status === 200 ? beside.items.map(keyOf).toSorted() : [];
							const what = `${parameter}=${String(asked)} should find what the other spelling does beside ${other.parameter}`;
							(isStated ? t.holds : t.assume)(what, found.join() === expected.join(), beside);
						}
					const viewsBy = new Map<string, readonly string[]>();
					for (const reader of new Set([...telling.values()].map(({ parameter }) => readerOf(parameter))))
						viewsBy.set(reader.actor, await viewsFor(row, { caller: reader, params }, t));
					for (const { parameter, asked, keys } of telling.values())
						for (const view of viewsBy.get(readerOf(parameter).actor) ?? []) {
							const found = (await read({ [parameter]: asked, [view]: true }, readerOf(parameter))).map(keyOf);
							hasRecords(t, row, `the records of ${parameter}=${String(asked)} with ${view}`, found, keys, searchOf({ [parameter]: asked }, whole));
						}
					await passForOthers(t, row, params, whole, results);
					await passElsewhere(t, row, { caller, params }, tried, whole, results);
					const choices = new Set(sentFields(row).flatMap(({ name, schema }) => (choicesOf(schema) ? [name] : [])));
					const orders: Order[] = [{ sent: {}, all }];
					for (const sent of namedOrders(row).flatMap(({ up, down }) => [up, down])) {
						const records = await read(sent);
						orders.push({ sent, all: records.map(keyOf) });
						const [found, expected] = [records, whole].map((items) => items.map((one) => `${keyOf(one)}: ${namesOf(one)}`).sort());
						t.same(`the records and their fields by ${JSON.stringify(sent)}`, found, expected);
					}
					// The orders and those who ask take turns; both ends of a span are tried in each order.
					const further = leftOut(
						whole,
						results,
						choices,
						known.find(({ parameter }) => parameter === "search"),
					);
					const readers = [caller, ...others];
					for (const [index, [one, two]] of [...surePairsOf(results, choices), ...further].entries()) {
						const [own, ...more] = new Set([one, two].flatMap(({ parameter }) => (ofCaller.test(parameter) ? [readerOf(parameter)] : [])));
						// What two callers find says nothing of either.
						if (more.length > 0) continue;
						const reader = own ?? readers[(index + Math.floor(index / orders.length)) % readers.length] ?? caller;
						for (const order of isSpan(one, two) ? orders : orders.slice(index % orders.length).slice(0, 1)) {
							const both = { [one.parameter]: one.asked, [two.parameter]: two.asked };
							const expected = order.all.filter((key) => one.keys.includes(key) && two.keys.includes(key));
							const found = (await wholeList(reader, row.id, { ...params, ...both, ...order.sent })).map(keyOf);
							const what = `the records of ${JSON.stringify({ ...both, ...order.sent })} for ${reader.actor}`;
							hasBoth(t, row, what, found, expected, [one, two], searchOf(both, passing(whole, one, two), Object.keys(order.sent).length > 0));
						}
					}
				},
			);
		},
	),
);
