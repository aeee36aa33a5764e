import { perform, planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";
import { contract } from "../wire/document";
import { generated } from "./generated";
import { pathNames } from "./least-params";
import { type RestOperation, restOperations } from "./rest-operations";
import { applies, sentFields } from "./wrong-input";

interface Exemplified {
	readonly example?: unknown;
	readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface DeclaredParameter extends Exemplified {
	readonly $ref?: string;
	readonly name: string;
	readonly in: string;
}

const valuesOf = ({ example, examples = {} }: Exemplified): readonly unknown[] =>
	example !== undefined ? [example] : Object.values(examples).map(({ value }) => value);

/** Returns an operation of the document, which has all operations: it is generated from the same source as the table. */
function declared(path: string, verb: string) {
	return contract.document.paths[path]?.[verb.toLowerCase()];
}

/** Returns the examples of a JSON request body. */
const bodiesOf = (path: string, verb: string): readonly unknown[] => valuesOf(declared(path, verb)?.requestBody?.content["application/json"] ?? {});

/** Returns the examples of each query parameter. */
function queriesOf({ path, verb }: RestOperation): readonly { readonly name: string; readonly value: unknown }[] {
	return (declared(path, verb)?.parameters ?? []).flatMap((parameter) => {
		// Every reference of the bundled document points to a parameter inside the document.
		const one = (parameter.$ref ? contract.at(parameter.$ref.slice(1)) : parameter) as DeclaredParameter;
		return one.in === "query" ? valuesOf(one).map((value) => ({ name: one.name, value })) : [];
	});
}

/** Fields whose values must exist on the server, or must not: an example cannot know them. */
const own = /(^|_)id$|^(runner_type|token|username|name|email|url|ref)$/;

/** Fields that a project accepts only if it declares them. */
const undeclared = ["inputs"];

const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** Adapts an example to the server: places, ids and names come from the plan, expiry dates are in the future, and paths are unique. */
function adapted(row: RestOperation, example: object, planned: Params, t: Context): Params {
	const places = pathNames(row);
	const known = sentFields(row).filter((field) => applies(t, field));
	const fields = Object.entries(example).flatMap(([name, value]) => {
		if (undeclared.includes(name) || !known.some((field) => field.name === name)) return [];
		if (own.test(name)) return [];
		if (name === "expires_at") return [[name, inAMonth()]];
		return [[name, name === "direct_asset_path" ? `/${t.unique("path")}${String(value)}` : value]];
	});
	const placed = Object.entries(planned).filter(([name]) => places.includes(name) || own.test(name));
	return Object.fromEntries([...placed, ...fields]);
}

/** Registers an undo for all fields of the scene's group that the example changes, since its plan undoes fewer. */
async function keepGroup(t: Context, id: unknown, example: object): Promise<void> {
	const owner = t.as("owner");
	const group = (await owner.call("getGroup", { id, with_projects: false })).is(200);
	const before = Object.keys(example).flatMap((name) => (group.field(name) === undefined ? [] : [[name, group.field(name)]]));
	t.undo("the group", () => owner.call("updateGroup", { id, ...Object.fromEntries(before) }));
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Rules that check that each operation accepts the contract's examples of its body and its query. */
export const documentExamples: readonly Rule[] = restOperations.flatMap((row) => {
	const bodies = bodiesOf(row.path, row.verb).filter(isObject);
	const queries = queriesOf(row);
	if (bodies.length + queries.length === 0) return [];
	return generated(
		row,
		{
			phase: "examples",
			what: "document",
			title: "accepts the examples of the contract",
			rests: [...(bodies.length > 0 ? ["body"] : []), ...(queries.length > 0 ? ["parameters"] : [])],
		},
		async (t) => {
			for (const example of bodies) {
				const plan = await planOf(row.id, t);
				if (row.id === "updateGroup") await keepGroup(t, plan.params.id, example);
				const params = adapted(row, example, plan.params, t);
				const response = await perform(row.id, { ...plan, params });
				t.holds("the example of the body should be taken", ![400, 415, 500].includes(response.status), response);
			}
			const applicable = queries.filter(({ name }) => sentFields(row).some((field) => field.name === name && applies(t, field)));
			for (const { name, value } of applicable) {
				const response = await perform(row.id, await planOf(row.id, t), { [name]: value });
				t.holds(`the example of ${name} should be taken`, ![400, 415, 500].includes(response.status), response);
			}
		},
	);
});
