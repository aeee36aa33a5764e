import { object, type Shape, shown } from "../lib/checks";
import { ControlError } from "../lib/control-error";
import { isRecord } from "../lib/is-record";
import { defaultSettings, type Settings } from "../request/settings/settings";
import { Clock, type ClockData } from "../state/clock";
import type { Definitions } from "../state/definition";
import { checkPointer } from "../state/references";
import { State, type StateData } from "../state/state";
import type { Row } from "../state/table";
import { changeSettings } from "./change-settings";
import type { SnapshotFacts } from "./snapshots";

/** The state of a platform, in the format of a JSON file. See packages/mock/docs/state-file.md. */
export interface StateFile {
	readonly format: "tenon-mock-state";
	readonly version: 1;
	/** The time of a stopped clock, or the offset of a running one from the machine's clock. */
	readonly clock?: ClockData;
	/** The settings that differ from their defaults. If missing, an import does not change the settings. */
	readonly settings?: { readonly [name: string]: unknown };
	/** In the file of a named snapshot: what is known about it without reading its rows. */
	readonly snapshot?: SnapshotFacts;
	/** The name of the journal with the changes since this file; see `persist`. */
	readonly journal?: string;
	/** The rows of each table, by its name. A missing table is empty. */
	readonly tables: StateData;
}

/** Returns the settings that differ from their defaults, as JSON. */
export function changedSettings(settings: Settings): { readonly [name: string]: unknown } {
	const defaults = defaultSettings();
	const changed = Object.entries(settings).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(defaults, name)),
	);
	return JSON.parse(JSON.stringify(Object.fromEntries(changed)));
}

/** Returns the state file of a platform's data. */
export function writeStateFile(now: { clock: ClockData; settings: Settings; tables: StateData }): StateFile {
	const settings = changedSettings(now.settings);
	return { format: "tenon-mock-state", version: 1, clock: now.clock, settings, tables: now.tables };
}

/** Thrown if a state file is invalid or inconsistent. Nothing was imported. */
export class StateFileError extends Error {
	/** Everything that is wrong, one line each. */
	readonly faults: readonly string[];

	constructor(faults: readonly string[]) {
		const lines = faults.slice(0, 10);
		if (faults.length > lines.length) lines.push(`and ${faults.length - lines.length} more`);
		super(`The state cannot be imported: ${lines.length > 1 ? "\n" : ""}${lines.join("\n")}`);
		this.name = "StateFileError";
		this.faults = faults;
	}
}

const refuse = (...faults: string[]): never => {
	throw new StateFileError(faults);
};

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		return refuse(`it is not JSON: ${error instanceof Error ? error.message : error}`);
	}
}

/** A valid and consistent state file. */
export interface ReadStateFile extends Omit<StateFile, "settings"> {
	/** All settings. Those that the file does not name have their defaults. */
	readonly settings?: Settings;
}

function readSettings(values: { readonly [name: string]: unknown }): Settings {
	const settings = defaultSettings();
	try {
		changeSettings(settings, values);
		return settings;
	} catch (error) {
		if (!(error instanceof ControlError)) throw error;
		return refuse(...error.faults.map(({ pointer, message }) => `settings${pointer}: ${message}`));
	}
}

/**
 * Reads a state file, after validating all of it against the shapes of the tables.
 *
 * @param value The file, or its text.
 * @param more Definitions of the tables of extensions.
 * @throws StateFileError that says what is wrong: the table, the row, the field, and what was expected.
 */
export function readStateFile(value: unknown, more?: Definitions): ReadStateFile {
	const file = typeof value === "string" ? parse(value) : value;
	if (!isRecord(file)) return refuse(`expected an object, found ${shown(file)}`);
	const { format, version, clock, settings, journal, snapshot, tables, ...rest } = file;
	if (format !== "tenon-mock-state") return refuse(`format: expected "tenon-mock-state", found ${shown(format)}`);
	if (version !== 1) return refuse(`version: expected 1, the only supported version, found ${shown(version)}`);
	const [unknown] = Object.keys(rest);
	if (unknown !== undefined) return refuse(`${unknown}: a state file has no such field`);
	if (journal !== undefined && typeof journal !== "string")
		return refuse(`journal: expected a text, found ${shown(journal)}`);
	if (snapshot !== undefined && !isRecord(snapshot))
		return refuse(`snapshot: expected an object, found ${shown(snapshot)}`);
	if (!isRecord(tables)) return refuse(`tables: expected an object, found ${shown(tables)}`);
	if (settings !== undefined && !isRecord(settings))
		return refuse(`settings: expected an object, found ${shown(settings)}`);
	return {
		format,
		version,
		...(clock === undefined ? {} : { clock: readClock(clock) }),
		...(settings === undefined ? {} : { settings: readSettings(settings) }),
		...(journal === undefined ? {} : { journal }),
		tables: readTables(tables, more),
	};
}

function readClock(value: unknown): ClockData {
	if (!isRecord(value)) return refuse(`clock: expected an object, found ${shown(value)}`);
	// The clock itself validates the data.
	const data = value as unknown as ClockData;
	try {
		new Clock().load(data);
		return data;
	} catch (error) {
		return refuse(`clock: ${error instanceof Error ? error.message : error}`);
	}
}

interface TableImage {
	readonly lastId: number;
	readonly rows: readonly Row[];
}

/** Reads a table's entry. Reports rows without an id, and leaves them out. */
function readTable(name: string, value: unknown, faults: string[]): TableImage {
	const nothing = { lastId: 0, rows: [] };
	if (!isRecord(value) || !Array.isArray(value.rows)) {
		faults.push(`tables.${name}: expected { "lastId": a number, "rows": a list }, found ${shown(value)}`);
		return nothing;
	}
	const ids = new Map<number, number>();
	for (const [index, row] of value.rows.entries()) {
		const id: unknown = isRecord(row) ? row.id : undefined;
		if (!Number.isSafeInteger(id) || Number(id) < 1)
			faults.push(
				`tables.${name}, row ${index + 1}, field "id": expected a whole number from 1 on, found ${shown(id)}`,
			);
		else if (ids.has(Number(id)))
			faults.push(`tables.${name}, row ${index + 1}: row ${ids.get(Number(id))} also has the id ${id}`);
		else ids.set(Number(id), index + 1);
	}
	if (ids.size < value.rows.length) return nothing;
	const highest = value.rows.reduce((most, { id }) => Math.max(most, id), 0);
	if (!Number.isSafeInteger(value.lastId) || Number(value.lastId) < highest)
		faults.push(
			`tables.${name}.lastId: expected a number of at least the highest id ${highest}, found ${shown(value.lastId)}`,
		);
	return { lastId: Number(value.lastId), rows: value.rows };
}

function readTables(values: { readonly [name: string]: unknown }, more?: Definitions): StateData {
	const state = new State(new Clock(0), more);
	const scratch = new Map(state.tables());
	const faults = Object.keys(values)
		.filter((name) => !scratch.has(name))
		.map((name) => `tables.${name}: there is no such table. There are: ${[...scratch.keys()].join(", ")}`);
	const tables = new Map<string, TableImage>();
	for (const [name, { lastId }] of scratch)
		tables.set(name, values[name] === undefined ? { lastId, rows: [] } : readTable(name, values[name], faults));
	if (faults.length > 0) throw new StateFileError(faults);

	const ids = new Map([...tables].map(([name, { rows }]) => [name, new Set(rows.map(({ id }) => id))]));
	const has = (table: string, id: number): boolean => ids.get(table)?.has(id) ?? false;
	for (const [name, { rows }] of tables) {
		const definition = state.definition(name);
		// Every row has at least the fields of `Row`, whatever else its shape has.
		const shape = object<Row>(definition.shape as unknown as Shape<Row>);
		const keys = new Map<string, number>();
		for (const [index, row] of rows.entries()) {
			const before = faults.length;
			const where = `tables.${name}, row ${index + 1} (id ${row.id})`;
			const report = (path: string, expected: string, found: unknown): void =>
				void faults.push(`${where}, field "${path}": expected ${expected}, found ${shown(found)}`);
			shape.run(row, "", report, has);
			if (faults.length > before) continue;
			checkPointer(definition, row, report, has);
			for (const [unique, key] of scratch.get(name)?.uniqueKeys(row) ?? []) {
				const other = keys.get(`${unique} ${key}`);
				if (other !== undefined)
					faults.push(`${where}: the row with the id ${other} also has the ${unique} ${shown(key)}`);
				keys.set(`${unique} ${key}`, row.id);
			}
		}
	}
	if (faults.length > 0) throw new StateFileError(faults);
	return Object.fromEntries([...tables].map(([name, { lastId, rows }]) => [name, { lastId, rows: taken(rows) }]));
}

/** Returns the rows as a table stores them: frozen, sorted by id. */
const taken = (rows: readonly Row[]): readonly Row[] =>
	rows.map((row) => Object.freeze(row)).sort((a, b) => a.id - b.id);
