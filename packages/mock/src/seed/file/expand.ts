/** Expands the nested lists of a seed to one list of records per table. */

import { shown } from "../../lib/checks";
import { isRecord } from "../../lib/is-record";
import { nearest } from "../../lib/nearest";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";
import { kindNames, tableOfKind } from "../kinds";
import type { SeedDocument, SeedFault } from "./document";
import { extensionNests, type Nest, type Nests, nesting } from "./nesting";
import { numbered } from "./repeat";

export interface SeedObject {
	readonly [name: string]: unknown;
}

/** A record to create. */
export interface Entry {
	readonly table: string;
	readonly document: SeedDocument;
	/** The position in the document, as a JSON pointer. Repeated records have the same one. */
	readonly at: string;
	/** The record without its nested records. */
	readonly record: SeedObject;
	readonly parent: Entry | undefined;
	readonly nest: Nest<Row> | undefined;
	/** The full path of a group or a project, if it can be derived from the seed. */
	readonly fullPath: string | undefined;
	row: Row | undefined;
	status: "waiting" | "making" | "made" | "failed";
}

/** The maximum number of records in a seed. */
const mostRecords = 2_000_000;

/** The top-level names of a seed that are not kinds. */
const topNames = ["clock", "settings", "include"];

const below = (at: string, name: string): string => `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Returns the lists that can be nested in a record of a table. */
const nestsOf = (table: string, state: State): { readonly [name: string]: Nest<Row> } => ({
	...extensionNests(table, state),
	// The row that a link reads is always from the table that it is listed for.
	...(Object.hasOwn(nesting, table) ? (nesting[table as keyof typeof nesting] as unknown as Nests<Row>) : {}),
});

/** Returns the full path of a group or a project: its own, or its path below the record that it is in. */
function fullPathOf(
	{ full_path, path, group, parent, owner }: SeedObject,
	above: Entry | undefined,
): string | undefined {
	if (typeof full_path === "string") return full_path;
	if (typeof path !== "string") return undefined;
	if (above?.table === "users") return `${above.record.username}/${path}`;
	const start = above ? above.fullPath : (parent ?? group ?? owner);
	if (typeof start === "string") return `${start}/${path}`;
	return above ? undefined : path;
}

/**
 * Returns all records of documents, by table, in the order of the documents.
 *
 * @param faults Receives the faults of form: unknown kinds, values that are not lists, invalid repeats.
 */
export function expand(
	documents: readonly SeedDocument[],
	faults: SeedFault[],
	state: State,
): ReadonlyMap<string, readonly Entry[]> {
	const entries = new Map<string, Entry[]>();
	let count = 0;

	const addList = (
		document: SeedDocument,
		at: string,
		table: string,
		list: unknown,
		parent?: Entry,
		nest?: Nest<Row>,
	): void => {
		if (!Array.isArray(list)) {
			faults.push(document.fault(at, `expected a list of records, found ${shown(list)}`));
			return;
		}
		for (const [index, one] of list.entries()) {
			const place = `${at}/${index}`;
			if (!isRecord(one)) faults.push(document.fault(place, `expected a record with fields, found ${shown(one)}`));
			else for (const record of repeated(document, place, one)) add(document, place, table, record, parent, nest);
		}
	};

	const repeated = function* (document: SeedDocument, at: string, one: SeedObject): Generator<SeedObject> {
		const { repeat, ...record } = one;
		if (repeat === undefined) {
			yield record;
			return;
		}
		if (!Number.isInteger(repeat) || Number(repeat) < 0 || Number(repeat) > mostRecords) {
			const expected = `expected a whole number from 0 to ${mostRecords}, found ${shown(repeat)}`;
			faults.push(document.fault(`${at}/repeat`, expected));
			return;
		}
		// `numbered` returns an object for an object.
		for (let n = 1; n <= Number(repeat); n++) yield numbered(record, n) as SeedObject;
	};

	const add = (
		document: SeedDocument,
		at: string,
		table: string,
		value: SeedObject,
		parent: Entry | undefined,
		nest: Nest<Row> | undefined,
	): void => {
		count++;
		if (count > mostRecords) {
			if (count === mostRecords + 1)
				faults.push(document.fault(at, `a seed can create at most ${mostRecords} records`));
			return;
		}
		const nests = nestsOf(table, state);
		// Members are a list of records, or a mapping of usernames to roles, which the builder accepts.
		const isNested = (name: string): boolean =>
			Object.hasOwn(nests, name) && (name !== "members" || Array.isArray(value[name]));
		const names = Object.keys(value).filter(isNested);
		const isPlace = table === "groups" || table === "projects";
		const fullPath = isPlace ? fullPathOf(value, parent) : undefined;
		// The full path is derived from the record's position, because other records refer to it.
		const record = fullPath === undefined ? { ...value } : { ...value, full_path: fullPath };
		for (const name of names) Reflect.deleteProperty(record, name);
		const entry: Entry = {
			table,
			document,
			at,
			record,
			parent,
			nest,
			fullPath,
			row: undefined,
			status: "waiting",
		};
		const list = entries.get(table) ?? [];
		entries.set(table, list);
		list.push(entry);
		for (const name of names) {
			const inner = nests[name];
			if (inner) addList(document, below(at, name), inner.table, value[name], entry, inner);
		}
	};

	for (const document of documents) {
		if (!isRecord(document.data)) {
			faults.push(document.fault("", `expected lists of records by kind, found ${shown(document.data)}`));
			continue;
		}
		for (const [kind, list] of Object.entries(document.data)) {
			if (kind === "clock" || kind === "settings") continue;
			if (kind === "include") {
				// `readSeed` removes the includes of a file that it reads.
				faults.push(document.fault("/include", "only a seed that is read from a file can include others"));
				continue;
			}
			const table = tableOfKind(kind, state);
			if (table) addList(document, below("", kind), table, list);
			else {
				const guess = nearest(kind, [...kindNames(state), ...topNames]);
				const hint = guess ? `Did you mean "${guess}"?` : `The kinds are: ${kindNames(state).join(", ")}.`;
				faults.push(document.fault(below("", kind), `there is no kind of records "${kind}". ${hint}`));
			}
		}
	}
	return entries;
}

/** Returns the names of the lists that can be nested in a record, for suggestions. */
export const nestedNames = (table: string, state: State): readonly string[] => Object.keys(nestsOf(table, state));
