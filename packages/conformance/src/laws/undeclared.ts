import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { byId, isGenerous, paged, type RestOperation, restOperations } from "../generators/rest-operations";
import { applies, choicesOf, plainValue, sentFields } from "../generators/wrong-input";
import { perform, planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import { forms } from "../rule/caller";
import type { Context } from "../rule/context";
import { type Fields, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { moves } from "./partial-update";
import { madeRecords } from "./stored";
import { updates } from "./updates";
import { whileUnchanged } from "./while-unchanged";

/** Parameters that no operation declares. Some have names with a meaning in JavaScript. */
const unknown: Params = { colour: "blue", no_such_parameter: true, no_such_list: ["a", "b"], "constructor[prototype]": "1", "__proto__[x]": "1" };

/** Returns a value that differs from the record's own, or undefined if it is a list or an object. */
function other(value: unknown): unknown {
	if (typeof value === "boolean") return !value;
	if (typeof value === "number") return value + 1_000_000;
	if (value === "active") return "blocked";
	if (typeof value === "string") return Number.isNaN(Date.parse(value)) ? "else" : "2001-02-03T04:05:06Z";
	return value === null ? "else" : undefined;
}

/** Returns enum values for fields that are an enum in another operation of the domain, as requests with one value of each field. */
function chosen(domain: string, names: readonly string[]): readonly Params[] {
	const fields = restOperations.filter((row) => row.domain === domain).flatMap(sentFields);
	const choices = names.map((name) => {
		const all = fields.flatMap((field) => (field.name === name ? (choicesOf(field.schema) ?? []) : []));
		return [name, [...new Set(all)]] as const;
	});
	const most = Math.max(0, ...choices.map(([, all]) => all.length));
	return Array.from({ length: most }, (_, at) => Object.fromEntries(choices.flatMap(([name, all]) => (at < all.length ? [[name, all[at]]] : []))));
}

/** An update changes no field that it does not declare. Catches a server that stores every field of the request. */
const inBodies = updates.map((update) => {
	const { operation: row } = update;
	const what = update.of ? `undeclared-${update.of}` : "undeclared";
	const title = "changes nothing for an empty body or undeclared names, including names of the record's other fields";
	return generated(row, { phase: "laws", what, title, level: "ASSUMED" }, async (t) => {
		const { caller, at } = await update.arrange(t);
		const read = async () => (await caller.call(update.read, { ...at, ...update.view })).is(200);
		const declared = new Set([...row.parameters, ...(row.body?.fields ?? [])].map(({ name }) => name));
		const needed = [...(update.always ?? []), ...(row.body?.fields ?? []).filter(({ required }) => required).map(({ name }) => name)];
		const before = await read();
		// If one of several fields is required, send one that the record has a value for.
		const oneOf = needed.some((name) => row.body?.atLeastOne?.includes(name))
			? undefined
			: row.body?.atLeastOne?.find((name) => (before.field(name) ?? null) !== null);
		const kept = Object.fromEntries([...needed, ...(oneOf ? [oneOf] : [])].map((name) => [name, before.field(name)]));
		const fixed = Object.entries(before.fields).flatMap(([name, value]) =>
			declared.has(name) || other(value) === undefined ? [] : [[name, other(value)] as const],
		);
		const isSame = (fields: Fields) => Object.keys(fields).filter((name) => !moves.test(name) && !isDeepStrictEqual(fields[name], before.field(name)));
		const usual = [{}, unknown, Object.fromEntries(fixed)];
		const names = Object.keys(before.fields).filter((name) => !declared.has(name));
		for (const sent of [...usual, ...chosen(row.domain, names)])
			for (const as of sent === unknown ? forms : usual.includes(sent) ? (["json", "form"] as const) : (["json"] as const)) {
				const response = (await caller.call(row, { ...at, ...kept, ...sent }, { as })).ok;
				const after = await read();
				t.same(`the fields that changed after sending ${Object.keys(sent).join(", ") || "no field"} as ${as}`, isSame(after.fields).join(", "), "", response);
			}
	});
});

/** A creation sets no field that it does not declare. */
const inCreations = madeRecords.flatMap(({ create, get, number, of }) => {
	if (of) return [];
	const row = byId(create);
	const title = "ignores fields that it does not declare";
	return generated(row, { phase: "laws", what: "undeclared", title, level: "ASSUMED" }, async (t) => {
		const make = async (sent: Params) => {
			const plan = await planOf(create, t);
			const made = (await perform(create, plan, sent)).ok;
			return (await t.as("administrator").call(get, { ...plan.params, [number]: made.number("id") })).is(200);
		};
		const declared = new Set([...row.parameters, ...(row.body?.fields ?? [])].map(({ name }) => name));
		// `confidential` and `internal` are left out, because notes of some kinds have neither.
		const fixed = Object.entries((await make({})).fields).flatMap(([name, value]) =>
			/^(confidential|internal)$/.test(name) || declared.has(name) || other(value) === undefined ? [] : [[name, other(value)] as const],
		);
		const made = await make({ ...unknown, ...Object.fromEntries(fixed) });
		const set = fixed.filter(([name, value]) => isDeepStrictEqual(made.field(name), value)).map(([name]) => name);
		t.same("the undeclared fields that the request set", set.join(", "), "", made);
	});
});

/** Returns parameters that other lists of the domain declare, but this one does not: each value of an enum, or one plain value. Empty for a dialect. */
function ofOthers(row: RestOperation, t: Context): readonly Params[] {
	if (t.facts.dialect !== undefined) return [];
	const fields = paged.filter(({ domain }) => domain === row.domain).flatMap(sentFields);
	const foreign = fields.filter((field) => applies(t, field) && !row.parameters.some(({ name }) => name === field.name));
	const named = new Map(
		foreign.flatMap((field) => (choicesOf(field.schema) ?? plainValue(field)).map((value) => [`${field.name} ${value}`, { [field.name]: value }])),
	);
	return [...named.values()];
}

/** A list ignores query parameters that it does not declare. */
const inQueries = paged.filter(isGenerous).map((row) =>
	generated(row, { phase: "laws", what: "undeclared", title: "ignores query parameters that it does not declare", level: "ASSUMED" }, async (t) => {
		const { caller, params } = await planOf(row.id, t);
		const read = async (more: Params = {}) => (await caller.call(row.id, { ...params, ...more, per_page: 20 })).is(200).items;
		const declared = new Set(row.parameters.map(({ name }) => name));
		await whileUnchanged(t, read, async ([first = {}, ...rest]) => {
			const fields = Object.entries(first).filter(([name, value]) => !declared.has(name) && value !== null && !isFields(value) && !Array.isArray(value));
			for (const more of [unknown, Object.fromEntries(fields.map(([name, value]) => [name, other(value)])), ...ofOthers(row, t)])
				t.same(
					`the list with ${Object.keys(more).join(", ")}`,
					await read(more),
					[first, ...rest].filter((one) => Object.keys(one).length > 0),
				);
		});
	}),
);

export const undeclared: readonly Rule[] = [...inBodies, ...inCreations, ...inQueries];
