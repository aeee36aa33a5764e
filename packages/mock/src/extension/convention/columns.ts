import {
	type AnyColumn,
	Column,
	type Columns,
	day,
	flag,
	json,
	linkTo,
	nullable,
	number,
	oneOf,
	partOf,
	serial,
	text,
	time,
} from "../../state/columns";
import { type Document, follow, type Schema } from "./document";

const typesOf = ({ type }: Schema): readonly string[] =>
	type === undefined ? [] : typeof type === "string" ? [type] : type;

/** Returns a column for a property of a schema. Its default is the schema's, or otherwise null. */
function columnOf(name: string, schema: Schema, document: Document): AnyColumn {
	const found = follow(schema, document);
	if (name === "id") return serial(1);
	if (name === "created_at") return time().now();
	if (name === "updated_at") return time().like("created_at");
	if (name === "author_id" || name === "user_id") return linkTo("users");
	const base = baseOf(found);
	// The generator validates that the default is a value of the schema.
	return found.default === undefined ? nullable(base) : base.or(found.default as never);
}

function baseOf(schema: Schema): Column<never> {
	const values = (schema.enum ?? []).filter((one) => typeof one === "string" || typeof one === "number");
	// Only the check and the default of the column are used, so its type does not matter.
	const any = (column: unknown): Column<never> => column as Column<never>;
	if (values.length > 0) return any(oneOf(...values));
	const [type] = typesOf(schema).filter((one) => one !== "null");
	switch (type) {
		case "string":
			return any(schema.format === "date-time" ? time() : schema.format === "date" ? day() : text());
		case "integer":
		case "number":
			return any(number());
		case "boolean":
			return any(new Column(flag().check));
		default:
			return any(json());
	}
}

/** Returns the columns of a table: the properties of its records, and the path parameters before them. */
export function columnsOf(schema: Schema, parents: Columns, document: Document): Columns {
	const properties = follow(schema, document).properties ?? {};
	return {
		id: serial(1),
		...Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, columnOf(name, one, document)])),
		...parents,
	};
}

/** Returns the column that stores a path parameter: `project_id` for the `id` of `/projects/{id}/…`. */
export function parentColumn(name: string, path: string): [column: string, definition: AnyColumn] {
	if (name === "id" && path.startsWith("/projects/{id}")) return ["project_id", partOf("projects")];
	if (name === "id" && path.startsWith("/groups/{id}")) return ["group_id", partOf("groups")];
	return [name, nullable(json())];
}
