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

/** Parameters of pagination, which the law `pages` checks. */
const ofPages = /^(page|per_page)$/;
/** Parameters whose defaults come from the real product, not from the specification, so that they are only assumed. */
const assumed = /^(simple|include_ancestor_groups)$/;

const defaultsOf = (row: RestOperation) => row.parameters.filter(({ name, schema }) => schema.default !== undefined && !ofPages.test(name));

/** Returns the parameters to send with a default: each direction with `order_by`, each order with `sort`, none with others. `sort` may need an order. */
function besides(row: RestOperation, name: string): readonly Params[] {
	if (name === "order_by" && row.parameters.some((one) => one.name === "sort")) return [{}, { sort: "asc" }, { sort: "desc" }];
	if (name !== "sort") return [{}];
	const keys = (row.pagination?.orderKeys ?? []).filter((key) => !/_(asc|desc)$/.test(key));
	const hasOwnOrder = keys.length === 0 || defaultsOf(row).some((one) => one.name === "order_by");
	return [...(hasOwnOrder ? [{}] : []), ...keys.map((order_by) => ({ order_by }))];
}

/**
 * A request without a parameter has the same response as one that sends the documented default, a direction also with each order.
 * Catches a default that differs from the documentation: in general, in one order, with one filter, or for other callers.
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
					// The plan's parameters may include the parameter under test.
					const { [left]: _, ...rest } = params;
					if (row.pagination) return await wholeList(caller, row, { ...rest, ...more });
					return [(await caller.call(row, { ...rest, ...more })).is(200).fields];
				};
				const show = (records: readonly Fields[]) => records.map((one) => (row.pagination ? keyOf(one) : namesOf(one)));
				const isSame = (names: readonly string[], sent: Params, found: readonly string[], expected: readonly string[], who = caller.actor): void => {
					const what = `the response with ${JSON.stringify(sent)} for ${who}`;
					if (row.domain === "credentials" || names.some((name) => assumed.test(name)))
						t.assume(`${what} should be the response without ${names.join(", ")}`, found.join() === expected.join());
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
				/** Compares one page of a request that sends the defaults with the same page of a request without them. */
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
							// Some orders are only for administrators, so other callers may be refused.
							const isOpen = records.length > 0 && !isOrdered(row, other) && !(await takesOrder(t, other, { ...sent, ...values }));
							if (!isOpen) isSame(names, { ...sent, ...values }, show(await page(values)), show(records), other.actor);
						},
					);
				};
				const others = row.anonymous ? await strangersTo(row, t) : isGenerous(row) ? [t.as("guest")] : [];
				for (const other of others) for (const name of all) await isAlike(other, [name], besides(row, name)[0] ?? {});
				// With a filter, all defaults are sent at once, to limit the requests. A search for users has its own order; one user of each state is searched.
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
