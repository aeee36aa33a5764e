import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { byId } from "../generators/rest-operations";
import { applies } from "../generators/wrong-input";
import { perform, planOf, type RestOperationId } from "../plans/plan";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";
import { kinds } from "../rules/notes/kinds";
import { updates, valuesOf } from "./updates";

/** How a record is made, read and changed; the fields of both are the same. */
interface Made {
	readonly create: RestOperationId;
	readonly get: RestOperationId;
	/** The update whose values and names the fields have. */
	readonly update: RestOperationId;
	/** The name of its number in the path that reads it. */
	readonly number: string;
	/** Two values each of the creation's own. */
	readonly values?: (t: Context) => Readonly<Record<string, readonly unknown[]>>;
	readonly claims?: string;
}

const runner = { get: "getRunner", update: "updateRunner", number: "id" } as const;

const rows: readonly Made[] = [
	...kinds.map(
		({ operations }): Made => ({
			// Every operation of notes has a plan.
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
		claims:
			"USER-325, USER-329, USER-331, USER-333, USER-336, USER-338, USER-340, USER-342, USER-344, USER-346, USER-348, USER-350, USER-353, USER-355, USER-357, USER-359, USER-361",
	},
	{ create: "createUserRunner", ...runner, values: (t) => ({ tag_list: [[t.unique("tag"), t.unique("tag")].join(","), t.unique("tag")] }) },
	{ create: "registerRunner", ...runner, claims: "RUNNER-398..403" },
];

/** What depends on other fields or on the installation, and what no record shows. */
const leftOut = /^(auditor|force_random_password|reset_password|skip_confirmation|commit_email|username|password|info)$/;

/** The instant of a time, which may be written in several ways. */
const instant = (value: unknown): unknown => (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value);

const listed = (value: unknown): unknown => (typeof value === "string" ? value.split(",").sort() : Array.isArray(value) ? [...value].sort() : value);

/** Every field that a creation sends is in the record, also with another value. Catches a field that the server overlooks, alone or among others. */
export const stored: readonly Rule[] = rows.map(({ create, get, update: change, number, values, claims }) => {
	const row = byId(create);
	const update = updates.find(({ operation }) => operation.id === change);
	if (!update) throw new Error(`There is no update ${change}.`);
	return generated(row, { phase: "laws", what: "stored", title: "stores every field that the request sends", level: "MUST", claims }, async (t) => {
		const overrides = { ...update.values?.(t), ...values?.(t) };
		const fields = (row.body?.fields ?? []).filter((field) => applies(t, field) && !leftOut.test(field.name) && field.lifecycle?.stage !== "deprecated");
		for (const turn of [0, 1]) {
			const plan = await planOf(create, t);
			const sent = Object.fromEntries(
				fields.flatMap((field) => {
					const value = valuesOf(field, t, {}, overrides)[turn];
					return value === undefined || Object.hasOwn(plan.params, field.name) ? [] : [[field.name, value] as const];
				}),
			);
			// Requests carry fields as JSON and as a form.
			const made = (await perform(create, turn === 0 ? plan : { ...plan, as: "form" }, sent)).ok;
			const read = (await t.as("administrator").call(get, { ...plan.params, [number]: made.number("id") })).is(200);
			for (const [name, value] of Object.entries(sent)) {
				const field = name === "admin" ? "is_admin" : name;
				if (!Object.hasOwn(read.fields, field)) continue;
				const shown = read.field(field);
				if (Array.isArray(shown)) t.same(`${field} of what was made`, listed(shown), listed(value), read);
				else
					t.holds(
						`${field} of what was made should be ${JSON.stringify(value)}, not ${JSON.stringify(shown)}`,
						isDeepStrictEqual(instant(shown), instant(value)),
						read,
					);
			}
		}
	});
});
