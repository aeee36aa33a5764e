import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "@tenon/contract";
import { generated } from "../generators/generated";
import { restOperations } from "../generators/rest-operations";
import { perform, planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Rule } from "../rule/rule";
import { kinds, type Verb } from "../rules/notes/kinds";

/** A kind of record that is made, read, changed and removed. */
interface Kind {
	readonly create: RestOperationId;
	readonly get: RestOperationId;
	readonly update?: RestOperationId;
	readonly remove: RestOperationId;
	readonly list?: RestOperationId;
	/** What its number is called in the paths. */
	readonly number: string;
	/** Which field is changed, to which the plan of the change gives a value. */
	readonly field?: string;
	/** Fields that change by themselves when the record does. */
	readonly moves: readonly string[];
}

const rows: readonly Kind[] = [
	...kinds.map(({ operations }): Kind => {
		// Every operation of notes is planned.
		const { create, get, update, delete: remove, list } = operations as { readonly [verb in Verb]: RestOperationId };
		return { create, get, update, remove, list, number: "note_id", field: "body", moves: ["updated_at"] };
	}),
	{
		create: "createPipeline",
		get: "getPipeline",
		update: "updatePipelineMetadata",
		remove: "deletePipeline",
		list: "listPipelines",
		number: "pipeline_id",
		field: "name",
		moves: ["updated_at"],
	},
	{
		create: "createReleaseLink",
		get: "getReleaseLink",
		update: "updateReleaseLink",
		remove: "deleteReleaseLink",
		list: "listReleaseLinks",
		number: "link_id",
		field: "name",
		moves: [],
	},
	{
		create: "createUser",
		get: "getUser",
		update: "updateUser",
		remove: "deleteUser",
		list: "listUsers",
		number: "id",
		field: "bio",
		moves: ["updated_at"],
	},
	{
		create: "createUserRunner",
		get: "getRunner",
		update: "updateRunner",
		remove: "deleteRunner",
		list: "listRunners",
		number: "id",
		field: "description",
		moves: [],
	},
];

const pathNames = (operation: OperationId): readonly string[] =>
	(restOperations.find(({ id }) => id === operation)?.parameters ?? []).filter((one) => one.in === "path").map(({ name }) => name);

/** What is made is read as it was told, is listed, is changed in nothing but what was sent, and is gone once removed. */
export const records: readonly Rule[] = rows.flatMap(({ create, get, update, remove, list, number, field, moves }) => {
	const row = restOperations.find(({ id }) => id === create);
	if (!row) return [];
	return generated(
		row,
		{
			phase: "laws",
			what: "life",
			title: "what it makes is read, listed, changed in one field and no other, and gone once removed",
			rests: ["201"],
		},
		async (t) => {
			const plan = await planOf(create, t);
			const made = (await perform(create, plan)).is(201);
			const all: Params = { ...plan.params, [number]: made.number("id") };
			const at = Object.fromEntries(pathNames(get).map((name) => [name, all[name]]));
			const read = (await plan.caller.call(get, at)).is(200);
			const shared = Object.keys(read.fields).filter((name) => Object.hasOwn(made.fields, name));
			const pick = (fields: Params) => Object.fromEntries(shared.map((name) => [name, fields[name]]));
			if (create !== "createUserRunner") t.same("what is read", pick(read.fields), pick(made.fields), read);
			if (list) {
				const where = Object.fromEntries(pathNames(list).map((name) => [name, all[name]]));
				const listed = (await plan.caller.call(list, { ...where, per_page: 100 })).is(200);
				t.holds("what was made should be listed", listed.ids.includes(made.number("id")), listed);
			}
			if (update && field) {
				const value = t.unique("changed");
				(await plan.caller.call(update, { ...at, [field]: value })).is(200);
				const after = (await plan.caller.call(get, at)).is(200);
				t.same(`the changed ${field}`, after.field(field), value, after);
				const names = Object.keys({ ...read.fields, ...after.fields });
				const changed = names.filter((name) => !isDeepStrictEqual(read.field(name), after.field(name)));
				const others = changed.filter((name) => name !== field && !moves.includes(name));
				t.same("what else changed", others, [], after);
			}
			(await plan.caller.call(remove, { ...at, ...(remove === "deleteUser" && { hard_delete: true }) })).ok;
			(await plan.caller.call(get, at)).is(404);
			(await plan.caller.call(remove, at)).is(404);
		},
	);
});
