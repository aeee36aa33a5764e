import { generated } from "../generators/generated";
import { readingOf, restOperations } from "../generators/rest-operations";
import type { Params } from "../rule/address";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { filled, keyOf, whileUnchanged, wholeList } from "./whole-list";

/** Pages have a law of their own. */
const ofPages = /^(page|per_page)$/;
/** Defaults that the contract takes from the real product. */
const assumed = /^(simple|include_ancestor_groups)$/;

/**
 * A parameter that is left out has its documented default: the same response as with the default sent, a direction also beside each order.
 * Catches a default that is another one than the documented, in general or in one order only.
 */
export const defaults: readonly Rule[] = readingOf(restOperations).flatMap((row) => {
	const known = row.parameters.filter(({ name, schema }) => schema.default !== undefined && !ofPages.test(name));
	if (known.length === 0) return [];
	return generated(
		row,
		{
			phase: "laws",
			what: "defaults",
			title: `without ${known.map(({ name }) => name).join(", ")} responds as with the default of each`,
			level: "MUST",
		},
		async (t) => {
			const { caller, params } = await filled(row, t);
			const read = async (more: Params, left: string): Promise<readonly Fields[]> => {
				// A plan may widen the list by the parameter itself.
				const { [left]: _, ...rest } = params;
				if (row.pagination) return await wholeList(caller, row, { ...rest, ...more });
				return [(await caller.call(row, { id: params.id, ...more })).is(200).fields];
			};
			const show = (records: readonly Fields[]) => records.map((one) => (row.pagination ? keyOf(one) : Object.keys(one).sort().join()));
			for (const { name, schema } of known) {
				const orders = name === "sort" ? (row.pagination?.orderKeys ?? []).filter((key) => !/_(asc|desc)$/.test(key)) : [];
				for (const base of [{}, ...orders.map((order_by) => ({ order_by }))])
					await whileUnchanged(
						() => read(base, name),
						async (records) => {
							const [found, expected] = [show(await read({ ...base, [name]: schema.default }, name)), show(records)];
							const what = `the response with ${name}=${String(schema.default)}${Object.entries(base).map(([key, value]) => ` and ${key}=${value}`)}`;
							if (row.domain === "credentials" || assumed.test(name)) t.assume(`${what} should be the one without`, found.join() === expected.join());
							else t.same(what, found, expected);
						},
					);
			}
		},
	);
});
