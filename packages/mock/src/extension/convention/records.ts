import type { OperationRow } from "@tenon/contract";
import { notFound } from "../../request/http/errors";
import type { Row } from "../../state/table";
import type { ExtensionCall } from "../define";
import { parentColumn } from "./columns";

type Fields = { readonly [name: string]: unknown };
/** A call of an operation whose type is unknown. */
export type Call = Omit<ExtensionCall<object>, "params"> & { readonly params: Fields };

/** An operation's table, the columns of the path's parents, and the parameter that identifies the record. */
export interface Shape {
	readonly table: string;
	/** The names of the properties in responses. */
	readonly shown: readonly string[];
	/** The column of each path parameter except the record's own. */
	readonly parents: readonly (readonly [parameter: string, column: string])[];
	/** The path parameter that identifies the record; undefined for a list. */
	readonly record: string | undefined;
}

/** Derives the shape from the path of an operation. If the last segment is a parameter, it identifies the record. */
export function shapeOf(row: OperationRow, table: string, shown: readonly string[]): Shape {
	const names = [...row.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
	const record = row.path.endsWith("}") ? names.at(-1) : undefined;
	const parents = names.filter((name) => name !== record);
	return { table, shown, record, parents: parents.map((name) => [name, parentColumn(name, row.path)[0]]) };
}

const show = (row: Row, { shown }: Shape): Fields =>
	Object.fromEntries(shown.filter((name) => Object.hasOwn(row, name)).map((name) => [name, Reflect.get(row, name)]));

/** Returns the values of the parents' columns: the id of a project or group, or the value of another parameter. */
function parentValues(call: Call, { parents }: Shape): Fields {
	return Object.fromEntries(
		parents.map(([parameter, column]) => [
			column,
			column === "project_id" ? call.project.id : column === "group_id" ? call.group.id : call.params[parameter],
		]),
	);
}

const parentColumns = ({ parents }: Shape): string[] => parents.map(([, column]) => column);

/** Returns the column by which the path identifies a record. */
function recordColumn({ record = "id", shown }: Shape): string {
	if (record.endsWith("iid")) return "iid";
	return shown.includes(record) ? record : "id";
}

/**
 * Returns the group key of the rows with the same values in some columns.
 *
 * @param named If the path identifies one record: the text in the path, which is compared with the record's value as
 * text.
 */
const keyOf = (columns: readonly string[], row: object, named?: string): string =>
	JSON.stringify([...columns.map((column) => Reflect.get(row, column)), ...(named === undefined ? [] : [named])]);

/** Returns the groups of a table's rows with which an operation finds its rows without checking the others. */
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

/** Returns the records below the path's parents, sorted by id. */
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

/** Returns the body's fields that are columns and were sent. */
function bodyOf({ params }: Call, { body }: OperationRow, columns: Fields): Fields {
	const names = (body?.fields ?? []).map(({ name }) => name).filter((name) => Object.hasOwn(columns, name));
	return Object.fromEntries(names.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]));
}

/** Lists, creates, returns, changes or deletes the records of a table, depending on the operation's method and path. */
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
		// Only parameters that were sent are filters: a schema's default applies to new records.
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
