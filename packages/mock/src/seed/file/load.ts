/** Creates the records of a seed: all of them, or none. */
import { type AnyCheck, shown } from "../../lib/checks";
import { ControlError, type ControlFault } from "../../lib/control-error";
import { isRecord } from "../../lib/is-record";
import { nearest } from "../../lib/nearest";
import type { AnyDefinition } from "../../state/definition";
import type { State } from "../../state/state";
import { DuplicateError, type Row } from "../../state/table";
import type { TableName } from "../../state/tables";
import type { Builder } from "../builder";
import { checkRecord, checkRow } from "../check-record";
import { loadExact } from "../export/load-exact";
import { kindOf } from "../kinds";
import type { Inputs } from "../maker";
import { namesOf } from "../names";
import { makerOf } from "../record-makers";
import type { Relation } from "../record-relations";
import { SeedError } from "../seed-error";
import { type SeedDocument, type SeedFault, SeedFileError } from "./document";
import { type Entry, expand, nestedNames } from "./expand";
import { orderOf } from "./nesting";
import { formsOfTime, readTime } from "./times";

/** A row created from a seed. */
export interface SeededRecord {
	readonly id: number;
	/** Its natural key, such as `acme/web#3`. Only for kinds that references can name. */
	readonly key?: string;
}

/** The rows created from a seed, by kind, except for records that it does not list, such as a missing author. */
export interface SeedResult {
	readonly [kind: string]: readonly SeededRecord[];
}

/** The maximum number of faults that an error lists. */
const mostFaults = 100;

type TimeForm = "time" | "date";

/** Returns a field's format of times, found by trial: a check accepts one of the formats and refuses other texts. */
function timeFormOf(accepts: (value: string) => boolean): TimeForm | undefined {
	if (accepts("x")) return undefined;
	if (accepts("2026-01-05T09:30:00.000Z")) return "time";
	return accepts("2026-01-05") ? "date" : undefined;
}

const accepted = (check: AnyCheck) => (value: string) => {
	let isRight = true;
	check.run(
		value,
		"",
		() => {
			isRight = false;
		},
		() => false,
	);
	return isRight;
};

const acceptedBy = (input: Relation, state: State) => (value: string) =>
	input(value, state, () => undefined) !== undefined;

/** The formats of times of each table's fields, determined once: they do not depend on the state's data. */
const timeForms = new WeakMap<AnyDefinition, Map<string, TimeForm | undefined>>();

function timeFormIn(table: string, field: string, state: State): TimeForm | undefined {
	const definition = state.definition(table);
	const known = timeForms.get(definition) ?? new Map<string, TimeForm | undefined>();
	timeForms.set(definition, known);
	if (known.has(field)) return known.get(field);
	const checks = definition.shape;
	const { inputs = {} } = makerOf(table, state);
	const check = Object.hasOwn(checks, field) ? checks[field] : undefined;
	const input = Object.hasOwn(inputs, field) ? inputs[field] : undefined;
	const form = check ? timeFormOf(accepted(check)) : input && timeFormOf(acceptedBy(input, state));
	known.set(field, form);
	return form;
}

/** The text with which the checks of single records describe the times that they accept. */
const oneForm = "expected a time such as 2026-01-05T09:30:00.000Z";

/** Matches the beginning of texts that may be times. */
const timely = /^(?:now$|[+-]\d|\d{4}-\d\d)/;

/** References that would be circular, because users come before groups. They are set after all records are created. */
const late: { readonly [table in TableName]?: string } & { readonly [table: string]: string | undefined } = {
	users: "provisioned_by_group",
};

const lower = (value: unknown): string | undefined => (typeof value === "string" ? value.toLowerCase() : undefined);

/** Returns the users, groups and projects in a reference, including the beginning of one such as `acme/web#3`. */
function namesIn(value: unknown): string[] {
	const all = typeof value === "object" && value !== null ? Object.entries(value).flat() : [value];
	return all.flatMap((one) => (typeof one === "string" ? one.toLowerCase().replace(/[#!&@^].*$/s, "") : []));
}

/** Creates the records of documents, within a transaction of the caller. */
class Loading {
	readonly #make: Builder;
	readonly #state: State;
	readonly #faults: SeedFault[];
	readonly #now: number;
	/** The users, groups and projects of the seed, by the names that references use. */
	readonly #named = new Map<string, Entry>();
	readonly #late: Entry[] = [];

	constructor(make: Builder, faults: SeedFault[]) {
		this.#make = make;
		this.#state = make.state;
		this.#faults = faults;
		this.#now = make.state.clock.now();
	}

	run(entries: ReadonlyMap<string, readonly Entry[]>): void {
		for (const table of ["users", "groups", "projects"] as const)
			for (const entry of entries.get(table) ?? []) {
				const name = lower(table === "users" ? entry.record.username : entry.fullPath);
				if (name === undefined) continue;
				const first = this.#named.get(name);
				this.#named.set(name, first ?? entry);
				if (!first) continue;
				entry.status = "failed";
				this.#fault(entry, table === "users" ? "username" : "full_path", `the seed already has ${shown(name)}`);
			}
		for (const table of orderOf(this.#state)) for (const entry of entries.get(table) ?? []) this.#ensure(entry);
		for (const entry of this.#late) this.#complete(entry);
	}

	/** Creates a record, after the records of this seed that it refers to. */
	#ensure(entry: Entry): void {
		if (entry.status !== "waiting") return;
		entry.status = "making";
		const left = new Set<string>();
		let canBeMade = this.#hasParent(entry);
		for (const [name, needed] of this.#needs(entry)) {
			this.#ensure(needed);
			if (needed.status !== "failed") continue;
			// The referenced record's own faults are reported there.
			left.add(name);
			canBeMade = false;
		}
		const last = late[entry.table];
		if (last !== undefined && Object.hasOwn(entry.record, last)) {
			left.add(last);
			this.#late.push(entry);
		}
		entry.status = this.#attempt(entry, left, canBeMade) ? "made" : "failed";
	}

	/** Whether the record that it is nested in could be created. */
	#hasParent({ parent }: Entry): boolean {
		if (!parent) return true;
		this.#ensure(parent);
		return parent.status !== "failed";
	}

	/** Returns the records of this seed that a record refers to and that are not created yet, by reference. */
	#needs({ table, record, fullPath }: Entry): [name: string, entry: Entry][] {
		const found: [name: string, entry: Entry][] = [];
		const { relations = {}, inputs = {} } = makerOf(table, this.#state);
		for (const [name, value] of Object.entries(record)) {
			if (!Object.hasOwn(relations, name) && !Object.hasOwn(inputs, name)) continue;
			if (late[table] === name) continue;
			for (const one of namesIn(value)) {
				const needed = this.#named.get(one);
				if (needed && needed.status !== "made") found.push([name, needed]);
			}
		}
		const path = lower(fullPath) ?? "";
		for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
			const above = this.#named.get(path.slice(0, slash));
			if (above && above.status !== "made") found.push(["full_path", above]);
		}
		return found;
	}

	/**
	 * Checks a record, and creates it if it and everything that it refers to is valid.
	 *
	 * @param left Fields to leave out.
	 */
	#attempt(entry: Entry, left: ReadonlySet<string>, canBeMade: boolean): boolean {
		const { table, at, document, parent, nest, record: value } = entry;
		const before = this.#faults.length;
		const link = canBeMade && parent?.row && nest ? nest.link(parent.row) : {};
		const stated = Object.keys(link).find((name) => Object.hasOwn(value, name));
		if (stated !== undefined)
			this.#faults.push(document.fault(`${at}/${stated}`, `"${stated}" is already set by where the record is nested`));
		const record: { [name: string]: unknown } = { ...value, ...link };
		for (const name of left) delete record[name];
		this.#writeTimes(table, record);
		return this.#reporting(entry, () => {
			const { fields, inputs } = checkRecord(table, record, this.#state, at, true);
			if (!canBeMade || this.#faults.length > before) return false;
			// The fields have passed the checks of this table, and the inputs those of its maker.
			const row = makerOf(table, this.#state).make(this.#make, fields as Partial<Row>, inputs as Inputs);
			checkRow(table, row, this.#state, at);
			// The maker may have changed a row that it created, such as a group that gets a SAML provider.
			entry.row = this.#state.table(table).get(row.id) ?? row;
			return true;
		});
	}

	/** Sets the references that had to wait for other records. */
	#complete(entry: Entry): void {
		const { table, at, record, row } = entry;
		const name = late[table];
		if (name === undefined || !row) return;
		const needed = this.#named.get(lower(record[name]) ?? "");
		if (needed?.status === "failed") return;
		this.#reporting(entry, () => {
			const { fields } = checkRecord(table, { [name]: record[name] }, this.#state, at, false);
			this.#state.table(table).update(row.id, fields);
			return true;
		});
	}

	/** Runs a step. Turns errors into faults at their positions in the document. */
	#reporting(entry: Entry, step: () => boolean): boolean {
		const { table, at, document } = entry;
		try {
			return step();
		} catch (error) {
			if (error instanceof ControlError)
				for (const { pointer, message } of error.faults)
					this.#faults.push(document.fault(pointer, this.#improved(table, message)));
			else if (error instanceof DuplicateError) {
				this.#fault(entry, error.key === "path" ? "full_path" : error.key, error.message);
			} else if (error instanceof SeedError) this.#faults.push(document.fault(at, error.message));
			else throw error;
			return false;
		}
	}

	/** Reports a fault of a field, or of the whole record if it does not have the field. */
	#fault({ at, document, record }: Entry, field: string, message: string): void {
		this.#faults.push(document.fault(Object.hasOwn(record, field) ? `${at}/${field}` : at, message));
	}

	/** Adds to a message what a seed accepts beyond a single record: nested lists, and more formats of times. */
	#improved(table: string, message: string): string {
		if (message.startsWith(oneForm)) return message.replace(oneForm, `expected a time such as ${formsOfTime}`);
		const [, name] = /^there is no field "([^"]*)"\. The fields are/.exec(message) ?? [];
		if (name === undefined) return message;
		const nested = [...nestedNames(table, this.#state), "repeat"];
		const guess = nearest(name, nested);
		return guess
			? `there is no field "${name}". Did you mean "${guess}"?`
			: `${message} Nested lists: ${nested.slice(0, -1).join(", ") || "none"}.`;
	}

	/** Converts the times of a record to the platform's format. The checks report values that are not times. */
	#writeTimes(table: string, record: { [name: string]: unknown }): void {
		for (const [name, value] of Object.entries(record)) {
			if (typeof value !== "string" || !timely.test(value)) continue;
			const form = timeFormIn(table, name, this.#state);
			const time = form && readTime(value, this.#now);
			if (time === undefined) continue;
			const iso = new Date(time).toISOString();
			record[name] = form === "time" ? iso : iso.slice(0, 10);
		}
	}
}

/** Returns a document and those that it includes, the included ones first. */
const withIncludes = (document: SeedDocument): SeedDocument[] => [...document.includes.flatMap(withIncludes), document];

/** The rows of a seed by table. */
type MadeRows = ReadonlyMap<string, readonly { readonly row?: Row | undefined }[]>;

/** Returns a row's natural key: its name in references, or the text of a token. */
const keyOf = (table: string, row: Row, state: State): string | undefined =>
	table === "tokens" ? state.tokens.get(row.id)?.text : namesOf(table)?.of(row, state);

function resultOf(made: MadeRows, state: State): SeedResult {
	const result: { [kind: string]: SeededRecord[] } = {};
	for (const table of orderOf(state)) {
		const rows = (made.get(table) ?? []).flatMap(({ row }) => (row ? [row] : []));
		if (rows.length === 0) continue;
		result[kindOf(table)] = rows.map((row) => {
			const key = keyOf(table, row, state);
			return { id: row.id, ...(key === undefined ? {} : { key }) };
		});
	}
	return result;
}

/** Merges the results of several seeds. */
export function mergeResults(results: readonly SeedResult[]): SeedResult {
	const merged: { [kind: string]: readonly SeededRecord[] } = {};
	for (const result of results)
		for (const [kind, records] of Object.entries(result)) merged[kind] = [...(merged[kind] ?? []), ...records];
	return merged;
}

/** Stores the records of a seed that `exportSeed` returned, as they are. */
function exactly(document: SeedDocument, state: State, faults: SeedFault[]): SeedResult {
	const { exact: _exact, clock: _clock, settings: _settings, last_ids = {}, ...kinds } = Object(document.data);
	try {
		const made = new Map<string, { row: Row }[]>();
		for (const { table, row } of loadExact(kinds, last_ids, state)) {
			const rows = made.get(table) ?? [];
			rows.push({ row });
			made.set(table, rows);
		}
		return resultOf(made, state);
	} catch (error) {
		if (!(error instanceof ControlError)) throw error;
		faults.push(...error.faults.map(({ pointer, message }) => document.fault(pointer, message)));
		return {};
	}
}

/** What the platform does with a seed in addition to creating its records. */
export interface SeedHooks {
	/** Sets the clock to the time of a seed. Called before records are created, because relative times depend on it. */
	clock(time: number): void;
	/** Applies the settings of a seed, and returns what is wrong with them. Called after all records are created. */
	settings(settings: unknown): readonly ControlFault[];
}

/**
 * Creates the records of a document and of those that it includes: all of them, or none.
 *
 * @param hooks Without them, a clock and settings in the document have no effect.
 * @throws SeedFileError that lists everything that is wrong. The caller must then undo what the hooks did.
 */
export function loadSeed(document: SeedDocument, make: Builder, hooks?: SeedHooks): SeedResult {
	const { state } = make;
	const documents = withIncludes(document);
	const faults: SeedFault[] = [];
	for (const one of documents) {
		const time: unknown = Reflect.get(Object(one.data), "clock");
		if (time === undefined) continue;
		const read = typeof time === "string" ? readTime(time, state.clock.now()) : undefined;
		if (read === undefined)
			faults.push(one.fault("/clock", `expected a time such as ${formsOfTime}, found ${shown(time)}`));
		else hooks?.clock(read);
	}
	return state.transaction(() => {
		const exact = documents.filter(({ data }) => isRecord(data) && data.exact === true);
		const results = exact.map((one) => exactly(one, state, faults));
		const entries = expand(
			documents.filter((one) => !exact.includes(one)),
			faults,
			state,
		);
		new Loading(make, faults).run(entries);
		for (const one of documents) {
			const settings: unknown = Reflect.get(Object(one.data), "settings");
			if (settings === undefined) continue;
			for (const { pointer, message } of hooks?.settings(settings) ?? [])
				faults.push(one.fault(`/settings${pointer}`, message));
		}
		if (faults.length > 0) throw new SeedFileError(sorted(faults));
		return mergeResults([...results, resultOf(entries, state)]);
	});
}

/** Sorts faults by position and removes duplicates. Returns the first hundred, and the number of the others. */
function sorted(faults: readonly SeedFault[]): SeedFault[] {
	const unique = new Map(faults.map((fault) => [`${fault.file}:${fault.pointer}:${fault.message}`, fault]));
	const files = [...new Set(faults.map(({ file }) => file))];
	const all = [...unique.values()].sort(
		(a, b) =>
			files.indexOf(a.file) - files.indexOf(b.file) ||
			(a.line ?? 0) - (b.line ?? 0) ||
			(a.column ?? 0) - (b.column ?? 0),
	);
	if (all.length <= mostFaults) return all;
	return [...all.slice(0, mostFaults), { pointer: "", message: `and ${all.length - mostFaults} more` }];
}
