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

/** A kind of record that a request makes, reads and removes. */
interface Kind {
	readonly create: RestOperationId;
	readonly get: RestOperationId;
	readonly remove: RestOperationId;
	readonly list: RestOperationId;
	/** How it is changed: the operation, and a text field of it that the list shows as well. */
	readonly change: RestOperationId;
	readonly field: string;
	/** The name of its number in the paths. */
	readonly number: string;
}

const rows: readonly Kind[] = [
	...kinds.map(({ operations }): Kind => {
		// Every operation of notes is planned.
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

/** What changes by itself while a record lives. */
const passing = /(^|_)(status|online|at|on)$/;

/** A change of one field leaves the others, but for what depends on it. */
function staysBut(t: Context, field: string, before: ApiResponse, after: ApiResponse): void {
	const others = Object.keys(before.fields).filter(
		(name) => name !== field && !passing.test(name) && !isDeepStrictEqual(before.field(name), after.field(name)),
	);
	t.assume(`${others.join(", ")} should be as before ${field} was changed`, others.length === 0, after);
}

/** The operations below a record's own path. */
const below = (get: RestOperationId): readonly RestOperation[] => {
	const shape = (path: string) => path.replace(/\{[^}]+\}/g, "{}");
	return restOperations.filter(({ path }) => shape(path).startsWith(`${shape(byId(get).path)}/`));
};

/** What an operation makes can be read and listed, also after a change, and is gone once removed. Catches a write that the server only pretends to do. */
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
			/** What is read must be listed so. */
			const agrees = async (record: ApiResponse) => {
				const response = await listed();
				const item = itemOf(response);
				t.holds("what was made should be listed", item !== undefined, response);
				// A list may show a pipeline without a name in its own way.
				const isUnnamed = (name: string, value: unknown) => name === "name" && !value && !record.field(name);
				for (const [name, value] of Object.entries(item ?? {}))
					if (Object.hasOwn(record.fields, name) && !passing.test(name) && !traces.test(name) && !isUnnamed(name, value))
						t.same(`${name} as it is listed`, value, record.field(name), response);
			};
			const first = await read();
			const shared = Object.keys(first.fields).filter((name) => Object.hasOwn(made.fields, name) && !traces.test(name));
			const pick = (fields: Params) => Object.fromEntries(shared.map((name) => [name, fields[name]]));
			if (create !== "createUserRunner") t.same("what is read", pick(first.fields), pick(made.fields), first);
			await agrees(first);
			// A text keeps its marks and lines.
			const value = `${t.unique("changed")}${field === "body" ? ' <b>&amp;</b> "é" 😀\n\n- two' : ""}`;
			await pause(2);
			(await plan.caller.call(change, { ...place(change), [field]: value })).ok;
			const changed = (await read()).has({ [field]: value });
			const known = await plan.caller.with({ "If-None-Match": first.header("etag") ?? "" }).call(get, at);
			t.assume("a version from before the change should not be the present one", known.status === 200, known);
			staysBut(t, field, first, changed);
			const isLater = (...both: readonly [ApiResponse, ApiResponse]) => {
				const times = both.map(({ fields }) => String(fields.updated_at));
				// The clock of a mock may be stopped, and a server may keep full seconds.
				if (times[0]?.includes(".") && !t.given.isIsolated) t.assume("updated_at should be later after the change", times[0] < String(times[1]), both[1]);
			};
			isLater(first, changed);
			await agrees(changed);
			// What happens to the next one leaves this one as it is.
			const beside = await planOf(create, t);
			const next: Params = { ...all, ...beside.params, [number]: (await perform(create, beside)).ok.number("id") };
			const toNext = (operation: RestOperationId) => inPath(byId(operation), next);
			// Somebody else may do it as well: then it is done as well.
			const other = t.as("owner");
			const to = { ...toNext(change), [field]: field === "body" ? `  ${t.unique("beside")}\n` : t.unique("beside") };
			const untouched = (await plan.caller.call(get, toNext(get))).is(200);
			await pause(2);
			if (!(await other.call(change, to)).succeeded) (await plan.caller.call(change, to)).ok;
			const touched = (await plan.caller.call(get, toNext(get))).is(200);
			t.same(field, touched.string(field).trim(), String(to[field]).trim(), touched);
			t.assume(`${field} should be as it was sent`, touched.field(field) === to[field], touched);
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
			/** What is gone is refused as what never was. */
			const isGone = async (operation: RestOperationId, numbered: (value: unknown) => Params) => {
				const [gone, never] = [await plan.caller.call(operation, numbered(made.number("id"))), await plan.caller.call(operation, numbered(nobody))];
				// That a second removal finds nothing is stated of users.
				if (operation !== remove || remove === "deleteUser") gone.is(404);
				t.assume("the refusal should be that of a number that nothing ever had", gone.status === 404 && gone.text === never.text, gone);
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
			t.holds("what was removed should not be listed", itemOf(rest) === undefined, rest);
		},
	),
);
