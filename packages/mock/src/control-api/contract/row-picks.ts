import type { OperationRow, ParameterRow } from "@tenon/contract";
import { intakePath } from "../../domains/alerts/integration";
import { kindOf, tableOfKind } from "../../seed/kinds";
import { namesOf } from "../../seed/names";
import { referrersOf, rowsReferringTo } from "../../state/references";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";

/** The rows that a parameter can refer to. */
export interface RowPick {
	readonly table: string;
	/** The value that the parameter takes from a row: one of its columns, or its name, such as `acme/web`. */
	readonly by: string;
	/** The parameter with the rows' project or group, and the columns to compare it with: by id and by name. */
	readonly within: { readonly parameter: string; readonly id: string; readonly name: string } | null;
	/** The value of the first row; null without a row. */
	readonly sample: string | number | null;
}

/** Tables whose name differs from the word in the path. */
const tables: { readonly [word: string]: string } = { links: "release_links", wiki_pages: "wiki_pages" };

/** Returns the table that a parameter refers to, by the word before it in the path, or by its own name. */
function tableOf({ name }: ParameterRow, before: string | undefined, state: State): string | undefined {
	if (name === "username" || name === "id_or_username") return "users";
	const [, noun] = /^(\w+)_id$/.exec(name) ?? [];
	const words = [before && (tables[before] ?? before), noun && `${noun}s`];
	return words.find((word) => word !== undefined && tableOfKind(word, state) !== undefined);
}

/** Returns the column of a row that a parameter takes, or `name`. */
function columnOf({ name, in: where }: ParameterRow, kind: string, table: string, state: State): string {
	const { columns } = state.definition(table);
	if (name === "username" || name === "id_or_username") return "username";
	if (name.endsWith("_iid") || name === "iid") return "iid";
	if (name !== "id" && Object.hasOwn(columns, name)) return name;
	const isPlace = kind === "projects" || kind === "groups";
	return isPlace && where === "path" && namesOf(table) ? "name" : "id";
}

/** Returns the value of a row for a parameter. */
function partOf(row: Row, by: string, table: string, state: State): string | number {
	const part: unknown = by === "name" ? namesOf(table)?.of(row, state) : Reflect.get(row, by);
	return typeof part === "string" || typeof part === "number" ? part : row.id;
}

/** A parameter that refers to a row of a table. */
interface Named {
	readonly parameter: string;
	readonly kind: string;
	/** The table's name in the state. */
	readonly table: string;
	readonly by: string;
	readonly isInPath: boolean;
}

/** The maximum number of rows to check for each parameter. */
const most = 40;

/** Returns the rows of a table that can follow another row in a path: those that refer to it, if the table can. */
function rowsBehind(
	table: string,
	parent: { readonly table: string; readonly row: Row } | undefined,
	state: State,
): Row[] {
	const referrers = parent ? referrersOf(parent.table, state).filter(({ from }) => from === table) : [];
	if (!parent || referrers.length === 0) return [...state.table(table).all()].slice(0, most);
	return referrers.flatMap((referrer) => rowsReferringTo(referrer, parent.row.id, state).slice(0, most));
}

/** Returns rows for these parameters, each belonging to the one before; the longest possible chain. */
function chainOf(named: readonly Named[], state: State, parent?: { table: string; row: Row }): readonly Row[] {
	const [first, ...others] = named;
	if (!first) return [];
	let longest: readonly Row[] = [];
	for (const row of rowsBehind(first.table, parent, state)) {
		const chain = [row, ...chainOf(others, state, { table: first.table, row })];
		if (chain.length === named.length) return chain;
		if (chain.length > longest.length) longest = chain;
	}
	return longest;
}

/** Returns the parameters of an operation that refer to rows, each with the rows to choose from. */
export function picksOf(row: OperationRow, state: State): { readonly [parameter: string]: RowPick } {
	if (row.domain === "alerts") return {};
	const parts = row.path.split("/");
	const named = row.parameters.flatMap((parameter): Named[] => {
		const at = parts.indexOf(`{${parameter.name}}`);
		const kind = tableOf(parameter, at > 0 ? parts[at - 1] : undefined, state);
		const table = kind === undefined ? undefined : tableOfKind(kind, state);
		if (kind === undefined || table === undefined) return [];
		const by = columnOf(parameter, kind, table, state);
		return [{ parameter: parameter.name, kind, table, by, isInPath: parameter.in === "path" }];
	});
	const inPath = named.filter(({ isInPath }) => isInPath);
	// If the path ends with a list, choose a place whose list is not empty.
	const chain = chainOf(listed(inPath, parts, state), state);
	const place = inPath.find(({ kind }) => kind === "projects" || kind === "groups");
	const noun = place?.kind === "groups" ? "group" : "project";
	return Object.fromEntries(
		named.map(({ parameter, kind, table, by, isInPath }): [string, RowPick] => {
			const found = isInPath ? chain[inPath.findIndex((one) => one.parameter === parameter)] : undefined;
			const first = found ?? state.table(table).all().next().value;
			const isWithin = place?.parameter !== parameter && Object.hasOwn(state.definition(table).columns, `${noun}_id`);
			return [
				parameter,
				{
					table: kind,
					by,
					within: place && isWithin ? { parameter: place.parameter, id: `${noun}_id`, name: noun } : null,
					sample: first ? partOf(first, by, table, state) : null,
				},
			];
		}),
	);
}

/** Returns the parameters of a path, followed by the table that the last word of the path names. */
function listed(inPath: readonly Named[], parts: readonly string[], state: State): readonly Named[] {
	const table = tableOfKind(parts.at(-1) ?? "", state);
	if (table === undefined || inPath.length === 0) return inPath;
	return [...inPath, { parameter: "", kind: kindOf(table), table, by: "id", isInPath: true }];
}

/** Returns the path of the first active alert integration, without its leading slash. */
export function sampleIntake({ alertIntegrations, projects }: State): string | null {
	for (const integration of alertIntegrations.all()) {
		const project = projects.get(integration.project_id);
		if (project && integration.active) return intakePath(integration, project).slice(1);
	}
	return null;
}
