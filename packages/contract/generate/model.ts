/**
 * The model that every generator uses: the contract's operations and named schemas. References to parameters, responses
 * and headers are resolved, and `allOf` is merged. Each schema has its domain, and knows whether requests or responses
 * use it.
 */
import {
	type Document,
	type Operation,
	type Parameter,
	type PathItem,
	type Response,
	type Schema,
	type Verb,
	verbs,
} from "./document";

export interface NamedSchema {
	name: string;
	domain: string;
	/** The schema with `allOf` merged. References to other named schemas are kept. */
	schema: Schema;
	/** Whether a parameter or a request body uses it. */
	inRequests: boolean;
	/** Whether a response uses it. */
	inResponses: boolean;
}

export interface OperationModel {
	id: string;
	domain: string;
	/** The client's resource and verb, from `x-tenon-method`. */
	resource: string;
	action: string;
	verb: Verb;
	path: string;
	/** The path parameters, then the query parameters, then the headers. */
	parameters: Parameter[];
	/** The schemas by media type. Each is a reference to a named schema. */
	body: { required: boolean; content: Record<string, Schema> } | undefined;
	responses: Record<string, Response>;
	source: Operation;
	servers: { url: string }[] | undefined;
	security: string[][];
}

export interface Model {
	document: Document;
	/** The domains, in the order of the files that are generated from them. */
	domains: readonly string[];
	operations: OperationModel[];
	/** The two operations of the GraphQL endpoint over HTTP, one per verb. */
	graphql: OperationModel[];
	schemas: Map<string, NamedSchema>;
	/** The packages of the schemas that other packages define, by schema name. */
	imported?: ReadonlyMap<string, string>;
}

/** Returns the component's name at the end of a reference. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

function component<T extends object>(document: Document, node: T): T {
	let at: unknown = node;
	while (at && typeof at === "object" && "$ref" in at && typeof at.$ref === "string") {
		at = at.$ref
			.slice(2)
			.split("/")
			// In a bundled document, references only lead to objects in the document.
			.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], document);
	}
	return at as T;
}

/** Merges `allOf` into one object schema, at every depth. Keeps other references. */
export function flatten(schema: Schema, all: Record<string, Schema>): Schema {
	const out: Schema = { ...schema };
	if (schema.allOf) {
		delete out.allOf;
		for (const part of schema.allOf) {
			const target = part.$ref ? all[refName(part.$ref)] : part;
			if (!target) throw new Error(`allOf: nothing at ${part.$ref}`);
			const { description, title, example, examples, ...joined } = flatten(target, all);
			const before = { ...out };
			Object.assign(out, joined, before);
			out.properties = { ...joined.properties, ...before.properties };
			out.required = [...new Set([...(joined.required ?? []), ...(before.required ?? [])])];
			if (joined.anyOf && before.anyOf) throw new Error("allOf joins at most one anyOf");
		}
	}
	if (out.properties)
		out.properties = Object.fromEntries(Object.entries(out.properties).map(([key, one]) => [key, flatten(one, all)]));
	if (out.items) out.items = flatten(out.items, all);
	if (out.anyOf) out.anyOf = out.anyOf.map((one) => flatten(one, all));
	if (typeof out.additionalProperties === "object") out.additionalProperties = flatten(out.additionalProperties, all);
	return out;
}

/** Returns the names of the schemas that a schema refers to directly. */
export function references(schema: object): Set<string> {
	const found = new Set<string>();
	const visit = (node: unknown): void => {
		if (Array.isArray(node)) node.forEach(visit);
		else if (node && typeof node === "object") {
			if ("$ref" in node && typeof node.$ref === "string") found.add(refName(node.$ref));
			for (const [key, value] of Object.entries(node)) if (key !== "example" && key !== "examples") visit(value);
		}
	};
	visit(schema);
	return found;
}

/** Returns the names of the schemas that schemas refer to, directly or indirectly. */
export function reach(from: Iterable<Schema>, schemas: Record<string, Schema>): Set<string> {
	const reached = new Set<string>();
	const queue = [...from];
	for (let schema = queue.pop(); schema; schema = queue.pop()) {
		for (const name of references(schema)) {
			const next = schemas[name];
			if (!next) throw new Error(`no schema named ${name}`);
			if (!reached.has(name)) {
				reached.add(name);
				queue.push(next);
			}
		}
	}
	return reached;
}

const places = { path: 0, query: 1, header: 2, cookie: 3 };

function toOperations(
	path: string,
	item: PathItem,
	document: Document,
	schemas: Record<string, Schema>,
): OperationModel[] {
	return verbs.flatMap((verb) => {
		const source = item[verb];
		if (!source) return [];
		const [resource = "", action = ""] = source["x-tenon-method"]?.split(".") ?? [];
		const responses = Object.fromEntries(
			Object.entries(source.responses).map(([status, entry]) => {
				const response = component(document, entry);
				const headers = Object.fromEntries(
					Object.entries(response.headers ?? {}).map(([name, header]) => [name, component(document, header)]),
				);
				const content = Object.fromEntries(
					Object.entries(response.content ?? {}).map(([type, media]) => [
						type,
						media.schema ? { ...media, schema: flatten(media.schema, schemas) } : media,
					]),
				);
				return [status, { ...response, headers, content }];
			}),
		);
		const content = source.requestBody && component(document, source.requestBody).content;
		return {
			id: source.operationId,
			domain: source.tags[0] ?? "", // lint requires exactly one tag, which is a domain
			resource,
			action,
			verb,
			path,
			parameters: [...(item.parameters ?? []), ...(source.parameters ?? [])]
				.map((one) => component(document, one))
				.map((one) => ({ ...one, schema: flatten(one.schema, schemas) }))
				.sort((a, b) => places[a.in] - places[b.in]),
			body: content && {
				required: source.requestBody?.required === true,
				content: Object.fromEntries(
					Object.entries(content).map(([type, media]) => [type, flatten(media.schema ?? {}, schemas)]),
				),
			},
			responses,
			source,
			servers: source.servers ?? item.servers,
			security: (source.security ?? document.security ?? []).map((one) => Object.keys(one)),
		};
	});
}

/** The information for the model that is not in the document. */
export interface ModelOptions {
	/** The domains, in the order of the files that are generated from them. */
	readonly domains: readonly string[];
	/** Returns the domain of a named schema. Throws if it has none. */
	readonly domainOf: (schema: string) => string;
}

/** Reads the bundled document into the model. Throws if the domain of a schema is unknown. */
export function readModel(document: Document, { domains, domainOf }: ModelOptions): Model {
	const all = document.components.schemas;
	const schemas = Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, flatten(schema, all)]));
	const operationsOf = (items: [path: string, item: PathItem][]): OperationModel[] =>
		items.flatMap(([path, item]) => toOperations(path, component(document, item), document, all));
	const operations = operationsOf(Object.entries(document.paths));
	const { pathItems = {} } = document.components;
	const graphql = operationsOf(Object.entries(pathItems).map(([name, item]) => [`/${name}`, item]));
	const every = [...operations, ...graphql];
	const requests = reach(
		every.flatMap((one) => [...one.parameters.map((each) => each.schema), ...Object.values(one.body?.content ?? {})]),
		schemas,
	);
	const responses = reach(
		every.flatMap((one) =>
			Object.values(one.responses).flatMap((each) =>
				Object.values(each.content ?? {}).flatMap((media) => (media.schema ? [media.schema] : [])),
			),
		),
		schemas,
	);
	const named = Object.entries(schemas).map(([name, schema]): [string, NamedSchema] => {
		return [
			name,
			{ name, domain: domainOf(name), schema, inRequests: requests.has(name), inResponses: responses.has(name) },
		];
	});
	return {
		document,
		domains,
		operations,
		graphql,
		schemas: new Map(named),
	};
}
