/**
 * The contract as the tests read it: operations with their parameters and answers, records with their
 * properties, all references followed and all `allOf` joined.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** A schema after its references were followed. Only the keywords of the contract's subset occur. */
export interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	enum?: unknown[];
	anyOf?: Schema[];
	additionalProperties?: boolean | Schema;
	[keyword: string]: unknown;
}

export interface Parameter {
	name: string;
	in: "path" | "query" | "header" | "cookie";
	required: boolean;
	deprecated: boolean;
	schema: Schema;
	[keyword: string]: unknown;
}

export interface Answer {
	/** Media types, empty where the answer has no body. */
	types: string[];
	/** Of the first media type. */
	schema: Schema | undefined;
	/** In lower case. */
	headers: string[];
	description: string;
}

export interface Operation {
	id: string;
	verb: string;
	path: string;
	/** By name. A header parameter stands under its header's name. */
	params: Record<string, Parameter>;
	/** Joined schema of the JSON body, or of the first media type where JSON is not taken. */
	body: Schema | undefined;
	/** Joined schemas of the body, by media type. */
	bodies: Record<string, Schema>;
	answers: Record<string, Answer>;
	deprecated: boolean;
	/** Security alternatives, each by the names of its schemes; `[]` stands for "none needed". */
	security: string[][];
	tags: string[];
	servers: { url: string }[] | undefined;
	/** The operation as written, for `x-tenon-*`. */
	raw: Record<string, unknown>;
}

type Node = Record<string, unknown>;

const here = dirname(fileURLToPath(import.meta.url));
const rootFile = process.env.CONTRACT_ROOT ? resolve(process.env.CONTRACT_ROOT) : resolve(here, "../../openapi.json");

const files = new Map<string, Node>();
const load = (file: string): Node => {
	let found = files.get(file);
	if (!found) {
		found = parse(readFileSync(file, "utf8")) as Node;
		files.set(file, found);
	}
	return found;
};

/** Follows references to the end: gives the node and the file it stands in. */
function follow(node: unknown, file: string): [Node, string] {
	let at = node as Node;
	let where = file;
	while (at && typeof at === "object" && typeof at.$ref === "string") {
		const [target = "", pointer = ""] = at.$ref.split("#");
		if (target) where = resolve(dirname(where), target);
		at = load(where);
		for (const part of pointer.split("/").slice(1)) {
			at = at[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")] as Node;
			if (at === undefined) throw new Error(`${where}: nothing at ${pointer}`);
		}
	}
	return [at, where];
}

const schemas = new WeakMap<Node, Schema>();

function schemaAt(node: unknown, file: string): Schema {
	const [at, where] = follow(node, file);
	const known = schemas.get(at);
	if (known) return known;
	const out: Schema = { ...at } as Schema;
	schemas.set(at, out);
	if (at.properties) {
		out.properties = Object.fromEntries(
			Object.entries(at.properties as Node).map(([name, value]) => [name, schemaAt(value, where)]),
		);
	}
	if (at.items) out.items = schemaAt(at.items, where);
	if (at.anyOf) out.anyOf = (at.anyOf as unknown[]).map((one) => schemaAt(one, where));
	if (at.additionalProperties && typeof at.additionalProperties === "object")
		out.additionalProperties = schemaAt(at.additionalProperties, where);
	if (at.allOf) {
		delete out.allOf;
		for (const one of at.allOf as unknown[]) {
			const part = schemaAt(one, where);
			if (part.type !== undefined) out.type ??= part.type;
			out.properties = { ...part.properties, ...out.properties };
			out.required = [...new Set([...(out.required ?? []), ...(part.required ?? [])])];
			if (part.anyOf) out.anyOf = [...(out.anyOf ?? []), ...part.anyOf];
		}
	}
	return out;
}

const root = (): Node => load(rootFile);

function toOperation(path: string, verb: string, item: Node, itemFile: string): Operation {
	const raw = item[verb] as Node;
	const params: Record<string, Parameter> = {};
	for (const given of [...((item.parameters as unknown[]) ?? []), ...((raw.parameters as unknown[]) ?? [])]) {
		const [at, where] = follow(given, itemFile);
		params[at.name as string] = {
			...at,
			required: at.required === true,
			deprecated: at.deprecated === true,
			schema: schemaAt(at.schema, where),
		} as Parameter;
	}
	const bodies: Record<string, Schema> = {};
	if (raw.requestBody) {
		const [at, where] = follow(raw.requestBody, itemFile);
		for (const [type, media] of Object.entries(at.content as Node))
			bodies[type] = schemaAt((media as Node).schema, where);
	}
	const answers: Record<string, Answer> = {};
	for (const [status, given] of Object.entries(raw.responses as Node)) {
		const [at, where] = follow(given, itemFile);
		const content = Object.entries((at.content as Node) ?? {});
		const first = content[0]?.[1] as Node | undefined;
		answers[status] = {
			types: content.map(([type]) => type),
			schema: first?.schema ? schemaAt(first.schema, where) : undefined,
			headers: Object.keys((at.headers as Node) ?? {}).map((name) => name.toLowerCase()),
			description: String(at.description),
		};
	}
	const security = (raw.security ?? item.security ?? root().security ?? []) as Record<string, unknown>[];
	return {
		id: raw.operationId as string,
		verb: verb.toUpperCase(),
		path,
		params,
		body: bodies["application/json"] ?? Object.values(bodies)[0],
		bodies,
		answers,
		deprecated: raw.deprecated === true,
		security: security.map((one) => Object.keys(one)),
		tags: (raw.tags as string[]) ?? [],
		servers: (raw.servers ?? item.servers) as { url: string }[] | undefined,
		raw,
	};
}

const verbs = ["get", "put", "post", "delete", "patch"];
const found = new Map<string, Operation>();

function* walk(): Generator<Operation> {
	for (const [path, given] of Object.entries(root().paths as Node)) {
		let item: Node;
		let where: string;
		try {
			[item, where] = follow(given, rootFile);
		} catch (error) {
			if (process.env.CONTRACT_ROOT && (error as { code?: string }).code === "ENOENT") continue; // a domain not written yet
			throw error;
		}
		for (const verb of verbs) if (item[verb]) yield toOperation(path, verb, item, where);
	}
}

/** Every operation of `paths`, in the contract's order. */
export function operations(): Operation[] {
	if (found.size === 0) for (const one of walk()) found.set(one.id, one);
	return [...found.values()];
}

/** One operation by its operationId; throws if the contract has none of that name. */
export function operation(id: string): Operation {
	const one = operations().find((each) => each.id === id);
	if (!one) throw new Error(`the contract has no operation ${id}`);
	return one;
}

/** The schema of a record in an answer: the items' schema where the answer is a list. */
export function answer(id: string, status = "200"): Schema {
	const schema = operation(id).answers[status]?.schema;
	if (!schema) throw new Error(`${id} declares no body for ${status}`);
	return schema.items ?? schema;
}

/** A property of a schema; throws if it is not there. */
export function property(schema: Schema | undefined, name: string): Schema {
	const one = schema?.properties?.[name];
	if (!one) throw new Error(`no property ${name} among ${Object.keys(schema?.properties ?? {}).join(", ")}`);
	return one;
}

/** The types that a schema admits, as a set: `anyOf` and arrays of types alike. */
export function types(schema: Schema): Set<string> {
	if (schema.anyOf && !schema.type) return new Set(schema.anyOf.flatMap((one) => [...types(one)]));
	return new Set(schema.type === undefined ? [] : [schema.type].flat());
}

/** The listed values of a schema: `enum`, also where it is one branch of `anyOf`; without null. */
export function values(schema: Schema): unknown[] {
	return (schema.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? []) ?? []).filter((one) => one !== null);
}

/** The document itself. */
export const document = root;
