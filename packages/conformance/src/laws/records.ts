import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { inPath, leastParams, nobody, pathNames } from "../generators/least-params";
import { byId, type RestOperation, restOperations } from "../generators/rest-operations";
import { perform, planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { eventually, pause } from "../rule/eventually";
import type { ApiResponse } from "../rule/response";
import type { Rule } from "../rule/rule";
import { traces } from "../rule/traces";
import { kinds, type Verb } from "../rules/notes/kinds";

/** A kind of record that requests can create, read, list, change and remove. */
interface Kind {
	readonly create: RestOperationId;
	readonly get: RestOperationId;
	readonly remove: RestOperationId;
	readonly list: RestOperationId;
	/** The operation that changes the record. `field` is a text field of it that the list also shows. */
	readonly change: RestOperationId;
	readonly field: string;
	/** The name of the path parameter for its id. */
	readonly number: string;
}

const rows: readonly Kind[] = [
	...kinds.map(({ operations }): Kind => {
		// The contract has every operation of notes, so that the cast is safe.
		const { create, get, delete: remove, list, update: change } = operations as { readonly [verb in Verb]: RestOperationId };
		return { create, get, remove, list, change, field: "body", number: "note_id" };
	}),
	{
		create: "createPipeline",
		get: "getPipeline",
		remove: "deletePipeline",
		list: "listPipelines",
		change: "updatePipelineMetadata",
		field: "name",
		number: "pipeline_id",
	},
	{
		create: "createReleaseLink",
		get: "getReleaseLink",
		remove: "deleteReleaseLink",
		list: "listReleaseLinks",
		change: "updateReleaseLink",
		field: "name",
		number: "link_id",
	},
	{
		create: "createUser",
		get: "getUser",
		remove: "deleteUser",
		list: "listUsers",
		change: "updateUser",
		field: "name",
		number: "id",
	},
	{
		create: "createUserRunner",
		get: "getRunner",
		remove: "deleteRunner",
		list: "listRunners",
		change: "updateRunner",
		field: "description",
		number: "id",
	},
];

/** Names of fields that may change without a request. */
const passing = /(^|_)(status|online|at|on)$/;

/** Checks that a change of one field does not change the others, except those that may change without a request. */
function staysBut(t: Context, field: string, before: ApiResponse, after: ApiResponse): void {
	const others = Object.keys(before.fields).filter(
		(name) => name !== field && !passing.test(name) && !isDeepStrictEqual(before.field(name), after.field(name)),
	);
	t.assume(`${others.join(", ")} should not change with ${field}`, others.length === 0, after);
}

/** Returns the operations with a path below the record's own. */
const below = (get: RestOperationId): readonly RestOperation[] => {
	const shape = (path: string) => path.replace(/\{[^}]+\}/g, "{}");
	return restOperations.filter(({ path }) => shape(path).startsWith(`${shape(byId(get).path)}/`));
};

/** A created record can be read and listed, also after a change, and is gone after its removal. Catches a write that is not really stored. */
export const records: readonly Rule[] = rows.map(({ create, get, remove, list, change, field, number }) =>
	generated(
		byId(create),
		{
			phase: "laws",
			what: "life",
			title: "a created record can be read and listed, also after a change, and is gone after its removal; other records stay the same",
			level: "MUST",
			also: [...[get, remove, list, change].map(byId), ...below(get)],
		},
		async (t) => {
			const plan = await planOf(create, t);
			const made = (await perform(create, plan)).ok;
			const all: Params = { ...plan.params, [number]: made.number("id") };
			const place = (operation: RestOperationId) => inPath(byId(operation), all);
			const at = place(get);
			const read = async () => (await plan.caller.call(get, at)).is(200);
			const listed = async () => (await plan.caller.call(list, { ...place(list), per_page: 100 })).is(200);
			const itemOf = (response: ApiResponse) => response.items.find(({ id }) => id === made.number("id"));
			/** Checks that the list shows the record with the values of a read. */
			const agrees = async (record: ApiResponse) => {
				const response = await listed();
				const item = itemOf(response);
				t.holds("the created record should be listed", item !== undefined, response);
				// A list may show the missing name of a pipeline differently.
				const isUnnamed = (name: string, value: unknown) => name === "name" && !value && !record.field(name);
				for (const [name, value] of Object.entries(item ?? {}))
					if (Object.hasOwn(record.fields, name) && !passing.test(name) && !traces.test(name) && !isUnnamed(name, value))
						t.same(`${name} in the list`, value, record.field(name), response);
			};
			const first = await read();
			const shared = Object.keys(first.fields).filter((name) => Object.hasOwn(made.fields, name) && !traces.test(name));
			const pick = (fields: Params) => Object.fromEntries(shared.map((name) => [name, fields[name]]));
			if (create !== "createUserRunner") t.same("the created record in a read", pick(first.fields), pick(made.fields), first);
			await agrees(first);
			// A text keeps its special characters and line breaks.
			const value = `${t.unique("changed")}${field === "body" ? ' <b>&amp;</b> "é" 😀\n\n- two' : ""}`;
			await pause(2);
			(await plan.caller.call(change, { ...place(change), [field]: value })).ok;
			const changed = (await read()).has({ [field]: value });
			const known = await plan.caller.with({ "If-None-Match": first.header("etag") ?? "" }).call(get, at);
			t.assume("If-None-Match with an ETag from before the change should return 200", known.status === 200, known);
			staysBut(t, field, first, changed);
			const isLater = (...both: readonly [ApiResponse, ApiResponse]) => {
				const times = both.map(({ fields }) => String(fields.updated_at));
				// A mock's clock may be stopped, and a server may store full seconds.
				if (times[0]?.includes(".") && !t.given.isIsolated) t.assume("updated_at should be later after the change", times[0] < String(times[1]), both[1]);
			};
			isLater(first, changed);
			await agrees(changed);
			// Changing and removing another record does not change this one.
			const beside = await planOf(create, t);
			const next: Params = { ...all, ...beside.params, [number]: (await perform(create, beside)).ok.number("id") };
			const toNext = (operation: RestOperationId) => inPath(byId(operation), next);
			// If the owner's request succeeds, it must have the same effect. Otherwise the planned caller sends it.
			const other = t.as("owner");
			const to = { ...toNext(change), [field]: field === "body" ? `  ${t.unique("beside")}\n` : t.unique("beside") };
			const untouched = (await plan.caller.call(get, toNext(get))).is(200);
			await pause(2);
			if (!(await other.call(change, to)).succeeded) (await plan.caller.call(change, to)).ok;
			const touched = (await plan.caller.call(get, toNext(get))).is(200);
			t.same(field, touched.string(field).trim(), String(to[field]).trim(), touched);
			t.assume(`${field} should have the value that was sent`, touched.field(field) === to[field], touched);
			staysBut(t, field, untouched, touched);
			isLater(untouched, touched);
			const gone = { ...toNext(remove), ...(remove === "deleteUser" && { hard_delete: true }) };
			if (!(await other.call(remove, gone)).succeeded) (await plan.caller.call(remove, gone)).ok;
			/** Users may be deleted in the background. */
			const isRemoved = async (record: Params) => {
				if (remove === "deleteUser") await eventually(async () => (await plan.caller.call(get, record)).refused);
				(await plan.caller.call(get, record)).is(404);
			};
			await isRemoved(toNext(get));
			await agrees((await read()).has({ [field]: value }));
			(await plan.caller.call(remove, { ...at, ...(remove === "deleteUser" && { hard_delete: true }) })).ok;
			await isRemoved(at);
			/** Checks that a removed record is refused in the same way as one that never existed. */
			const isGone = async (operation: RestOperationId, numbered: (value: unknown) => Params) => {
				const [gone, never] = [await plan.caller.call(operation, numbered(made.number("id"))), await plan.caller.call(operation, numbered(nobody))];
				// Only for users the specification states that a second removal returns 404.
				if (operation !== remove || remove === "deleteUser") gone.is(404);
				t.assume("the refusal should be the same as for an id that never existed", gone.status === 404 && gone.text === never.text, gone);
			};
			for (const operation of [get, change, remove])
				await isGone(operation, (value) => ({ ...place(operation), [number]: value, ...(operation === change && { [field]: t.unique("gone") }) }));
			const values = pathNames(byId(get)).map((name) => all[name]);
			for (const row of below(get).filter(({ tier }) => !tier?.tier && t.offers(tier?.offering))) {
				const names = pathNames(row);
				const named = (of: readonly unknown[]) => ({ ...leastParams(row, t), ...Object.fromEntries(of.map((value, index) => [names[index], value])) });
				await isGone(row.id, (value) => named([...values.slice(0, -1), value]));
				if ("username" in made.fields && names[0] === "id_or_username") (await plan.caller.call(row.id, named([made.string("username")]))).is(404);
			}
			const after = await planOf(create, t);
			const later = (await perform(create, after)).ok;
			for (const name of ["id", "iid"].filter((one) => Object.hasOwn(later.fields, one)))
				t.assume(`${name} should not be used again`, later.number(name) > made.number(name), later);
			const rest = await listed();
			t.holds("the removed record should not be listed", itemOf(rest) === undefined, rest);
		},
	),
);
