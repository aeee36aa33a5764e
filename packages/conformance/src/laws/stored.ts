import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { inPath } from "../generators/least-params";
import { byId, writing } from "../generators/rest-operations";
import { applies, choicesOf } from "../generators/wrong-input";
import { type Plan, perform, planOf, type RestOperationId } from "../plans/plan";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { kinds } from "../rules/notes/kinds";
import { shownNames, updates, valuesOf } from "./updates";

/** A kind of record: the operations that create, read and update it, and the values to send. */
interface Made {
	readonly create: RestOperationId;
	readonly get: RestOperationId;
	/** The update that defines the values of the fields, and their names in the record. */
	readonly update: RestOperationId;
	/** The name of the path parameter for its id in `get`. */
	readonly number: string;
	/** Two values for each field that differs from the update. */
	readonly values?: (t: Context) => Readonly<Record<string, readonly unknown[]>>;
	/** Fields that can only be sent together, and the field in which the record shows them. */
	readonly pair?: (t: Context) => { readonly sent: Fields; readonly shown: string };
	/** Fields that no record shows and that do not affect the others. The requests send them in turn. */
	readonly beside?: readonly Fields[];
	/** The optional fields that are stated to be stored as sent; all of them unless the specification is silent on some. */
	readonly stated?: readonly string[];
	readonly claims?: string;
	/** Fields that depend on the place in which the record is created. */
	readonly placed?: Readonly<Record<string, unknown>>;
	/** The kind of record, if the operation creates several. `make` returns its caller and parameters. */
	readonly of?: string;
	readonly make?: (t: Context) => Promise<Pick<Plan, "caller" | "params">>;
}

const runner = { get: "getRunner", update: "updateRunner", number: "id" } as const;

/** The records that one operation creates and another reads. */
export const madeRecords: readonly Made[] = [
	...kinds.map(
		({ operations }): Made => ({
			// The contract has every operation of notes, so that the cast is safe.
			...(operations as Pick<Made, "create" | "get" | "update">),
			number: "note_id",
			values: () => ({ internal: [true, false], created_at: ["2024-02-29T23:30:00Z", "2019-12-31T01:02:03Z"] }),
		}),
	),
	{ create: "createReleaseLink", get: "getReleaseLink", update: "updateReleaseLink", number: "link_id" },
	// An administrator may not be external.
	{
		create: "createUser",
		get: "getUser",
		update: "updateUser",
		number: "id",
		values: () => ({ admin: [true, false], external: [false, true] }),
		pair: (t) => ({ sent: { provider: "ldapmain", extern_uid: t.unique("uid") }, shown: "identities" }),
		stated: [],
		beside: [{}, { force_random_password: true }, { reset_password: true, skip_confirmation: true }],
		claims:
			"USER-325, USER-329, USER-331, USER-333, USER-336, USER-338, USER-340, USER-342, USER-344, USER-346, USER-348, USER-350, USER-353, USER-355, USER-357, USER-359, USER-361",
	},
	...(["group", "project", "instance"] as const).map(
		(of): Made => ({
			create: "createUserRunner",
			...runner,
			placed: { runner_type: `${of}_type` },
			stated: ["tag_list"],
			claims: "USER-652..656, USER-658",
			// A tag may contain spaces.
			values: (t) => ({ tag_list: [[t.unique("tag"), `${t.unique("Tag")} of Two`].join(","), t.unique("tAg")] }),
			...(of !== "group" && {
				of,
				make: async (t) => ({
					caller: t.as(of === "project" ? "owner" : "administrator"),
					params: { runner_type: `${of}_type`, ...(of === "project" && { project_id: await t.given.projectId(t.scene("project")) }) },
				}),
			}),
		}),
	),
	{
		create: "registerRunner",
		...runner,
		placed: { runner_type: "group_type" },
		stated: [],
		values: (t) => ({ info: [{ name: t.unique("program") }], tag_list: [`${t.unique("tag")},${t.unique("tag")}`, [t.unique("tag"), t.unique("tag")]] }),
		claims: "RUNNER-398..403",
	},
];

/** Fields that depend on other fields or on the installation, and fields that no record shows. */
const leftOut = /^(force_random_password|reset_password|skip_confirmation|commit_email|username|password|info|merge_request_diff_head_sha)$/;

/** Returns the instant of a time, which can have several formats. Other values are returned unchanged. */
const instant = (value: unknown): unknown => (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value);

const listed = (value: unknown): unknown => (typeof value === "string" ? value.split(",").sort() : Array.isArray(value) ? [...value].sort() : value);

/** Whether a text is sent with spaces and line breaks around it: in the third request. */
const isPadded = (index: number, name: string): boolean => index === 2 && /^(bio|note|maintenance_note)$/.test(name);

/** Returns a field's value to compare. For a time it is only whether it is null, because two records have different times. */
const factOf = (record: Fields, name: string): unknown => (/_(at|on)$/.test(name) ? record[name] === null : record[name]);

/** Fields of a new user or runner whose defaults the specification states. */
const usual = /^(is_admin|external|is_auditor|bio|runner_type)$/;

/** A field that is sent alone sets no other field. Catches a server that also stores its value in another field. */
const alone: readonly Rule[] = madeRecords.flatMap(({ create, get, update: change, number, values, pair, of }) => {
	const [row, update] = [byId(create), updates.find(({ operation }) => operation.id === change)];
	if (!update || of || !["users", "runners"].includes(row.domain)) return [];
	return generated(
		row,
		{ phase: "laws", what: "alone", title: "sets only the field that the request has; others get their defaults", level: "MUST" },
		async (t) => {
			const make = async (sent = {}) => {
				const plan = await planOf(create, t);
				const made = (await perform(create, plan, sent)).ok;
				const read = (await t.as("administrator").call(get, inPath(byId(get), { ...plan.params, [number]: made.number("id") }))).is(200);
				for (const [name, value] of Object.entries(plan.params))
					if (typeof value === "string" && Object.hasOwn(read.fields, name))
						t.assume(`${name} should be ${value} with ${JSON.stringify(sent)}`, read.field(name) === value, read);
				return read;
			};
			const [bare, again] = [(await make()).fields, (await make()).fields];
			const { description: _, ...planned } = (await planOf(create, t)).params;
			const check = async (sent: Fields, shown: readonly string[]) => {
				const made = await make(sent);
				const isUsual = (one: string) => !shown.includes(one) && isDeepStrictEqual(factOf(bare, one), factOf(again, one));
				for (const name of Object.keys(bare).filter(isUsual)) {
					const what = `${name} of the record created with only ${Object.keys(sent).join(", ")}`;
					const [actual, expected] = [factOf(made.fields, name), factOf(bare, name)];
					if (usual.test(name)) t.same(what, actual, expected, made);
					else t.assume(`${what} should have its default`, isDeepStrictEqual(actual, expected), made);
				}
			};
			const both = pair?.(t);
			if (both) await check(both.sent, [both.shown]);
			const overrides = { ...update.values?.(t), ...values?.(t) };
			for (const field of row.body?.fields ?? []) {
				const [shown = field.name, ...derived] = shownNames(update, field.name);
				const values = valuesOf(field, t, {}, overrides);
				// A boolean is also sent with its default.
				const tried = values.every((one) => typeof one === "boolean") ? values : values.filter((one) => one !== bare[shown]).slice(0, 1);
				const isLeftOut = /^(skip_confirmation|username|password|description|run_untagged|maintainer_note)$/.test(field.name);
				if (isLeftOut || !applies(t, field) || Object.hasOwn(planned, field.name)) continue;
				for (const value of tried) await check({ [field.name]: value }, [shown, ...derived]);
			}
		},
	);
});

/** The values that one request of the law sends. */
interface Turn {
	/** The index of the value that every field has. */
	readonly value: 0 | 1;
	/** A field with another value, and the index of that value. */
	readonly other?: { readonly name: string; readonly value: number };
	/** Whether deprecated names replace the current ones. */
	readonly isOlder?: true;
}

/** The encodings of the fields, which the requests use in turn. */
const encodings = ["json", "form", "query", "form"] as const;

/** The created record has every field of the request, also with another value. Catches a field that the server ignores, alone or with others. */
const together: readonly Rule[] = madeRecords.map((record) => {
	const { create, get, update: change, number, values, stated, claims, placed = {}, of, make, pair, beside = [{}] } = record;
	const row = byId(create);
	const update = updates.find(({ operation }) => operation.id === change);
	if (!update) throw new Error(`There is no update ${change}.`);
	const what = of ? `stored-${of}` : "stored";
	const remove = writing.find(({ verb, path }) => verb === "DELETE" && path === byId(get).path);
	const also = [byId(get), ...(remove ? [remove] : [])];
	const law = { phase: "laws", what, title: "stores every field of the request", level: "MUST", claims, also } as const;
	return generated(row, law, async (t) => {
		const overrides = { ...update.values?.(t), ...values?.(t) };
		const all = (row.body?.fields ?? []).filter((field) => applies(t, field) && !leftOut.test(field.name));
		const fields = all.filter(({ lifecycle }) => lifecycle?.stage !== "deprecated");
		const replaced = all.filter((field) => !fields.includes(field)).map(({ lifecycle }) => lifecycle?.replacedBy);
		const older = all.filter(({ name }) => !replaced.includes(name));
		// Each boolean also has one value while the others have the other value, because one may override another.
		const flags = fields.map(({ name, schema }) => ([schema.type].flat().includes("boolean") ? name : "")).filter((name) => name !== "");
		// Each further value of an enum is sent with all other fields.
		const choices = fields.flatMap((field): readonly Turn[] =>
			choicesOf(field.schema)
				? valuesOf(field, t, {}, overrides).flatMap((_, value) => (value < 2 ? [] : { value: 0, other: { name: field.name, value } }))
				: [],
		);
		const turns: readonly Turn[] = [
			{ value: 0 },
			{ value: 1 },
			{ value: 0 },
			// A fourth request, so that a form also sends booleans with their first value.
			...(flags.length > 0 ? [{ value: 0 } as const] : []),
			...(flags.length > 1 ? flags.map((name): Turn => ({ value: 1, other: { name, value: 0 } })) : []),
			...choices,
			...(replaced.length > 0 ? encodings.map((): Turn => ({ value: 0, isOlder: true })) : []),
		];
		for (const [index, turn] of turns.entries()) {
			const plan: Plan = { ...(await planOf(create, t)), ...(await make?.(t)) };
			const sent = Object.fromEntries(
				(turn.isOlder ? older : fields).flatMap((field) => {
					const value = valuesOf(field, t, {}, overrides)[field.name === turn.other?.name ? turn.other.value : turn.value];
					// A required field has the plan's value, unless `overrides` has values for it.
					const isPlanned = Object.hasOwn(plan.params, field.name) && !Object.hasOwn(overrides, field.name);
					return value === undefined || isPlanned ? [] : [[field.name, isPadded(index, field.name) ? `\n  ${String(value)} \n` : value] as const];
				}),
			);
			if (sent.admin === true && sent.external === true) continue;
			const as = encodings[index % encodings.length];
			// The specification leaves open how a form or a query encodes a list, except as one text with commas, which this operation accepts.
			const spelled =
				as === "json" ? sent : Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]));
			const both = pair?.(t);
			const made = (await perform(create, { ...plan, ...(as && { as }) }, { ...spelled, ...both?.sent, ...beside[index % beside.length] })).ok;
			const at = inPath(byId(get), { ...plan.params, [number]: made.number("id") });
			const read = (await t.as("administrator").call(get, at)).is(200);
			const others = Object.keys(made.fields).filter((name) => Object.hasOwn(read.fields, name));
			const changed = others.filter((name) => !isDeepStrictEqual(factOf(made.fields, name), factOf(read.fields, name)));
			t.assume(`${changed.join(", ")} of the created record should be the same as in a later read`, changed.length === 0, made);
			for (const [name, value] of Object.entries(placed)) t.assume(`${name} should be ${value}`, read.field(name) === value, read);
			if (both) {
				const isSent = (one: unknown) => Object.entries(both.sent).every(([name, value]) => Object(one)[name] === value);
				t.assume(`${both.shown} of the created record should contain ${JSON.stringify(both.sent)}`, [read.field(both.shown)].flat().some(isSent), read);
			}
			for (const [name, value] of Object.entries({ ...plan.params, ...sent })) {
				const known = row.body?.fields?.find((field) => field.name === name);
				if (!known) continue;
				const expect = !stated || stated.includes(name) || known.required ? t.holds : t.assume;
				const field = Object.hasOwn(read.fields, name) ? name : shownNames(update, name)[0];
				if (field === undefined || !Object.hasOwn(read.fields, field)) continue;
				const shown = read.field(field);
				// A URL that is derived from the field ends in its value.
				if (field !== name && typeof value === "string" && typeof shown === "string") {
					expect(`${field} of the record created with ${name} ${value} should end in that value, not be ${shown}`, shown.endsWith(value), read);
					continue;
				}
				if (Array.isArray(shown)) {
					const isListed = isDeepStrictEqual(listed(shown), listed(value));
					expect(`${field} of the created record should be ${JSON.stringify(value)}, not ${JSON.stringify(shown)}`, isListed, read);
					continue;
				}
				const what = `${field} of the created record should be ${JSON.stringify(value)}, not ${JSON.stringify(shown)}`;
				const isSame = isDeepStrictEqual(instant(shown), instant(value));
				if (isPadded(index, name)) t.assume(what, isSame, read);
				else expect(what, isSame, read);
			}
			// The record can be removed, with any values.
			const removed = remove && (await t.as("administrator").call(remove.id, at)).ok;
			if (removed?.text.includes('"id"')) t.assume("the removal should return the record as it was", isDeepStrictEqual(removed.json, read.json), removed);
		}
	});
});

export const stored: readonly Rule[] = [...together, ...alone];
