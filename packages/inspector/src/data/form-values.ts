import { type ColumnInfo, kindOf, type Row } from "./tables";

/** The texts of the form's fields, by column. */
export type Draft = { readonly [column: string]: string };

/** Returns a value as a field shows it: empty for null and undefined. */
export function textOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Converts a field's text to a value. An invalid text is sent unchanged; the mock reports what it expects. */
function valueFrom(column: ColumnInfo, text: string): unknown {
	const { kind, isNullable, choices } = kindOf(column);
	if (text === "" && (isNullable || column.optional)) return null;
	if (kind === "choice") return choices.find((one) => String(one) === text) ?? text;
	if (kind === "text") return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Returns the new values of the columns whose fields differ from the row. */
export function changesOf(
	columns: readonly ColumnInfo[],
	row: Partial<Row>,
	draft: Draft,
): { [column: string]: unknown } {
	const changes: { [column: string]: unknown } = {};
	for (const column of columns) {
		const text = draft[column.name];
		if (text === undefined || text === textOf(row[column.name])) continue;
		changes[column.name] = valueFrom(column, text);
	}
	return changes;
}

/** Returns the changes in a row that was edited as JSON. Throws a SyntaxError or a TypeError if it is not an object. */
export function changesIn(text: string, row: Partial<Row>): { [column: string]: unknown } {
	const edited: unknown = JSON.parse(text);
	if (typeof edited !== "object" || edited === null || Array.isArray(edited))
		throw new TypeError("Expected an object.");
	return Object.fromEntries(
		Object.entries(edited).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(row[name])),
	);
}

/** Whether a field needs several lines. */
export const isLong = (text: string): boolean => text.length > 48 || text.includes("\n");

/** The text to show in place of a secret. */
const mask = "[hidden]";

/** Returns a row with its secrets hidden. */
export function withoutSecrets(columns: readonly ColumnInfo[], row: Partial<Row>): Partial<Row> {
	const secrets = columns.filter(({ name, secret }) => secret && row[name]).map(({ name }) => [name, mask]);
	return { ...row, ...Object.fromEntries(secrets) };
}
