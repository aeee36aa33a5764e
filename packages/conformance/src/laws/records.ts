import { generated } from "../generators/generated";
import { byId } from "../generators/rest-operations";
import { perform, planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Rule } from "../rule/rule";
import { kinds, type Verb } from "../rules/notes/kinds";

/** A kind of record that a request makes, reads and removes. */
interface Kind {
	readonly create: RestOperationId;
	readonly get: RestOperationId;
	readonly remove: RestOperationId;
	readonly list?: RestOperationId;
	/** The name of its number in the paths. */
	readonly number: string;
}

const rows: readonly Kind[] = [
	...kinds.map(({ operations }): Kind => {
		// Every operation of notes is planned.
		const { create, get, delete: remove, list } = operations as { readonly [verb in Verb]: RestOperationId };
		return { create, get, remove, list, number: "note_id" };
	}),
	{
		create: "createPipeline",
		get: "getPipeline",
		remove: "deletePipeline",
		list: "listPipelines",
		number: "pipeline_id",
	},
	{
		create: "createReleaseLink",
		get: "getReleaseLink",
		remove: "deleteReleaseLink",
		list: "listReleaseLinks",
		number: "link_id",
	},
	{
		create: "createUser",
		get: "getUser",
		remove: "deleteUser",
		list: "listUsers",
		number: "id",
	},
	{
		create: "createUserRunner",
		get: "getRunner",
		remove: "deleteRunner",
		list: "listRunners",
		number: "id",
	},
];

/** What changes by itself while a record lives. */
const passing = /(^|_)(status|online|at|on)$/;

const pathNames = (operation: RestOperationId): readonly string[] =>
	byId(operation)
		.parameters.filter((one) => one.in === "path")
		.map(({ name }) => name);

/** What an operation makes can be read and listed, and is gone once removed. Catches a write that the server only pretends to do. */
export const records: readonly Rule[] = rows.map(({ create, get, remove, list, number }) =>
	generated(
		byId(create),
		{
			phase: "laws",
			what: "life",
			title: "what it makes is read and listed as made, and gone once removed",
			level: "MUST",
		},
		async (t) => {
			const plan = await planOf(create, t);
			const made = (await perform(create, plan)).ok;
			const all: Params = { ...plan.params, [number]: made.number("id") };
			const at = Object.fromEntries(pathNames(get).map((name) => [name, all[name]]));
			const read = (await plan.caller.call(get, at)).is(200);
			const shared = Object.keys(read.fields).filter((name) => Object.hasOwn(made.fields, name));
			const pick = (fields: Params) => Object.fromEntries(shared.map((name) => [name, fields[name]]));
			if (create !== "createUserRunner") t.same("what is read", pick(read.fields), pick(made.fields), read);
			if (list) {
				const where = Object.fromEntries(pathNames(list).map((name) => [name, all[name]]));
				const listed = (await plan.caller.call(list, { ...where, per_page: 100 })).is(200);
				const item = listed.items.find(({ id }) => id === made.number("id"));
				t.holds("what was made should be listed", item !== undefined, listed);
				for (const [name, value] of Object.entries(item ?? {}))
					if (Object.hasOwn(read.fields, name) && !passing.test(name)) t.same(`${name} as it is listed`, value, read.field(name), listed);
			}
			(await plan.caller.call(remove, { ...at, ...(remove === "deleteUser" && { hard_delete: true }) })).ok;
			(await plan.caller.call(get, at)).is(404);
			(await plan.caller.call(remove, at)).is(404);
		},
	),
);
