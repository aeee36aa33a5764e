/** Reads the files of an OpenAPI document as JavaScript values, and remembers their lines and columns. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { display, ExtensionError } from "./errors";

/** The path with which a file refers to the contract's document. */
export const contractFile = "@tenon/contract/openapi.json";

interface Place {
	readonly file: string;
	readonly lines: LineCounter;
	readonly start: number;
	/** The offsets of the keys of a map. */
	readonly keys: Map<string, number>;
}

/** Reads files, each only once. */
export class Sources {
	readonly #files = new Map<string, unknown>();
	readonly #paths = new Set<string>();
	readonly #places = new WeakMap<object, Place>();
	readonly #imported = new WeakSet<object>();
	/** The folder that the paths in findings are relative to. */
	readonly #folder: string;

	constructor(folder = process.cwd()) {
		this.#folder = folder;
	}

	/** The absolute paths of the files that were read or searched for, except the contract's. */
	get paths(): readonly string[] {
		return [...this.#paths];
	}

	/** Returns the content of a file. Throws an ExtensionError if it does not exist, or is neither YAML nor JSON. */
	async read(path: string, from?: string): Promise<unknown> {
		if (this.#files.has(path)) return this.#files.get(path);
		const value = path === contractFile ? await this.#readContract() : await this.#readYaml(path, from);
		this.#files.set(path, value);
		return value;
	}

	/** Returns the file, line and column of a map or list, or of a key in it; undefined if it is not from a file. */
	placeOf(node: object, key?: string): string | undefined {
		const place = this.#places.get(node);
		if (!place) return undefined;
		const { line, col } = place.lines.linePos((key !== undefined && place.keys.get(key)) || place.start);
		return `${this.display(place.file)}:${line}:${col}`;
	}

	/** Whether an object comes from the contract. */
	isImported = (node: object): boolean => this.#imported.has(node);

	/** Gives an object the location of another object that it replaces. */
	standsFor(node: object, other: object): void {
		const place = this.#places.get(other);
		if (place) this.#places.set(node, place);
	}

	/** Returns a path as findings show it. */
	display = (path: string): string => display(path, this.#folder);

	async #readContract(): Promise<unknown> {
		const path = createRequire(import.meta.url).resolve(contractFile);
		const remember = (value: unknown): void => {
			if (typeof value !== "object" || value === null) return;
			this.#imported.add(value);
			Object.values(value).forEach(remember);
		};
		const document: unknown = JSON.parse(await readFile(path, "utf8"));
		remember(document);
		return document;
	}

	async #readYaml(path: string, from = this.display(path)): Promise<unknown> {
		this.#paths.add(path);
		const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
			const why = error.code === "ENOENT" ? "does not exist" : `cannot be read (${error.code ?? error.message})`;
			throw new ExtensionError([{ at: from, says: `The file ${this.display(path)} ${why}.` }]);
		});
		const lines = new LineCounter();
		const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false });
		const findings = parsed.errors.map(({ message, pos: [offset] }) => {
			const { line, col } = lines.linePos(offset);
			return { at: `${this.display(path)}:${line}:${col}`, says: `The file is not valid YAML: ${message}.` };
		});
		if (findings.length > 0) throw new ExtensionError(findings);
		return new Reader(parsed, (node, key) => this.#remember(path, lines, node, key)).value(parsed.contents);
	}

	#remember(file: string, lines: LineCounter, value: object, start: number): Map<string, number> {
		const keys = new Map<string, number>();
		this.#places.set(value, { file, lines, start, keys });
		return keys;
	}
}

/** Converts the nodes of a document to values. An alias has the same value as its anchor. */
class Reader {
	readonly #made = new Map<Node, unknown>();
	readonly #document: Document.Parsed;
	readonly #remember: (value: object, start: number) => Map<string, number>;

	constructor(document: Document.Parsed, remember: (value: object, start: number) => Map<string, number>) {
		this.#document = document;
		this.#remember = remember;
	}

	value(node: unknown): unknown {
		if (isScalar(node)) return node.value;
		if (isAlias(node)) return this.value(node.resolve(this.#document));
		if (!isMap(node) && !isSeq(node)) return undefined;
		if (this.#made.has(node)) return this.#made.get(node);
		const start = node.range?.[0] ?? 0;
		if (isSeq(node)) {
			const list: unknown[] = [];
			this.#made.set(node, list);
			this.#remember(list, start);
			for (const item of node.items) list.push(this.value(isPair(item) ? undefined : item));
			return list;
		}
		const map: Record<string, unknown> = {};
		this.#made.set(node, map);
		const keys = this.#remember(map, start);
		for (const { key, value } of node.items) {
			const name = String(isScalar(key) ? key.value : key);
			if (name === "<<") this.#merge(map, this.value(value));
			else {
				Object.defineProperty(map, name, {
					value: this.value(value),
					enumerable: true,
					writable: true,
					configurable: true,
				});
				if (isScalar(key) && key.range) keys.set(name, key.range[0]);
			}
		}
		return map;
	}

	/** Adds the keys of merged maps. The map's own keys take precedence. */
	#merge(map: Record<string, unknown>, from: unknown): void {
		for (const one of [from].flat())
			if (typeof one === "object" && one !== null)
				for (const [key, value] of Object.entries(one)) if (!Object.hasOwn(map, key)) map[key] = value;
	}
}
