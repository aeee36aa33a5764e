/** Seeds as data: their format, and the errors about them. */
import { ControlError, type ControlFault } from "../../lib/control-error";
import type { TableName } from "../../state/tables";
import type { Builder } from "../builder";

/** The kind for a table name, such as `merge_requests` for `mergeRequests`. */
type Kind<Name extends string> = Name extends `${infer First}${infer Rest}`
	? `${First extends Uppercase<First> ? `_${Lowercase<First>}` : First}${Kind<Rest>}`
	: Name;

/**
 * The tables of your extensions, for the types of seeds. Declare them where you define the extension: in
 * `declare module "@tenon/mock"`, an interface with this name that has a property for each table.
 */
// biome-ignore lint/suspicious/noEmptyInterface: users add to it
export interface ExtensionTables {}

/** A partial record: fields, references by natural keys, nested lists of records, and `repeat`. */
export interface SeedRecord {
	readonly [name: string]: unknown;
	/** Creates this many records; `{n}` in their texts is replaced by each one's number. */
	readonly repeat?: number;
}

/**
 * A seed as plain data: lists of partial records by kind. packages/mock/docs/seeds.md describes the format.
 *
 * @example
 * const seed: SeedData = {
 * 	users: [{ username: "ada" }],
 * 	groups: [{ full_path: "acme", members: { ada: "owner" }, projects: [{ path: "web", issues: [{ repeat: 20, title: "Issue {n}" }] }] }],
 * };
 */
export type SeedData = {
	readonly [Name in TableName | (keyof ExtensionTables & string) as Kind<Name>]?: readonly SeedRecord[];
} & {
	/** The time at which the platform's clock is stopped. */
	readonly clock?: string;
	readonly settings?: { readonly [name: string]: unknown };
};

/** A seed as code, which creates records with the builder. */
export type SeedFunction = (make: Builder) => void;

/** A position in a file. Lines and columns start at 1. */
export interface SeedPosition {
	readonly line: number;
	readonly column: number;
}

/** Something that is wrong with a seed. */
export interface SeedFault extends ControlFault, Partial<SeedPosition> {
	/** The file that the seed was read from, if any. */
	readonly file?: string;
}

const inWords = ({ file, line, column, pointer, message }: SeedFault): string => {
	const place = line === undefined ? undefined : `${line}:${column}`;
	const start = [file, place ?? (pointer === "" ? undefined : pointer)].filter((part) => part !== undefined).join(":");
	return start === "" ? message : `${start}: ${message}`;
};

/** Thrown if a seed cannot be loaded; nothing was changed. The message has one line for each fault. */
export class SeedFileError extends ControlError {
	declare readonly faults: readonly SeedFault[];

	constructor(faults: readonly SeedFault[]) {
		super(faults);
		this.name = "SeedFileError";
		this.message = faults.map(inWords).join("\n");
	}
}

/** Returns the position of a JSON pointer in the text that data was parsed from. */
export type Locate = (pointer: string) => SeedPosition | undefined;

/** A seed that was parsed from a text or read from a file: `parseSeed` and `readSeed` return one. */
export class SeedDocument {
	readonly data: unknown;
	readonly file: string | undefined;
	/** The documents that it includes, in order. They are loaded with it. */
	readonly includes: readonly SeedDocument[];
	readonly #locate: Locate;

	/** @internal */
	constructor(data: unknown, file?: string, locate: Locate = () => undefined, includes: readonly SeedDocument[] = []) {
		this.data = data;
		this.file = file;
		this.includes = includes;
		this.#locate = locate;
	}

	/** Returns the same document with other data and with included documents. @internal */
	including(data: unknown, includes: readonly SeedDocument[]): SeedDocument {
		return new SeedDocument(data, this.file, this.#locate, includes);
	}

	/** @internal */
	fault(pointer: string, message: string): SeedFault {
		return {
			...(this.file === undefined ? {} : { file: this.file }),
			...this.#locate(pointer),
			pointer,
			message,
		};
	}
}
