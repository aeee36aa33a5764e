/** Operations without code: those with a table store records, all others return their document's examples. */
import type { ContractExtension, OperationRow } from "@tenon/contract";
import { table } from "../../state/definition";
import { tableOf } from "../../state/kind";
import type { AnyExtension, TableDefinitions } from "../define";
import { columnsOf, parentColumn } from "./columns";
import { type Document, follow, type Schema, type Site, sitesOf, successOf } from "./document";
import { type Call, carryOut, groupsOf, shapeOf } from "./records";

/** Returns the schema of a table's records: the object in a response, or in a list's items. */
function shownBy(sites: readonly Site[], document: Document): Schema | undefined {
	for (const site of sites) {
		const { schema } = successOf(site, document) ?? {};
		const found = schema && follow(schema, document);
		const item = found?.items ? follow(found.items, document) : found;
		if (item?.properties) return item;
	}
	return undefined;
}

/** Returns the example of a successful response. */
function exampleOf(site: Site, document: Document): unknown {
	const { example, examples = {}, schema } = successOf(site, document) ?? {};
	const [first] = Object.values(examples);
	return example ?? first?.value ?? (schema && follow(schema, document).example);
}

/**
 * Creates an extension without code. Operations with `x-tenon-table: <name>` (on the operation or its path) list,
 * create, return, change and delete the records of that table, whose columns are the properties of the responses. All
 * others return the example of their successful response.
 *
 * @param document The OpenAPI document, as `readExtension` returns it.
 * @throws TypeError if an operation has neither a table nor an example.
 */
export function byConvention(contract: ContractExtension<Record<string, object>>, document: Document): AnyExtension {
	const rows: { readonly [id: string]: OperationRow } = contract.operations;
	const sites = sitesOf(document);
	const tables: { [name: string]: TableDefinitions[string] } = {};
	const shown = new Map<string, readonly string[]>();
	for (const kind of new Set(sites.flatMap((site) => site.table ?? []))) {
		const own = sites.filter((site) => site.table === kind);
		const schema = shownBy(own, document);
		if (!schema)
			throw new TypeError(`x-tenon-table: ${kind}: none of its operations returns an object with properties.`);
		const properties = Object.keys(schema.properties ?? {});
		const shapes = own.flatMap(({ id }) => {
			const row = rows[id];
			return row ? [{ row, shape: shapeOf(row, kind, properties) }] : [];
		});
		const parents = shapes.flatMap(({ row, shape }) => shape.parents.map(([name]) => parentColumn(name, row.path)));
		const groups = Object.assign({}, ...shapes.map(({ shape }) => groupsOf(shape)));
		const name = tableOf(kind);
		tables[name] = table(name, columnsOf(schema, Object.fromEntries(parents), document), { groups });
		shown.set(kind, properties);
	}
	const operations: { [id: string]: AnyExtension["operations"][string] } = {};
	for (const site of sites) {
		const row = rows[site.id];
		if (!row) continue;
		const { table: kind } = site;
		if (kind !== undefined) {
			const shape = shapeOf(row, tableOf(kind), shown.get(kind) ?? []);
			operations[row.id] = { handle: (call: Call) => carryOut(call, row, shape) };
			continue;
		}
		const example = exampleOf(site, document);
		const isEmpty = !successOf(site, document);
		if (example === undefined && !isEmpty)
			throw new TypeError(
				`${row.id} (${row.verb} ${row.path}) has no example of its response: add one, or x-tenon-table, or a handler in TypeScript.`,
			);
		operations[row.id] = {
			handle: ({ page }: Call) =>
				row.pagination && row.pagination.styles.length > 0 && Array.isArray(example) ? page(example) : example,
		};
	}
	return { openapi: contract, tables, operations };
}
