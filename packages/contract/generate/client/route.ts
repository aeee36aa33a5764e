/** Generates the text of a route, which the client reads with `route`. */
import type { Lifecycle, Operation, Verb } from "../document";
import type { OperationModel } from "../model";
import type { Field, Result } from "./fields";

export const usualRetry: Readonly<Record<Verb, Operation["x-tenon-retry"]>> = {
	get: "safe",
	put: "idempotent",
	patch: "idempotent",
	delete: "idempotent",
	post: "non-idempotent",
};

/** Returns the orders in which a list supports keyset pages, its default order first. */
function keysetOrders(one: OperationModel): string[] {
	const { keyset, defaultOrder } = (one.source["x-tenon-pagination"] ?? {}) as {
		keyset?: { orders: string[] };
		defaultOrder?: string;
	};
	const orders = keyset?.orders ?? [];
	return [...orders].sort((a, b) => Number(b === defaultOrder) - Number(a === defaultOrder));
}

const replacement = (lifecycle: Lifecycle | undefined): string => lifecycle?.replacedBy ?? "";

export const isFile = ({ schema }: Field): boolean =>
	schema.format === "binary" || (schema.anyOf ?? []).some((one) => one.format === "binary");

/** Returns the information that the client needs to send a request, as the text that the client's `route` reads. */
export function route(one: OperationModel, fields: Field[], result: Result): string {
	const joined = [
		...one.parameters.filter((each) => each.explode === false),
		...fields.filter((each) => each.schema["x-tenon-separator"]),
	].map((each) => each.name);
	const query = one.body ? one.parameters.filter((each) => each.in === "query").map((each) => each.name) : [];
	const retry = one.source["x-tenon-retry"];
	const dates = fields.filter((each) => each.schema.format === "date").map((each) => each.name);
	const pagination = one.source["x-tenon-pagination"];
	const file = fields.find(isFile);
	const deprecated = [
		...(one.source.deprecated ? [`>${replacement(one.source["x-tenon-lifecycle"])}`] : []),
		...fields
			.filter((each) => each.deprecated ?? each.schema.deprecated)
			.map((each) => `${each.name}>${replacement(each["x-tenon-lifecycle"] ?? each.schema["x-tenon-lifecycle"])}`),
	];
	const anonymous = (pagination?.keyset as { anonymousOnly?: boolean } | undefined)?.anonymousOnly;
	const list = (name: string, values: string[]) =>
		values.length > 0 ? [`${name}:${values.map(plain).join(";")}`] : [];
	return [
		one.id,
		one.verb.toUpperCase(),
		one.path,
		...(retry === usualRetry[one.verb] ? [] : [`retry=${retry}`]),
		...(one.body && one.verb === "delete" ? ["body"] : []),
		...list("query", query),
		...list("joined", joined),
		...list("dates", dates),
		...(file ? [`file=${file.name}`] : []),
		...list("deprecated", deprecated),
		...list("keyset", keysetOrders(one)),
		...(anonymous ? ["anonymousKeyset"] : []),
		...(result.kind === "list" && pagination?.styles.length === 0 ? ["whole"] : []),
		...(result.kind === "nothing" && !one.responses["204"] ? ["empty"] : []),
	].join(" ");
}

/** Returns a value in a list of a route, with spaces written as plus signs. */
function plain(value: string): string {
	if (/[+;"]/.test(value)) throw new Error(`A route cannot hold ${value}.`);
	return value.replaceAll(" ", "+");
}
