import { generated } from "../generators/generated";
import { secondPlace } from "../generators/least-params";
import { isGenerous, pagedOf, type RestOperation } from "../generators/rest-operations";
import { choicesOf } from "../generators/wrong-input";
import type { Plan } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import { members } from "../rule/callers";
import type { Context } from "../rule/context";
import { type Fields, pluck } from "../rule/response";
import { groupSettings, type Rule } from "../rule/rule";
import { lastByName } from "../rules/groups/changed-group";
import { type FilterRow, foretells } from "./filter-rows";
import { commonPiece, filtersOf, viewsFor } from "./filter-values";
import { othersOf } from "./strangers";
import { whileUnchanged } from "./while-unchanged";
import { changesSince, filled, keyOf, wholeList } from "./whole-list";

interface Order {
	/** The field by which the records are ordered. */
	readonly field: string;
	/** Whether this is the list's default order. */
	readonly isOwn?: boolean;
	readonly up: { readonly [parameter: string]: string };
	readonly down: { readonly [parameter: string]: string };
}

/** Whether the records do not show the field of an order key. Users and projects do not show `updated_at`. */
const isHidden = ({ domain }: RestOperation, key: string): boolean => key === "user_id" || (key === "updated_at" && ["users", "groups"].includes(domain));

/** The fields of order keys whose field has another name. */
const fieldsOfKeys = new Map(Object.entries({ created: "created_at", expires: "expires_at", last_used: "last_used_at" }));

/** Returns every order that a request can name, with the parameters for both directions. `similarity` is not included. */
export function namedOrders({ pagination, parameters }: RestOperation): readonly Order[] {
	const keys = pagination?.orderKeys ?? [];
	const compound = keys.filter((key) => key.endsWith("_asc")).map((key) => key.replace("_asc", ""));
	if (compound.length > 0) return compound.map((key) => ({ field: fieldsOfKeys.get(key) ?? key, up: { sort: `${key}_asc` }, down: { sort: `${key}_desc` } }));
	if (!parameters.some(({ name }) => name === "sort")) return [];
	return keys.filter((key) => key !== "similarity").map((key) => ({ field: key, up: { order_by: key, sort: "asc" }, down: { order_by: key, sort: "desc" } }));
}

/** Returns the parameters of an order without `sort` if that is the default in the contract. */
function withoutDirection({ parameters }: RestOperation, named: Order["up"]): Order["up"] {
	const { sort, ...order } = named;
	return order.order_by !== undefined && parameters.some((one) => one.name === "sort" && one.schema.default === sort) ? order : named;
}

/** Returns every order of a list whose field its records show. */
function ordersOf(row: RestOperation): readonly Order[] {
	const named = namedOrders(row).filter(({ field }) => !isHidden(row, field));
	// `sort` without `order_by` sets the direction of the default order.
	const own = named.find(({ field }) => row.pagination?.defaultOrder?.startsWith(`${field} `));
	return [...named, ...(own ? [{ ...own, isOwn: true, up: { sort: "asc" }, down: { sort: "desc" } }] : [])];
}

type Rank = (value: unknown) => number | string;

/**
 * Numbers are compared by size, other values as text. The contract leaves the collation open: it may be case-sensitive, case-insensitive, or compare
 * only letters and digits, as dictionaries do.
 */
const ranks: readonly Rank[] = [
	(value) => (typeof value === "number" ? value : String(value)),
	(value) => (typeof value === "number" ? value : String(value).toLowerCase()),
	(value) =>
		typeof value === "number"
			? value
			: String(value)
					.normalize("NFD")
					.toLowerCase()
					.replace(/[^\p{L}\p{N}]/gu, ""),
];

/** Whether the values are in ascending order, ignoring null and undefined. */
export const rises = (values: readonly unknown[]): boolean =>
	ranks.some((rank) =>
		values.every((value, index) => {
			const next = values[index + 1];
			return value == null || next == null || rank(value) <= rank(next);
		}),
	);

/**
 * Whether the known words follow the sequence. The specification does not state how a closed set of words is sorted: alphabetically, or as it is
 * declared. Words that are not in the sequence can be anywhere.
 */
export const follows = (values: readonly unknown[], sequence: readonly unknown[]): boolean =>
	rises(values.map((value) => sequence.indexOf(value)).filter((place) => place >= 0));

/** Lists that sort records with equal values by id: ascending, or in the direction of the order. Other lists do not state it. */
const ties: { readonly [list: string]: "lowest first" | "as the order goes" } = {
	listGroups: "lowest first",
	listSubgroups: "lowest first",
	listDescendantGroups: "lowest first",
	listGroupSharedGroups: "lowest first",
	listGroupPersonalAccessTokens: "as the order goes",
	listGroupResourceAccessTokens: "as the order goes",
	listUsers: "as the order goes",
};

/** Whether the specification states that the caller can choose the order. Only administrators can for users. */
export const isOrdered = ({ id }: RestOperation, { actor }: Caller): boolean => id !== "listUsers" || actor === "administrator";

/** Whether a field has a closed set of words. The list then has a filter of the same name. */
const isWord = ({ parameters }: RestOperation, field: string): boolean =>
	parameters.some(({ name, schema }) => name === field && choicesOf(schema) !== undefined);

/** Lists of groups. The law of an order may rename the groups. */
const ofGroups = /^list(Groups|Subgroups|DescendantGroups|GroupSharedGroups)$/;

/**
 * Whether records with equal values are in ascending order of their ids, and records without a value come last. Equal times are ignored, because
 * they are shown in milliseconds, but may be sorted more precisely.
 */
const tiesRise = (items: readonly Fields[], field: string): boolean =>
	items.every((item, index) => {
		const [value, next] = [item[field], items[index + 1]];
		if (!next || value === undefined || value !== next[field]) return !next || value !== null;
		return /^\d{4}-\d\d-\d\dT/.test(String(value)) || Number(item.id) < Number(next.id);
	});

/** Makes sure that the order by stars differs from the order by id, if possible. Returns whether it does. */
async function starredOutOfOrder(t: Context, row: RestOperation, { caller, params }: Plan): Promise<boolean> {
	const byNumber = await wholeList(caller, row, { ...params, order_by: "id", sort: "asc" });
	const [first] = byNumber;
	if (!first || !rises(pluck(byNumber, "star_count"))) return true;
	if (!t.given.hasControl) return false;
	await t.given.change("projects", Number(first.id), {
		starred_by: (["owner", "maintainer", "developer", "guest"] as const).map((who) => t.user(who).username),
	});
	return true;
}

/** Returns a search text that finds several records in another order than `other`, to reveal a search that ignores the order. */
function tellingSearch(search: FilterRow, rising: readonly Fields[], other: readonly Fields[]): readonly string[] {
	const found = (items: readonly Fields[], piece: string) => items.filter((item) => search.passes(item, piece)).map(keyOf);
	const matches = (piece: string) =>
		foretells(search, rising, piece) && found(rising, piece).join() !== found(other, piece).join() ? found(rising, piece).length : 0;
	const texts = rising.flatMap((item) => [item.name, item.path, item.username]).map((text) => String(text).toLowerCase());
	return commonPiece(texts, matches, rising.length);
}

/**
 * Each order of a list sorts the records in both directions, on one page and over several, and also with a filter. Catches an order that is
 * ignored, that only sorts each page, or that loses records with equal values.
 */
export const orders = (rows: readonly RestOperation[]): readonly Rule[] =>
	pagedOf(rows).flatMap((row) =>
		ordersOf(row).map(({ field, isOwn = false, up, down }) =>
			generated(
				row,
				{
					phase: "laws",
					what: isOwn ? "order" : `order-${field}`,
					title: `sorts by ${field}${isOwn ? " by default" : ""}, ascending and descending`,
					level: "MUST",
					...(ofGroups.test(row.id) && { alone: groupSettings }),
				},
				async (t) => {
					const { caller, params } = await filled(row, t);
					// The order of names and paths must differ from the order of ids.
					if (ofGroups.test(row.id) && /^(name|path|id)$/.test(field))
						await lastByName(t, await wholeList(caller, row, { ...params, order_by: "path", sort: "asc" }));
					// If only few projects have stars, their order may be the same as the order by id.
					const isTelling = field !== "star_count" || (await starredOutOfOrder(t, row, { caller, params }));
					await whileUnchanged(
						t,
						() => wholeList(caller, row, { ...params, ...up }),
						async (rising) => {
							const fieldValues = rising.map((item) => item[field]);
							if (new Set(fieldValues).size < 2) t.skip(`the list has no two records that differ in ${field}: add some`);
							const plain = await wholeList(caller, row, params);
							t.same("the records by this order, and without an order", rising.map(keyOf).sort(), plain.map(keyOf).sort());
							const sequence = isWord(row, field) ? [...new Set(fieldValues)] : undefined;
							const isRising = (values: readonly unknown[]) => (sequence ? follows(values, sequence) : rises(values));
							t.holds(`${field} should rise: ${fieldValues.slice(0, 20).join(", ")}`, isRising(fieldValues));
							t.assume(`${field} should rise by the alphabet`, rises(fieldValues));
							const falling = await wholeList(caller, row, { ...params, ...down });
							t.same("the records in either direction", falling.map(keyOf).sort(), rising.map(keyOf).sort());
							const changes = changesSince(plain);
							for (const items of [rising, falling]) {
								const other = changes(items);
								t.assume(`${other.join(", ")} should be the same with and without an order`, other.length === 0);
							}
							const reversed = falling.map((item) => item[field]).reverse();
							t.holds(`${field} should fall: ${reversed.slice(-20).reverse().join(", ")}`, isRising(reversed));
							const size = Math.min(Math.ceil(rising.length / 3), 100);
							const listed = [
								{ direction: up, items: rising },
								{ direction: down, items: falling },
							];
							for (const { direction, items } of listed) {
								const numbers = [1, 2, 3].filter((page) => (page - 1) * size < items.length);
								const parts = numbers.map((page) => caller.call(row, { ...params, ...direction, page, per_page: size }));
								const paged = (await Promise.all(parts)).flatMap((response) => response.is(200).items.map(keyOf));
								t.same(`three pages by ${JSON.stringify(direction)}`, paged, items.slice(0, 3 * size).map(keyOf));
							}
							const isInOrder = async (other: Caller, direction: Params, where: Params = {}): Promise<readonly Fields[]> => {
								const response = await other.call(row, { ...params, ...where, ...direction, per_page: 100 });
								const items = response.status === 200 ? response.items : [];
								const seen = pluck(items, field);
								const what = `${field} should be in order for ${other.actor} with ${JSON.stringify({ ...where, ...direction })}`;
								const isRight = isRising(direction === up ? seen : seen.toReversed());
								if (isOrdered(row, other)) t.holds(what, isRight, response);
								else t.assume(what, isRight, response);
								return items;
							};
							const others = await othersOf(row, t);
							const id = secondPlace(row, params, t);
							// The opposite of the default direction.
							const [order, whole] = row.pagination?.defaultOrder?.endsWith("desc") ? [up, rising] : [down, falling];
							// All other callers try one order that is not the default, in that direction.
							const isFirst = ordersOf(row).find((one) => !row.pagination?.defaultOrder?.startsWith(`${one.field} `))?.field === field;
							for (const who of isFirst && isGenerous(row) ? members(t) : []) await isInOrder(t.as(who), order);
							const places: readonly (readonly [Caller, Params])[] = [
								...others.map((one) => [one, {}] as const),
								...(id === undefined ? [] : [[caller, { id }] as const]),
								// The planned caller may own no record, so that `owned` is tried by the owner.
								...(row.parameters.some(({ name }) => name === "owned") ? [[t.as("owner"), { owned: true }] as const] : []),
							];
							for (const [other, where] of places)
								for (const direction of [up, down]) listed.push({ direction, items: await isInOrder(other, direction, where) });
							const keys = new Set(rising.map(keyOf));
							for (const view of await viewsFor(row, { caller, params }, t)) {
								const shown = await wholeList(caller, row, { ...params, ...order, [view]: true });
								t.same(`the records by ${JSON.stringify(order)} with ${view}`, shown.map(keyOf), whole.map(keyOf));
							}
							// Both directions with a filter. The default direction is not sent.
							const [other, turned] = order === up ? [down, falling] : [up, rising];
							const usual = withoutDirection(row, other);
							const own = row.pagination?.defaultOrder?.endsWith("desc") ? plain.toReversed() : plain;
							const tried = (await filtersOf(row, whole, { caller, params }, t)).flatMap(({ values, ...rest }) => {
								const [first, second = first] = [...(rest.parameter === "search" && rest.row ? tellingSearch(rest.row, rising, own) : []), ...values];
								return [
									{ ...rest, value: first, sent: order },
									{ ...rest, value: second, sent: usual },
									...(first === second ? [] : [{ ...rest, value: first, sent: usual }]),
								];
							});
							for (const { parameter, value, sent, row: known } of tried) {
								const filter = { ...params, [parameter]: value };
								// If the records do not show the filtered property, the list without an order shows which records match. A search has its own order.
								if (!known && parameter === "search") continue;
								const unordered = known ? undefined : await caller.list(row, filter);
								if (unordered?.refused) continue;
								const passing = unordered?.items.map(keyOf) ?? [];
								if (passing.some((key) => !keys.has(key))) continue;
								const some = await wholeList(caller, row, { ...filter, ...sent });
								const expected = (sent === order ? whole : turned).filter((item) => (known ? known.passes(item, value) : passing.includes(keyOf(item))));
								t.same(`the records of ${parameter} by ${JSON.stringify(sent)}`, some.map(keyOf), expected.map(keyOf));
							}
							const tied = ties[row.id];
							for (const { direction, items } of tied ? listed : []) {
								const isTurned = direction === down && tied === "as the order goes";
								const rise = tiesRise(isTurned ? items.toReversed() : items, field);
								t.assume(
									`records with the same ${field} should be sorted by id (${tied}), and those without it last (or first if descending), with ${JSON.stringify(direction)}`,
									rise,
								);
							}
						},
					);
					if (!isTelling) t.skip("the projects with more stars are the newer ones: star an older one");
				},
			),
		),
	);
