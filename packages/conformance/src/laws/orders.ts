import { generated } from "../generators/generated";
import { paged, type RestOperation } from "../generators/rest-operations";
import type { Rule } from "../rule/rule";
import { filled, keyOf, wholeList } from "./whole-list";

interface Order {
	/** The field by which the records are ordered. */
	readonly field: string;
	readonly up: { readonly [parameter: string]: string };
	readonly down: { readonly [parameter: string]: string };
}

/** The order keys whose field the records do not show; users and projects have no `updated_at`. */
const isHidden = ({ domain }: RestOperation, key: string): boolean =>
	["similarity", "user_id"].includes(key) || (key === "updated_at" && ["users", "groups"].includes(domain));

/** Every order that a list has, with the parameters for either direction. */
function ordersOf(row: RestOperation): readonly Order[] {
	const keys = row.pagination?.orderKeys ?? [];
	const compound = keys.filter((key) => key.endsWith("_asc")).map((key) => key.replace("_asc", ""));
	const fields = { created: "created_at", expires: "expires_at", last_used: "last_used_at", name: "name" };
	if (compound.length > 0)
		return compound.map((key) => ({
			field: new Map(Object.entries(fields)).get(key) ?? key,
			up: { sort: `${key}_asc` },
			down: { sort: `${key}_desc` },
		}));
	const sorted = row.parameters.some(({ name }) => name === "sort") ? keys : [];
	return sorted.filter((key) => !isHidden(row, key)).map((key) => ({ field: key, up: { order_by: key, sort: "asc" }, down: { order_by: key, sort: "desc" } }));
}

type Rank = (value: unknown) => number | string;

/** Numbers by size, all else as text: the collation, which the contract leaves open, may tell capital letters apart or not. */
const ranks: readonly Rank[] = [
	(value) => (typeof value === "number" ? value : String(value)),
	(value) => (typeof value === "number" ? value : String(value).toLowerCase()),
];

/** Whether the values rise, where two neighbours are both there. */
const rises = (values: readonly unknown[]): boolean =>
	ranks.some((rank) =>
		values.every((value, index) => {
			const next = values[index + 1];
			return value == null || next == null || rank(value) <= rank(next);
		}),
	);

/** Each order of a list is kept, and its reverse is kept by the other direction. */
export const orders: readonly Rule[] = paged.flatMap((row) =>
	ordersOf(row).map(({ field, up, down }) =>
		generated(
			row,
			{
				phase: "laws",
				what: `order-${field}`,
				title: `is ordered by ${field}, upwards and downwards`,
				rests: ["pagination"],
			},
			async (t) => {
				const { caller, params } = await filled(row.id, t);
				const rising = await wholeList(caller, row.id, { ...params, ...up });
				const values = rising.map((item) => item[field]);
				if (new Set(values).size < 2) t.skip(`the list has no two records that differ in ${field}: add some`);
				t.holds(`${field} should rise: ${values.slice(0, 20).join(", ")}`, rises(values));
				const falling = await wholeList(caller, row.id, { ...params, ...down });
				t.same("the records in either direction", falling.map(keyOf).sort(), rising.map(keyOf).sort());
				const reversed = falling.map((item) => item[field]).reverse();
				t.holds(`${field} should fall: ${reversed.slice(-20).reverse().join(", ")}`, rises(reversed));
			},
		),
	),
);

/** What a list is ordered by unless told otherwise. */
export const defaultOrders: readonly Rule[] = paged.flatMap((row) => {
	const [order_by = "", sort = ""] = row.pagination?.defaultOrder?.split(" ") ?? [];
	if (!ordersOf(row).some(({ field, up }) => field === order_by && "order_by" in up)) return [];
	return generated(row, { phase: "laws", what: "default-order", title: `comes in the order ${order_by} ${sort}`, rests: ["pagination"] }, async (t) => {
		const { caller, params } = await filled(row.id, t);
		const given = await wholeList(caller, row.id, params);
		t.same("the order", given.map(keyOf), (await wholeList(caller, row.id, { ...params, order_by, sort })).map(keyOf));
		if (given.length < 2) t.skip("the list has fewer than two records: add some");
	});
});
