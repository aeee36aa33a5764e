/**
 * Combines an OpenAPI file, the files that it refers to, and the parts of the contract that it uses into one document.
 * Checks that each object has only the keys of its kind.
 */
import { basename, dirname, extname, resolve } from "node:path";
import type { Finding } from "./errors";
import { found, refuse } from "./errors";
import { expectation, fits, isMapping, type Kind, type Shape, sections, shapes } from "./shapes";
import { contractFile, type Sources } from "./sources";

type Mapping = Record<string, unknown>;

const types = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** The combined document. */
export interface Gathered {
	readonly document: Mapping;
	/** The names of the schemas that come from the contract. */
	readonly imported: ReadonlySet<string>;
	/** The faults so far. */
	readonly findings: readonly Finding[];
}

/** Reads a file and all files that it refers to. Throws an ExtensionError if a file or a reference is invalid. */
export async function gather(path: string, sources: Sources): Promise<Gathered> {
	const file = resolve(path);
	const root = await sources.read(file);
	if (!isMapping(root))
		refuse([{ at: sources.display(file), says: `Expected an OpenAPI document, found ${found(root)}.` }]);
	const gathering = new Gathering(root as Mapping, file, sources); // `refuse` throws otherwise
	await gathering.walk(root, "document", file);
	refuse(gathering.loops());
	return gathering;
}

class Gathering implements Gathered {
	readonly document: Mapping;
	readonly imported = new Set<string>();
	readonly findings: Finding[] = [];
	readonly #root: string;
	readonly #sources: Sources;
	/** The objects that were visited. Several references can lead to the same object. */
	readonly #seen = new WeakSet<object>();
	/** The new references to components that were copied from other files, by file and pointer. */
	readonly #moved = new Map<string, string>();

	constructor(document: Mapping, root: string, sources: Sources) {
		this.document = document;
		this.#root = root;
		this.#sources = sources;
	}

	async walk(node: unknown, kind: Kind, file: string): Promise<void> {
		if (!isMapping(node) || this.#seen.has(node)) return;
		this.#seen.add(node);
		if (typeof node.$ref === "string") return this.#follow(node, node.$ref, kind, file);
		for (const [key, value] of Object.entries(node)) {
			if (key.startsWith("x-")) continue;
			const shape = shapeOf(kind, key, value);
			if (!shape) {
				this.#report(node, key, unknownKey(kind, key));
				continue;
			}
			const wrong = faultOf(kind, key, value, shape);
			if (wrong) this.#report(node, key, wrong);
			else await this.#walkInto(value, shape, file);
		}
	}

	/** Returns findings for components that only refer to each other, in a cycle. */
	loops(): Finding[] {
		const { components } = this.document;
		const findings: Finding[] = [];
		for (const [section, own] of Object.entries(isMapping(components) ? components : {}))
			for (const first of Object.values(isMapping(own) ? own : {})) {
				const passed = new Set<unknown>();
				let at: unknown = first;
				while (isMapping(at) && typeof at.$ref === "string" && !passed.has(at)) {
					passed.add(at);
					at = (own as Mapping)[at.$ref.split("/").at(-1) ?? ""];
				}
				if (passed.has(at) && isMapping(at))
					findings.push({
						at: this.#sources.placeOf(at, "$ref") ?? section,
						says: `A $ref points back to itself: ${String(at.$ref)}.`,
					});
			}
		return findings;
	}

	async #walkInto(value: unknown, shape: Shape, file: string): Promise<void> {
		if (typeof shape === "string") return;
		if ("one" in shape) return this.walk(value, shape.one, file);
		const kind = "list" in shape ? shape.list : shape.each;
		// The shape was checked: the value is a list or a map.
		const parent = value as Mapping;
		for (const [key, item] of Object.entries(parent)) {
			if ("each" in shape && key.startsWith("x-") && !isMapping(item)) continue;
			if (!isMapping(item)) this.#report(parent, key, `${key}: expected a map, found ${found(item)}.`);
			else if (kind === "pathItem" && typeof item.$ref === "string")
				await this.#inline(parent, key, item.$ref, file, item);
			else await this.walk(item, kind, file);
		}
	}

	/** Replaces a path's reference to a path item by the item itself. */
	async #inline(parent: Mapping, key: string, ref: string, file: string, at: object): Promise<void> {
		const target = await this.#targetOf(ref, file, at);
		parent[key] = target.node;
		await this.walk(target.node, "pathItem", target.file);
	}

	async #follow(node: Mapping, ref: string, kind: Kind, file: string): Promise<void> {
		const section = sections[kind];
		if (!section) {
			this.#report(node, "$ref", `A $ref cannot stand for ${kind === "operation" ? "an" : "a"} ${kind}.`);
			return;
		}
		const { file: other, pointer, node: target } = await this.#targetOf(ref, file, node);
		if (other === this.#root) {
			if (!new RegExp(`^/components/${section}/[^/]+$`).test(pointer))
				this.#report(
					node,
					"$ref",
					`A $ref to this file must point to #/components/${section}/…, found ${JSON.stringify(ref)}.`,
				);
			node.$ref = `#${pointer}`;
			return;
		}
		const known = this.#moved.get(`${other}#${pointer}`);
		if (known) {
			node.$ref = known;
			return;
		}
		const name = pointer ? (pointer.split("/").at(-1) ?? "") : basename(other, extname(other));
		this.document.components ??= {};
		const components = this.document.components as Mapping; // it was checked, or reported, as a part of the document
		components[section] ??= {};
		const own = components[section] as Mapping;
		if (Object.hasOwn(own, name) && own[name] !== target)
			this.#report(node, "$ref", `Two files have a component ${name} of ${section}: rename one of them.`);
		own[name] = target;
		if (other === contractFile && section === "schemas") this.imported.add(name);
		const moved = `#/components/${section}/${name}`;
		this.#moved.set(`${other}#${pointer}`, moved);
		node.$ref = moved;
		await this.walk(target, kind, other);
	}

	async #targetOf(ref: string, from: string, at: object): Promise<{ file: string; pointer: string; node: unknown }> {
		const place = this.#sources.placeOf(at, "$ref") ?? this.#sources.display(from);
		const [path = "", pointer = ""] = ref.split("#");
		if (/^https?:/.test(path))
			refuse([{ at: place, says: `${ref}: files of other hosts are not fetched: copy it next to this file.` }]);
		const file = path === "" ? from : path === contractFile ? contractFile : resolve(dirname(from), path);
		const isOtherPackage = path.startsWith("@") && path !== contractFile;
		if (isOtherPackage)
			refuse([
				{ at: place, says: `The only package file that a $ref can point to is ${contractFile}, found ${path}.` },
			]);
		if (file === from && pointer === "")
			refuse([
				{ at: place, says: `A $ref must point to a part of a file or to another file, found ${JSON.stringify(ref)}.` },
			]);
		let node = await this.#sources.read(file, place);
		for (const part of pointer.split("/").slice(1)) {
			const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
			node = typeof node === "object" && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
		}
		if (node === undefined) refuse([{ at: place, says: `There is nothing at ${ref}.` }]);
		return { file, pointer, node };
	}

	#report(node: object, key: string, says: string): void {
		const at = this.#sources.placeOf(node, key);
		if (at) this.findings.push({ at, says });
	}
}

function shapeOf(kind: Kind, key: string, value: unknown): Shape | undefined {
	if (key === "$ref") return "anything";
	if (kind === "schema" && key === "additionalProperties" && typeof value !== "boolean") return { one: "schema" };
	return shapes[kind][key] ?? (kind === "schema" ? "anything" : undefined);
}

function faultOf(kind: Kind, key: string, value: unknown, shape: Shape): string | undefined {
	if (key === "$ref") return `$ref: expected a text, found ${found(value)}.`;
	if (!fits(value, shape)) return `${key}: expected ${expectation(shape)}, found ${found(value)}.`;
	if (kind !== "schema") return undefined;
	if (key === "enum" && !Array.isArray(value)) return `enum: expected a list, found ${found(value)}.`;
	if (key !== "type") return undefined;
	const wrong = [value].flat().filter((type) => typeof type !== "string" || !types.includes(type));
	return wrong.length > 0 ? `type: expected ${types.join(", ")}, found ${wrong.map(found).join(", ")}.` : undefined;
}

const unknownKey = (kind: Kind, key: string): string =>
	`${key} is not supported in ${/^[aeio]/.test(kind) ? "an" : "a"} ${kind}; expected one of ${Object.keys(shapes[kind]).join(", ")}.`;
