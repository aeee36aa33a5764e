import { generated } from "../generators/generated";
import { isGenerous, type RestOperation, reading, takesForms, writing } from "../generators/rest-operations";
import { applies, sentFields } from "../generators/wrong-input";
import { perform, planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";
import { shownNames, updates } from "./updates";
import { whileUnchanged } from "./while-unchanged";

/*
 * How a request sends no value: null in JSON, or an empty string for a time, a number or a boolean. And how it sends a string that looks like
 * a number. The specification leaves all of this open.
 */

type Field = ReturnType<typeof sentFields>[number];

/** Whether a parameter or field has an effect on this server, is optional, and is not in the plan's parameters. */
const isOptional = (field: Field, t: Context, planned: Params): boolean =>
	!field.required && !Object.hasOwn(planned, field.name) && applies(t, field) && field.name !== "sudo";

const isTime = (format: string | undefined): boolean => format === "date" || format === "date-time";

/** Whether an empty string cannot be a value of the field. */
const isNoText = ({ schema }: Field): boolean => {
	const types = [schema.type ?? []].flat();
	return isTime(schema.format) || (types.length > 0 && types.every((type) => ["integer", "number", "boolean"].includes(type)));
};

const blankable = (row: RestOperation, t: Context, planned: Params): readonly string[] =>
	sentFields(row).flatMap((field) => (isNoText(field) && isOptional(field, t, planned) ? [field.name] : []));

/** A request with null for every optional field succeeds. */
const nulls = writing
	// Excludes updateGroup, because the scene's group could not be restored. The round-trip and numbers laws send its nulls.
	.filter((row) => row.id !== "updateGroup" && (row.body?.fields ?? []).some((field) => !field.required) && row.body?.types.includes("application/json"))
	.map((row) =>
		generated(row, { phase: "laws", what: "nulls", title: "accepts null for every optional field, as not sent or as cleared", level: "ASSUMED" }, async (t) => {
			const plan = await planOf(row.id, t);
			const names = (row.body?.fields ?? []).flatMap((field) => (isOptional(field, t, plan.params) ? [field.name] : []));
			const body = Object.fromEntries(names.map((name) => [name, null]));
			const response = await perform(row.id, plan, body);
			t.holds(`null should be accepted for ${names.join(", ")}`, plan.status === undefined ? response.succeeded : response.status === plan.status, response);
		}),
	);

/** An empty string for a time, a number or a boolean is ignored: a list returns the same records, a change succeeds. */
const blanks = [
	...reading
		.filter((row) => sentFields(row).some((field) => !field.required && isNoText(field)) && isGenerous(row))
		.map((row) =>
			generated(row, { phase: "laws", what: "blanks", title: "ignores an empty string for a time, a number or a boolean", level: "ASSUMED" }, async (t) => {
				const { caller, params } = await planOf(row.id, t);
				const names = blankable(row, t, params);
				const read = async (more: Params) => {
					const response = await caller.call(row.id, { ...params, ...more });
					return [{ status: response.status, json: response.json }];
				};
				await whileUnchanged(
					t,
					() => read({}),
					async (expected) => {
						const blank = Object.fromEntries(names.map((name) => [name, ""]));
						t.same(`the response to empty ${names.join(", ")}`, await read(blank), expected);
					},
				);
			}),
		),
	...writing
		.filter((row) => (row.body?.fields ?? []).some((field) => !field.required && isNoText(field)))
		.map((row) =>
			generated(row, { phase: "laws", what: "blanks", title: "ignores an empty string for a time, a number or a boolean", level: "ASSUMED" }, async (t) => {
				for (const as of ["json", "form"] as const) {
					const plan = await planOf(row.id, t);
					const names = blankable(row, t, plan.params);
					const blank = Object.fromEntries(names.map((name) => [name, ""]));
					const response = await perform(row.id, { ...plan, as: plan.as ?? as }, blank);
					t.holds(
						`an empty text should be accepted for ${names.join(", ")}`,
						plan.status === undefined ? response.succeeded : response.status === plan.status,
						response,
					);
				}
			}),
		),
];

/** A number in a string field is stored as its digits. null clears the field or leaves it. Empty strings clear several fields at once. */
const numbers = updates.flatMap((update) => {
	const { operation: row } = update;
	if (!row.body?.types.includes("application/json")) return [];
	const what = update.of ? `numbers-${update.of}` : "numbers";
	return generated(
		row,
		{
			phase: "laws",
			what,
			title: "stores a number in a string field as its digits, clears the field for an empty string, and accepts null",
			level: "ASSUMED",
		},
		async (t) => {
			const { caller, at, keep } = await update.arrange(t);
			const read = async () => (await caller.call(update.read, { ...at, ...update.view })).is(200);
			const overrides = update.values?.(t) ?? {};
			const fields = (row.body?.fields ?? []).filter((field) => applies(t, field) && !Object.hasOwn(overrides, field.name));
			const always = Object.fromEntries((update.always ?? []).map((name) => [name, overrides[name]?.[0] ?? true]));
			const clearable: string[] = [];
			for (const { name, schema, required } of fields) {
				const isText = [schema.type].flat().includes("string") && !schema.enum && !schema.anyOf && !schema.format;
				const [shown] = shownNames(update, name);
				if (!isText || shown !== name) continue;
				const number = t.unique("").replace(/\D/g, "").slice(-9).replace(/^0*/, "7");
				keep?.({ [name]: number });
				const response = (await caller.call(row.id, { ...at, ...always, [name]: Number(number) })).ok;
				if (!Object.hasOwn(response.fields, name)) continue;
				t.same(`${name} of a number`, (await read()).field(name), number, response);
				if (required) continue;
				const cleared = await caller.call(row.id, { ...at, ...always, [name]: null });
				t.holds(`null should be accepted for ${name}`, cleared.succeeded, cleared);
				const left: unknown = (await read()).field(name);
				t.holds(`${name} should be null, empty or as before, and is ${JSON.stringify(left)}`, left === null || left === "" || left === number, cleared);
				if (!left) clearable.push(name);
			}
			const texts = Object.fromEntries(clearable.map((name) => [name, t.unique("text")]));
			const none = Object.fromEntries(clearable.map((name) => [name, ""]));
			keep?.(texts);
			for (const sent of clearable.length > 1 ? [texts, none, texts] : []) {
				const response = (await caller.call(row.id, { ...at, ...always, ...sent }, { as: takesForms(row) ? "form" : "json" })).ok;
				const after = (await read()).fields;
				t.same("the texts that were set or cleared together", Object.fromEntries(clearable.map((name) => [name, after[name] ?? ""])), sent, response);
			}
		},
	);
});

/** Laws of null, empty strings, and numbers in string fields. */
export const noValues: readonly Rule[] = [...nulls, ...blanks, ...numbers];
