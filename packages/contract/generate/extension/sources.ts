/** The files of an OpenAPI document as JavaScript values that know their lines and columns. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { display, ExtensionError } from "./errors";

/** By which a file names the document of our contract. */
export const contractFile = "@tenon/contract/openapi.json";

interface Place {
	readonly file: string;
	readonly lines: LineCounter;
	readonly start: number;
	/** Where the keys of a map stand. */
	readonly keys: Map<string, number>;
}

/** Reads files, each once. */
export class Sources {
	readonly #files = new Map<string, unknown>();
	readonly #paths = new Set<string>();
	readonly #places = new WeakMap<object, Place>();
	readonly #imported = new WeakSet<object>();
	/** The folder that places are relative to. */
	readonly #folder: string;

	constructor(folder = process.cwd()) {
		this.#folder = folder;
	}

	/** The files that were read, or looked for, by their absolute paths; our contract is not among them. */
	get paths(): readonly string[] {
		return [...this.#paths];
	}

	/** What a file says. Throws an ExtensionError for a file that is not there, or is neither YAML nor JSON. */
	async read(path: string, from?: string): Promise<unknown> {
		if (this.#files.has(path)) return this.#files.get(path);
		const value = path === contractFile ? await this.#readContract() : await this.#readYaml(path, from);
		this.#files.set(path, value);
		return value;
	}

	/** File, line and column of a map or list, or of one of its keys; undefined for an object that no file has. */
	placeOf(node: object, key?: string): string | undefined {
		const place = this.#places.get(node);
		if (!place) return undefined;
		const { line, col } = place.lines.linePos((key !== undefined && place.keys.get(key)) || place.start);
		return `${this.display(place.file)}:${line}:${col}`;
	}

	/** Whether our contract has the object. */
	isImported = (node: object): boolean => this.#imported.has(node);

	/** Gives an object the place of the one that it replaces. */
	standsFor(node: object, other: object): void {
		const place = this.#places.get(other);
		if (place) this.#places.set(node, place);
	}

	/** A path as places show it. */
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

/** Makes values of a document's nodes. An alias gives the value that its anchor has. */
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

	/** What a map itself says counts more than what it takes over. */
	#merge(map: Record<string, unknown>, from: unknown): void {
		for (const one of [from].flat())
			if (typeof one === "object" && one !== null)
				for (const [key, value] of Object.entries(one)) if (!Object.hasOwn(map, key)) map[key] = value;
	}
}
