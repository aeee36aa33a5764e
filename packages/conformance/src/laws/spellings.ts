import { generated } from "../generators/generated";
import { byId, isGenerous, type RestOperation, reading, restOperations } from "../generators/rest-operations";
import { applies, sentFields } from "../generators/wrong-input";
import { perform, planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Caller, CallOptions } from "../rule/caller";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { kinds, withInternal } from "../rules/notes/kinds";
import { madeRecords } from "./stored";
import { updates, valuesOf } from "./updates";
import { whileUnchanged } from "./while-unchanged";
import { filled, keyOf, wholeList } from "./whole-list";

const hour = 3_600_000;
const shifted = (at: number, hours: number): string => new Date(at + hours * hour).toISOString().slice(0, -1);

/** Return formats of one instant in a full second: with and without a fraction (`fractions`), and with UTC offsets (`zones`). */
const fractions = (at: number): readonly string[] => [new Date(at).toISOString(), new Date(at).toISOString().replace(/\.\d+/, "")];
const zones = (at: number): readonly string[] => [`${shifted(at, 2)}+02:00`, `${shifted(at, -5.5)}-05:30`, `${shifted(at, 14).replace(/\.\d+/, "")}+14:00`];

const timed = (row: RestOperation) => row.parameters.filter(({ in: where, schema }) => where === "query" && schema.format === "date-time");

/** Returns the keys of the listed records as one text. */
const keys = async (caller: Caller, row: RestOperation, params: Params): Promise<string> => (await wholeList(caller, row.id, params)).map(keyOf).join(", ");

const second = (at: number): number => Math.floor(at / 1000) * 1000;
const day = (at: number): number => Math.floor(at / (24 * hour)) * 24 * hour;

/** Returns two instants: a full second of a record, if possible with an earlier record on the same day, and the start of that day. */
function instants(whole: readonly Fields[], field: string): readonly number[] {
	const all = whole.flatMap((item) => (typeof item[field] === "string" ? [Date.parse(item[field])] : [])).sort((a, b) => a - b);
	// With such a time, a server that reads only the day returns other records.
	const telling = all.filter((at, index) => (all[index - 1] ?? at) < second(at) && day(all[index - 1] ?? 0) === day(at));
	const times = telling.length > 0 ? telling : all;
	const middle = times[Math.floor(times.length / 2)];
	return middle === undefined ? [] : [second(middle), day(middle)];
}

const times = (what: string, title: string, level: "MUST" | "ASSUMED", spell: (at: number) => readonly string[]): readonly Rule[] =>
	reading
		.filter((row) => timed(row).length > 0)
		.map((row) =>
			generated(row, { phase: "laws", what, title, level }, async (t) => {
				const { caller, params } = await filled(row.id, t);
				await whileUnchanged(
					t,
					() => wholeList(caller, row.id, params),
					async (whole) => {
						for (const { name } of timed(row))
							for (const at of instants(whole, name.replace(/_(after|before)$/, "_at"))) {
								const expected = await keys(caller, row, { ...params, [name]: new Date(at).toISOString() });
								const isDay = at % (24 * hour) === 0;
								for (const text of [...spell(at), ...(isDay && level === "ASSUMED" ? [new Date(at).toISOString().slice(0, 10)] : [])])
									t.same(`the records of ${name}=${text}`, await keys(caller, row, { ...params, [name]: text }), expected);
							}
					},
				);
			}),
		);

/** A time in a body is stored as the same instant in every format. */
const bodyTimes = kinds.flatMap(({ operations }) =>
	restOperations
		.filter((row) => row.id === operations.create && row.body?.fields?.some(({ name }) => name === "created_at"))
		.map((row) =>
			generated(row, { phase: "laws", what: "times", title: "stores the same instant for every format of created_at", level: "ASSUMED" }, async (t) => {
				const at = Date.parse("2024-02-29T23:30:00Z");
				for (const text of [...fractions(at), ...zones(at)]) {
					const { caller, params, made } = await planOf(row.id, t);
					const response = (await caller.call(row.id, { ...params, created_at: text })).ok;
					made?.(response);
					t.same(`the instant of created_at ${text}`, Date.parse(response.string("created_at")), at, response);
				}
			}),
		),
);

const spellings = { true: ["1", "t", "yes", "on"], false: ["0", "f", "no", "off"] } as const;

/** Returns groups of booleans to set together. `external` is separate, because an administrator may not be external. */
const apart = (names: readonly string[]): readonly (readonly string[])[] =>
	[names.filter((name) => name !== "external"), names.filter((name) => name === "external")].filter(({ length }) => length > 0);

/** Creations with booleans, one for each kind of record. Notes that cannot be internal are left out. */
const created = madeRecords.filter(
	({ create, of }) =>
		of === undefined &&
		byId(create).body?.fields?.some(({ schema }) => schema.type === "boolean") &&
		(!create.endsWith("Note") || withInternal.some(({ operations }) => operations.create === create)),
);

/** Booleans of a new record that are sent in a form, in the query or as JSON strings have the effect of JSON booleans. */
const createdBooleans = created.map(({ create, get, number }) => {
	const row = byId(create);
	return generated(row, { phase: "laws", what: "booleans", title: "accepts every spelling of true and false", level: "ASSUMED" }, async (t) => {
		const all = (row.body?.fields ?? []).filter((field) => field.schema.type === "boolean" && field.lifecycle?.stage !== "deprecated" && applies(t, field));
		for (const names of apart(all.map(({ name }) => name))) {
			const make = async (value: unknown, as: CallOptions["as"] = "json") => {
				const plan = await planOf(row, t);
				// A runner without tags cannot refuse untagged jobs.
				const sent = { ...Object.fromEntries(names.map((name) => [name, value])), ...(names.includes("run_untagged") && { tag_list: "one" }) };
				const made = (await perform(row, { ...plan, as }, sent)).ok;
				const { fields } = (await t.as("administrator").call(get, { ...plan.params, [number]: made.number("id") })).is(200);
				return Object.fromEntries(Object.entries(fields).map(([name, shown]) => [name, typeof shown === "boolean" ? shown : shown === null]));
			};
			for (const [value, texts] of Object.entries(spellings)) {
				const expected = await make(value === "true");
				for (const [index, text] of [value, Number(value === "true"), ...texts].entries()) {
					const as = (["form", "json", "query"] as const)[index % 3];
					t.same(`the record created with ${text} as ${as}`, await make(text, as), expected);
				}
			}
		}
	});
});

const switches = (row: RestOperation, t: Context) => sentFields(row).filter((field) => field.schema.type === "boolean" && applies(t, field));

/** A boolean in the query has the same effect in another spelling of each value. The spellings take turns. */
const queryBooleans = reading
	.filter((row) => row.parameters.some((one) => one.in === "query" && one.schema.type === "boolean") && isGenerous(row))
	.map((row) =>
		generated(row, { phase: "laws", what: "booleans", title: "accepts every spelling of true and false", level: "ASSUMED" }, async (t) => {
			const { caller, params } = await planOf(row.id, t);
			const read = async (more: Params) => {
				const response = await caller.call(row.id, { ...params, ...(row.pagination && { per_page: 100 }), ...more });
				return [{ status: response.status, json: response.json }];
			};
			for (const [index, { name }] of switches(row, t).entries())
				for (const [value, texts] of Object.entries(spellings))
					await whileUnchanged(
						t,
						() => read({ [name]: value }),
						async ([expected]) => {
							const text = texts[index % texts.length];
							t.same(`the response to ${name}=${text}`, (await read({ [name]: text }))[0], expected);
						},
					);
		}),
	);

/** Names of booleans that another boolean of the record may override. */
const isBound = /^(.*assist_.*|lock_.*|prevent_.*|emails_disabled)$/;

/** Booleans of an update that are sent in a form or as JSON strings have the effect of JSON booleans. */
const bodyBooleans = updates.flatMap((update) => {
	const { operation: row } = update;
	if (!row.body?.fields?.some(({ schema }) => schema.type === "boolean") || update.of || row.id.endsWith("Note")) return [];
	return generated(row, { phase: "laws", what: "booleans", title: "accepts every spelling of true and false", level: "ASSUMED" }, async (t) => {
		const { caller, at, keep } = await update.arrange(t);
		const overrides = update.values?.(t) ?? {};
		const fields = (row.body?.fields ?? []).filter((field) => field.schema.type === "boolean" && field.lifecycle?.stage !== "deprecated" && applies(t, field));
		const all = fields.filter((field) => valuesOf(field, t, {}, overrides).length > 0).map(({ name }) => name);
		for (const names of apart(all)) {
			const set = async (value: unknown, as: "json" | "form") => {
				const body = Object.fromEntries(names.map((name) => [name, value]));
				keep?.(body);
				(await caller.call(row.id, { ...at, ...body }, { as })).ok;
				const { fields: record } = (await caller.call(update.read, { ...at, ...update.view })).is(200);
				return Object.fromEntries(names.map((name) => [name, record[name]]));
			};
			const expected = { true: await set(true, "json"), false: await set(false, "json") };
			for (const value of ["true", "false"] as const) {
				const wrong = Object.entries(expected[value]).filter(
					([name, shown]) => typeof shown === "boolean" && shown !== (value === "true") && !isBound.test(name),
				);
				t.same(`the booleans that are not ${value} after all are set to ${value}`, wrong.map(([name]) => name).join(", "), "");
			}
			// Each text follows one with the opposite value.
			const off = ["false", ...spellings.false];
			for (const [index, on] of ["true", ...spellings.true].entries())
				for (const as of ["form", "json"] as const) {
					t.same(`the record after ${on} as ${as}`, await set(on, as), expected.true);
					t.same(`the record after ${off[index]} as ${as}`, await set(off[index], as), expected.false);
				}
			t.same("the record after the number 1 as JSON", await set(1, "json"), expected.true);
			t.same("the record after the number 0 as JSON", await set(0, "json"), expected.false);
		}
	});
});

/** Different spellings of a value have the same effect: times with UTC offsets, without a fraction or as a day, and booleans. */
export const valueSpellings: readonly Rule[] = [
	...times("times", "reads times with and without a fraction as the same instant", "MUST", fractions),
	...times("time-zones", "reads times with a UTC offset, and dates, as the same instant in UTC", "ASSUMED", zones),
	...bodyTimes,
	...queryBooleans,
	...bodyBooleans,
	...createdBooleans,
];
