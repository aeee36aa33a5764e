import type { OperationRow } from "@tenon/contract";
import type { AnyCall, Handler } from "../request/operation";
import type { LoadValidators } from "../request/operation-set";
import type { Definitions } from "../state/definition";
import type { AnyExtension, AnyGraphql } from "./define";
import { canFor, presentFor } from "./helpers";
import { accessOf, isInPath, placeOf } from "./place";
import { pager, responseOf } from "./result";

/** What extensions add to a platform. */
export interface Installed {
	readonly rows: readonly OperationRow[];
	readonly handlers: { readonly [operation: string]: Handler };
	readonly validators: ReadonlyMap<string, LoadValidators>;
	readonly tables: Definitions;
	readonly graphql: readonly AnyGraphql[];
}

const nothing: Installed = { rows: [], handlers: {}, validators: new Map(), tables: {}, graphql: [] };

/** Returns the row of an operation, with the extension's access and tier. */
function rowOf(row: OperationRow, { access, tier }: AnyExtension["operations"][string]): OperationRow {
	const { role, of } = access ?? {};
	return {
		...row,
		...(tier ? { tier: { ...row.tier, tier } } : {}),
		...(role
			? { anonymous: role === "anonymous", access: { ...row.access, role, where: of ?? row.access.where } }
			: {}),
	};
}

const missing = (what: string, id: string): never => {
	throw new TypeError(`The operation ${id} has no ${what}: set access.of to "${what}".`);
};

function handlerOf(row: OperationRow, { access: own, handle }: AnyExtension["operations"][string]): Handler {
	const access = own ?? accessOf(row);
	return {
		id: row.id,
		onInvalid: {},
		lenient: [],
		handle(context: AnyCall) {
			const { params } = context;
			const place = placeOf(context, params, access);
			const call = {
				...context,
				present: presentFor(context),
				can: canFor(context),
				page: pager(context, params),
				get project() {
					return place.project ?? missing("project", row.id);
				},
				get group() {
					return place.group ?? missing("group", row.id);
				},
			};
			// The parameters were read by the row of the same operation.
			return responseOf(handle(call as never), row);
		},
	};
}

/**
 * Merges extensions.
 *
 * @param known The ids of the operations that the platform has already.
 * @throws TypeError if an operation has no handler, a handler has no operation, or a name is used already.
 */
export function install(extensions: readonly AnyExtension[], known: readonly string[]): Installed {
	if (extensions.length === 0) return nothing;
	const rows: OperationRow[] = [];
	const handlers: { [operation: string]: Handler } = {};
	const validators = new Map<string, LoadValidators>();
	const tables: { [name: string]: Definitions[string] } = {};
	const taken = new Set(known);
	for (const { openapi, operations, tables: own = {} } of extensions) {
		const { name, validators: load } = openapi;
		const contract: { readonly [id: string]: OperationRow } = openapi.operations;
		const fail = (message: string): never => {
			throw new TypeError(`The extension ${name} ${message}`);
		};
		for (const id of Object.keys(operations))
			if (!Object.hasOwn(contract, id)) fail(`has a handler for ${id}, which its OpenAPI file does not have.`);
		for (const [id, declared] of Object.entries(contract)) {
			if (taken.has(id)) fail(`has an operation ${id}, which the platform already has.`);
			const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
			if (!operation) return fail(`has no handler for ${id}.`);
			const { of, by = "id" } = operation.access ?? {};
			if (of !== undefined && !declared.parameters.some(isInPath(by)))
				fail(`requires a role in the ${of} of ${id}, but the path ${declared.path} has no {${by}}: set access.by.`);
			taken.add(id);
			const row = rowOf(declared, operation);
			rows.push(row);
			handlers[id] = handlerOf(row, operation);
			if (load) validators.set(id, load);
		}
		for (const [table, definition] of Object.entries(own)) {
			if (definition.name !== table)
				fail(`has the table ${definition.name} under the name ${table}: use the same name for both.`);
			if (Object.hasOwn(tables, table)) fail(`has a table ${table}, which another extension already has.`);
			tables[table] = definition;
		}
	}
	return { rows, handlers, validators, tables, graphql: extensions.flatMap(({ graphql }) => graphql ?? []) };
}
