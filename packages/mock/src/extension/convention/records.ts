import type { OperationRow } from "@tenon/contract";
import { notFound } from "../../request/http/errors";
import type { Row } from "../../state/table";
import type { ExtensionCall } from "../define";
import { parentColumn } from "./columns";

type Fields = { readonly [name: string]: unknown };
/** A call whose operation no type is known of. */
export type Call = Omit<ExtensionCall<object>, "params"> & { readonly params: Fields };

/** Where an operation's records are: which columns of the path's parents, and which parameter names the record. */
export interface Shape {
	readonly table: string;
	/** The names of the properties that responses show. */
	readonly shown: readonly string[];
	/** The column of each parameter of the path but the record's own. */
	readonly parents: readonly (readonly [parameter: string, column: string])[];
	/** The parameter of the path that names the record; undefined for a list. */
	readonly record: string | undefined;
}

/** What the path of an operation says. The last segment names the record where it is a parameter. */
export function shapeOf(row: OperationRow, table: string, shown: readonly string[]): Shape {
	const names = [...row.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
	const record = row.path.endsWith("}") ? names.at(-1) : undefined;
	const parents = names.filter((name) => name !== record);
	return { table, shown, record, parents: parents.map((name) => [name, parentColumn(name, row.path)[0]]) };
}

const show = (row: Row, { shown }: Shape): Fields =>
	Object.fromEntries(shown.filter((name) => Object.hasOwn(row, name)).map((name) => [name, Reflect.get(row, name)]));

/** The values of the parents' columns: the number of a project or group, the value of any other parameter. */
function parentValues(call: Call, { parents }: Shape): Fields {
	return Object.fromEntries(
		parents.map(([parameter, column]) => [
			column,
			column === "project_id" ? call.project.id : column === "group_id" ? call.group.id : call.params[parameter],
		]),
	);
}

const parentColumns = ({ parents }: Shape): string[] => parents.map(([, column]) => column);

/** The column by which the path names a record. */
function recordColumn({ record = "id", shown }: Shape): string {
	if (record.endsWith("iid")) return "iid";
	return shown.includes(record) ? record : "id";
}

/**
 * The key of the rows with the same values in some columns.
 *
 * @param named Where the path names one record: the text in the path, which is compared with the record's value as text.
 */
const keyOf = (columns: readonly string[], row: object, named?: string): string =>
	JSON.stringify([...columns.map((column) => Reflect.get(row, column)), ...(named === undefined ? [] : [named])]);

/** How the rows of a table are divided, so that an operation finds its own without a look at the others. */
export function groupsOf(shape: Shape): { [group: string]: (row: object) => string } {
	const columns = parentColumns(shape);
	const field = recordColumn(shape);
	return {
		[columns.join()]: (row) => keyOf(columns, row),
		...(field === "id"
			? {}
			: { [[...columns, field].join()]: (row) => keyOf(columns, row, String(Reflect.get(row, field))) }),
	};
}

/** The records below the path's parents, in the order of their ids. */
function below(call: Call, shape: Shape): Row[] {
	const columns = parentColumns(shape);
	return call.state.table(shape.table).in(columns.join(), keyOf(columns, parentValues(call, shape)));
}

function recordOf(call: Call, shape: Shape): Row {
	const table = call.state.table(shape.table);
	const columns = parentColumns(shape);
	const [field, values, named] = [
		recordColumn(shape),
		parentValues(call, shape),
		String(call.params[shape.record ?? "id"]),
	];
	const found =
		field === "id" ? table.get(Number(named)) : table.in([...columns, field].join(), keyOf(columns, values, named))[0];
	const isNamed =
		found && String(Reflect.get(found, field)) === named && keyOf(columns, found) === keyOf(columns, values);
	if (!isNamed) throw notFound();
	return found;
}

/** The fields of the body: the parameters that are columns and do not come from path or query. */
function bodyOf({ params }: Call, { body }: OperationRow, columns: Fields): Fields {
	const names = (body?.fields ?? []).map(({ name }) => name).filter((name) => Object.hasOwn(columns, name));
	return Object.fromEntries(names.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]));
}

/** Lists, creates, returns, changes and deletes the records of a table, by the method of the operation and its path. */
export function carryOut(call: Call, row: OperationRow, shape: Shape): unknown {
	const table = call.state.table(shape.table);
	const { columns } = call.state.definition(shape.table);
	const fields = bodyOf(call, row, columns);
	if (row.verb === "POST") {
		const author = call.actor.user?.id ?? null;
		const authors = ["author_id", "user_id"].filter((name) => Object.hasOwn(columns, name));
		const made = table.insert({
			...Object.fromEntries(authors.map((name) => [name, author])),
			...parentValues(call, shape),
			...fields,
		});
		return show(made, shape);
	}
	if (shape.record === undefined && row.verb === "GET") {
		// A default of the schema is one for new records, and no filter that the caller asked for.
		const filters = row.parameters.filter(
			({ in: place, name }) =>
				place === "query" && Object.hasOwn(columns, name) && call.query.some(([sent]) => sent === name),
		);
		const passes = (one: Row): boolean => filters.every(({ name }) => Reflect.get(one, name) === call.params[name]);
		const rows = filters.length === 0 ? below(call, shape) : below(call, shape).filter(passes);
		return row.pagination ? call.page(rows, { show: (one) => show(one, shape) }) : rows.map((one) => show(one, shape));
	}
	const found = recordOf(call, shape);
	if (row.verb === "GET") return show(found, shape);
	if (row.verb === "DELETE") {
		table.delete(found.id);
		return show(found, shape);
	}
	const touched = Object.hasOwn(columns, "updated_at") ? { updated_at: call.state.clock.iso() } : {};
	return show(table.update(found.id, { ...fields, ...touched }), shape);
}
