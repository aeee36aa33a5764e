import { generated } from "../generators/generated";
import { isGenerous, type RestOperation, readingOf } from "../generators/rest-operations";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { takesOrder } from "../rules/users/lab";
import { filtersOf } from "./filter-values";
import { isOrdered } from "./orders";
import { strangersTo } from "./strangers";
import { whileUnchanged } from "./while-unchanged";
import { filled, keyOf, namesOf, wholeList } from "./whole-list";

/** Pages have a law of their own. */
const ofPages = /^(page|per_page)$/;
/** Defaults that the contract takes from the real product. */
const assumed = /^(simple|include_ancestor_groups)$/;

const defaultsOf = (row: RestOperation) => row.parameters.filter(({ name, schema }) => schema.default !== undefined && !ofPages.test(name));

/** What stands beside a default when it is tried: nothing, beside a direction each order, and beside an order each direction. A direction may need an order. */
function besides(row: RestOperation, name: string): readonly Params[] {
	if (name === "order_by" && row.parameters.some((one) => one.name === "sort")) return [{}, { sort: "asc" }, { sort: "desc" }];
	if (name !== "sort") return [{}];
	const keys = (row.pagination?.orderKeys ?? []).filter((key) => !/_(asc|desc)$/.test(key));
	const hasOwnOrder = keys.length === 0 || defaultsOf(row).some((one) => one.name === "order_by");
	return [...(hasOwnOrder ? [{}] : []), ...keys.map((order_by) => ({ order_by }))];
}

/**
 * A parameter that is left out has its documented default: the same response as with the default sent, a direction also beside each order.
 * Catches a default that is another one than the documented: in general, in one order, beside one filter, or for other callers.
 */
export const defaults = (rows: readonly RestOperation[]): readonly Rule[] =>
	readingOf(rows)
		.filter((row) => defaultsOf(row).length > 0)
		.map((row) => {
			const all = defaultsOf(row).map(({ name }) => name);
			const title = `returns the same response without ${all.join(", ")} as with the documented default`;
			return generated(row, { phase: "laws", what: "defaults", title, level: "MUST" }, async (t) => {
				const { caller, params } = await filled(row, t);
				const read = async (more: Params, left: string): Promise<readonly Fields[]> => {
					// A plan may widen the list by the parameter itself.
					const { [left]: _, ...rest } = params;
					if (row.pagination) return await wholeList(caller, row, { ...rest, ...more });
					return [(await caller.call(row, { ...rest, ...more })).is(200).fields];
				};
				const show = (records: readonly Fields[]) => records.map((one) => (row.pagination ? keyOf(one) : namesOf(one)));
				const isSame = (names: readonly string[], sent: Params, found: readonly string[], expected: readonly string[], who = caller.actor): void => {
					const what = `the response with ${JSON.stringify(sent)} for ${who}`;
					if (row.domain === "credentials" || names.some((name) => assumed.test(name)))
						t.assume(`${what} should be the one without ${names.join(", ")}`, found.join() === expected.join());
					else t.same(what, found, expected);
				};
				for (const { name, schema } of defaultsOf(row))
					for (const beside of besides(row, name))
						await whileUnchanged(
							t,
							() => read(beside, name),
							async (records) => {
								const [found, expected] = [show(await read({ ...beside, [name]: schema.default }, name)), show(records)];
								isSame([name], { ...beside, [name]: schema.default }, found, expected);
							},
						);
				if (!row.pagination) return;
				/** One page with values that parameters have by default, and the same page without them. */
				const isAlike = async (other: Caller, names: readonly string[], beside: Params): Promise<void> => {
					const values = Object.fromEntries(defaultsOf(row).flatMap(({ name, schema }) => (names.includes(name) ? [[name, schema.default]] : [])));
					const sent = { ...Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name))), ...beside };
					const page = async (more: Params) => {
						const response = await other.call(row, { ...sent, ...more, per_page: 100 });
						return response.status === 200 ? response.items : [];
					};
					await whileUnchanged(
						t,
						() => page({}),
						async (records) => {
							// An order is for administrators, so that others may be refused it.
							const isOpen = records.length > 0 && !isOrdered(row, other) && !(await takesOrder(t, other, { ...sent, ...values }));
							if (!isOpen) isSame(names, { ...sent, ...values }, show(await page(values)), show(records), other.actor);
						},
					);
				};
				const others = row.anonymous ? await strangersTo(row, t) : isGenerous(row) ? [t.as("guest")] : [];
				for (const other of others) for (const name of all) await isAlike(other, [name], besides(row, name)[0] ?? {});
				// Beside a filter all at once, so that the requests stay few. A search for users has an order of its own, and finds one of each state.
				const records = await wholeList(caller, row, params);
				for (const { parameter, values } of await filtersOf(row, records, { caller, params }, t)) {
					const isSearch = row.id === "listUsers" && parameter === "search";
					const rest = all.filter((name) => name !== parameter && !(isSearch && /^(order_by|sort)$/.test(name)));
					const tried = isSearch ? new Map(records.map(({ state, username }) => [state, username])).values() : values.slice(0, 1);
					for (const value of tried)
						for (const some of [rest.filter((name) => !assumed.test(name)), rest.filter((name) => assumed.test(name))])
							if (some.length > 0) await isAlike(caller, some, { ...(some.includes("sort") && besides(row, "sort")[0]), [parameter]: value });
				}
			});
		});
