/** Derives plans for the operations of an extension from their rows and examples, since none are written by hand. */
import type { OperationRow } from "@tenon/contract";
import type { Extension } from "@tenon/contract/generate";
import { type SceneField, sceneFields } from "../bench/scene";
import { leastParams, placeOf } from "../generators/least-params";
import type { RestOperation } from "../generators/rest-operations";
import { perform, planOf, type RestOperationId } from "../plans/plan";
import type { Plan } from "../plans/planner";
import { type ActorName, isActor } from "../rule/actors";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { type Document, type Examples, examplesOf } from "./document";

const isSceneField = (name: string): name is SceneField => Object.hasOwn(sceneFields, name);

/** Whether the values of a field often must be unique. */
const isName = (name: string): boolean => /^(name|title|key|slug)$/.test(name);

/** Returns the path of the collection: `/rules` for `/rules/{rule_id}`. */
const collectionOf = (path: string): string | undefined => /^(.*)\/\{[^}/]+\}$/.exec(path)?.[1];

const lastParameter = (path: string): string => /\{([^}/]+)\}$/.exec(path)?.[1] ?? "";

/** Returns the role that the row names, or a developer if anyone may call it. Skips the rule if the role is unknown. */
function actorOf({ access }: OperationRow, t: Context): ActorName {
	if (access.role === "signed-in" || access.role === "anonymous") return "developer";
	return isActor(access.role) ? access.role : t.skip(`who calls it is not known: its role is ${access.role}`);
}

/** Returns the operations of an extension, each with a plan. */
export function plannedOperations({ contract, document }: Extension): readonly RestOperation[] {
	const rows: { readonly [id: string]: OperationRow } = contract.operations;
	const planned = Object.values(rows).map((row): RestOperation => {
		// `readExtension` has validated the document.
		const examples = examplesOf(document as Document, row.path, row.verb);
		return { ...row, id: idOf(row), plan: (t) => new Planning(row, examples, planned, t).plan() };
	});
	return planned.map((row) => {
		const maker = planned.find(({ verb, path }) => verb === "POST" && path === row.path);
		return row.verb === "GET" && maker ? { ...row, maker } : row;
	});
}

/** Casts the id of an operation, since the type of the contract's ids does not contain those of an extension. */
const idOf = ({ id }: OperationRow): RestOperationId => id as RestOperationId;

/** Makes the plan of one operation for one rule. */
class Planning {
	readonly #row: OperationRow;
	readonly #examples: Examples;
	readonly #all: readonly RestOperation[];
	readonly #t: Context;

	constructor(row: OperationRow, examples: Examples, all: readonly RestOperation[], t: Context) {
		this.#row = row;
		this.#examples = examples;
		this.#all = all;
		this.#t = t;
	}

	async plan(): Promise<Plan> {
		const row = this.#row;
		const caller = this.#t.as(actorOf(row, this.#t));
		const where = await this.#where();
		const read = this.#find("GET", row.path);
		const reader = read && this.#t.as(actorOf(read, this.#t));
		const remove = this.#all.find(({ verb, path }) => verb === "DELETE" && collectionOf(path) === row.path);
		return {
			caller,
			params: { ...where, ...this.#sent() },
			...(read && reader && row.verb !== "GET" && { look: async () => (await reader.call(read, where)).is(200).json }),
			...(row.verb === "POST" &&
				remove && {
					made: (response) => {
						const params = { ...where, [lastParameter(remove.path)]: keyIn(response.fields, remove.path) };
						const remover = this.#t.as(actorOf(remove, this.#t));
						this.#t.undo(`${row.id}: what it made`, () => remover.call(remove, params));
					},
				}),
		};
	}

	#find(verb: string, path: string): RestOperation | undefined {
		return this.#all.find((one) => one.verb === verb && one.path === path);
	}

	/** Returns values for the path: from the scene, a record that another operation creates or lists, or an example. */
	async #where(): Promise<Params> {
		const { path, parameters } = this.#row;
		const t = this.#t;
		const where: Record<string, unknown> = {};
		for (const { name } of parameters.filter((one) => one.in === "path")) {
			const place = name === "id" ? placeOf({ ...this.#row, id: idOf(this.#row) }) : undefined;
			if (place) where[name] = t.scene(place);
			else if (isSceneField(name)) where[name] = t.scene(name);
			else where[name] = await this.#record(path, name, where);
		}
		return where;
	}

	async #record(path: string, name: string, where: Params): Promise<unknown> {
		const end = path.slice(0, path.indexOf(`/{${name}}`));
		const maker = this.#find("POST", end);
		if (maker) return keyIn((await perform(maker, await planOf(maker, this.#t))).ok.fields, `{${name}}`);
		const list = this.#find("GET", end);
		const listed = list && (await this.#t.as(actorOf(list, this.#t)).call(list, where)).is(200).items[0];
		if (listed) return keyIn(listed, `{${name}}`);
		return (
			this.#examples.parameters.get(name) ??
			this.#t.skip(`the file shows no example of ${name}, and no operation makes or lists it`)
		);
	}

	/** Returns the query and body: the required parameters with examples or sample values, and the body's example. */
	#sent(): Params {
		const row = { ...this.#row, id: idOf(this.#row) };
		const inPath = new Set(row.parameters.filter((one) => one.in === "path").map(({ name }) => name));
		const least = Object.entries(leastParams(row, this.#t)).filter(([name]) => !inPath.has(name));
		const shown = least.map(([name, value]) => [name, this.#examples.parameters.get(name) ?? value]);
		const params: Record<string, unknown> = { ...Object.fromEntries(shown), ...this.#examples.body };
		for (const { name, schema } of row.verb === "POST" ? (row.body?.fields ?? []) : [])
			if (name in params && isName(name) && schema.type === "string" && !schema.pattern)
				params[name] = this.#t.unique(name);
		return params;
	}
}

/** Returns the value of a record for a path's last parameter: the field of that name, else its iid or id. */
function keyIn(record: { readonly [name: string]: unknown }, path: string): unknown {
	const name = lastParameter(path);
	return record[name] ?? (name.endsWith("_iid") ? record.iid : record.id);
}
