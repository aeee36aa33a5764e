/**
 * The contract in the form that the tests read: operations with their parameters and responses, and records with their
 * properties. All references are resolved, and all `allOf` are merged.
 */
import { readFileSync } from "node:fs";

/** A schema with resolved references. It has only keywords of the contract's subset. */
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
	in: string;
	required: boolean;
	schema: Schema;
	[keyword: string]: unknown;
}

export interface Response {
	/** The schemas by media type. Empty if the response has no body. */
	content: Record<string, Schema>;
	headers: Record<string, { required?: boolean; description?: string; schema: Schema }>;
	[keyword: string]: unknown;
}

export interface Operation {
	id: string;
	verb: string;
	path: string;
	parameters: Parameter[];
	/** The schemas of the request body by media type. */
	bodies: Record<string, Schema>;
	responses: Record<string, Response>;
	/** The security alternatives, each a list of scheme names. `[]` means that no credential is needed. */
	security: string[][];
	/** The operation as written, for its `x-tenon-*`. */
	raw: Record<string, unknown>;
}

type Node = Record<string, unknown>;
// The parts that this is used for are objects in any OpenAPI document. A missing part becomes an empty object.
const objectOf = (node: unknown): Node => (node ?? {}) as Node;
const mapValues = <T>(node: unknown, map: (value: unknown) => T): Record<string, T> =>
	Object.fromEntries(Object.entries(objectOf(node)).map(([key, value]) => [key, map(value)]));

export interface Contract {
	document: Node;
	/** The operations of `paths`, in the document's order. */
	operations: Operation[];
	/** The operations of `components.pathItems`: GraphQL, which is outside the REST server's paths. */
	others: Operation[];
}

/** Returns the node at a JSON pointer and below the keys of `last`. Throws if the pointer leads nowhere. */
export function nodeAt(document: Node, pointer: string, last: string[] = []): unknown {
	const step = (node: unknown, part: string): unknown =>
		objectOf(node)[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")];
	let node: unknown = document;
	for (const part of pointer.split("/").slice(1)) {
		node = step(node, part);
		if (node === undefined) throw new Error(`The contract has nothing at ${pointer}`);
	}
	return last.reduce(step, node);
}

export function readContract(document: Node): Contract {
	const follow = (node: unknown): Node => {
		let target = objectOf(node);
		while (typeof target.$ref === "string") target = objectOf(nodeAt(document, target.$ref));
		return target;
	};

	// Each node is converted once, so that two references to a schema return the same object.
	const schemas = new Map<Node, Schema>();
	const toSchema = (reference: unknown): Schema => {
		const node = follow(reference);
		const known = schemas.get(node);
		if (known) return known;
		const { allOf, ...rest } = node;
		const schema: Schema = { ...rest };
		schemas.set(node, schema);
		if (node.properties) schema.properties = mapValues(node.properties, toSchema);
		if (node.items) schema.items = toSchema(node.items);
		if (Array.isArray(node.anyOf)) schema.anyOf = node.anyOf.map(toSchema);
		if (typeof node.additionalProperties === "object")
			schema.additionalProperties = toSchema(node.additionalProperties);
		for (const part of Array.isArray(allOf) ? allOf.map(toSchema) : []) {
			if (part.type !== undefined) schema.type ??= part.type;
			schema.properties = { ...part.properties, ...schema.properties };
			schema.required = [...new Set([...(schema.required ?? []), ...(part.required ?? [])])];
			if (part.anyOf) schema.anyOf = [...(schema.anyOf ?? []), ...part.anyOf];
		}
		return schema;
	};

	const contentOf = (node: Node): Record<string, Schema> =>
		mapValues(node.content, (media) => toSchema(objectOf(media).schema));
	const toParameter = (reference: unknown): Parameter => {
		const node = follow(reference);
		const schema = toSchema(node.schema);
		return { ...node, name: String(node.name), in: String(node.in), required: node.required === true, schema };
	};
	const toResponse = (reference: unknown): Response => {
		const node = follow(reference);
		const headers = mapValues(node.headers, (header) => ({
			...follow(header),
			schema: toSchema(follow(header).schema),
		}));
		return { ...node, content: contentOf(node), headers };
	};
	const toOperations = ([path, reference]: [string, unknown]): Operation[] => {
		const item = follow(reference);
		return ["get", "put", "post", "delete", "patch"].flatMap((verb) => {
			if (!item[verb]) return [];
			const raw: Node = { servers: item.servers, ...objectOf(item[verb]) };
			const lists = [item.parameters, raw.parameters].filter(Array.isArray);
			const security = raw.security ?? document.security;
			return {
				id: String(raw.operationId),
				verb: verb.toUpperCase(),
				path,
				parameters: lists.flat().map(toParameter),
				bodies: contentOf(follow(raw.requestBody)),
				responses: mapValues(raw.responses, toResponse),
				security: Array.isArray(security) ? security.map((one) => Object.keys(objectOf(one))) : [],
				raw,
			};
		});
	};
	const operations = Object.entries(objectOf(document.paths)).flatMap(toOperations);
	const others = Object.entries(objectOf(objectOf(document.components).pathItems)).flatMap(toOperations);
	return { document, operations, others };
}

/** Returns a new copy of the bundled contract. */
export const readDocument = (): Node =>
	JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));
