/** The contract in the form that the rules read: the bundled document, and each file as written. */
import {
	type Document,
	type Operation,
	type Parameter,
	type PathItem,
	type Response,
	type Schema,
	type Verb,
	verbs,
} from "../generate/document";
import { flatten } from "../generate/model";
import { isRequirement } from "../generate/requirement";
import type { Judge } from "./ajv";

export interface Contract {
	document: Document;
	/** The content of each file of `openapi/`, by its path in the repository. */
	sources: Map<string, unknown>;
	/** JSON Schemas of the `x-tenon-*` extensions, by name. */
	extensions: Record<string, object>;
	/** Creates a function that validates values against schemas, which can refer to the document. */
	judge: (document?: Document) => Judge;
	/** Returns the file, line and column of an object in the document, if they are known. */
	placeOf?: (node: object) => string | undefined;
	/** Set for a file of a user's own operations. It can use any format, and the extensions of other tools. */
	isForeign?: true;
}

/** An operation with resolved references. Its schemas stay as written. */
export interface OperationSite {
	at: string;
	id: string;
	path: string;
	verb: Verb;
	source: Operation;
	/** The parameters of both the path and the operation. */
	parameters: Parameter[];
	body: Operation["requestBody"];
	responses: [status: string, response: Response][];
	/** The alternatives, each a list of scheme names. */
	security: string[][];
	/** False for the GraphQL endpoint, which the document describes in addition to the REST operations. */
	rest: boolean;
}

/** Resolves references into the bundled document. */
export function follow<T extends object>(node: T, document: Document): T {
	let at: unknown = node;
	while (at && typeof at === "object" && "$ref" in at && typeof at.$ref === "string") {
		const { $ref } = at;
		at = $ref
			.slice(2)
			.split("/")
			.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
			.reduce<unknown>((parent, key) => (parent as Record<string, unknown> | undefined)?.[key], document);
		if (at === undefined) throw new Error(`There is nothing at ${$ref}.`);
	}
	return at as T; // a reference has the type of its target
}

function operationsOf(path: string, item: PathItem, { document, placeOf }: Contract, rest: boolean): OperationSite[] {
	return verbs.flatMap((verb): OperationSite[] => {
		const source = item[verb];
		if (!source) return [];
		const id = source.operationId ?? `${verb.toUpperCase()} ${path}`;
		return [
			{
				at: placeOf?.(source) ?? `openapi/paths/${source.tags?.[0] ?? "?"}.yaml ${id}`,
				id,
				path,
				verb,
				source,
				rest,
				parameters: [...(item.parameters ?? []), ...(source.parameters ?? [])].map((one) => follow(one, document)),
				body: source.requestBody && follow(source.requestBody, document),
				responses: Object.entries(source.responses ?? {}).map(([status, one]) => [status, follow(one, document)]),
				security: (source.security ?? document.security ?? []).map((one) => Object.keys(one)),
			},
		];
	});
}

/** Returns all operations, REST first. */
export function operations(contract: Contract): OperationSite[] {
	const { document } = contract;
	return [
		...Object.entries(document.paths).flatMap(([path, item]) =>
			operationsOf(path, follow(item, document), contract, true),
		),
		...Object.entries(document.components.pathItems ?? {}).flatMap(([name, item]) =>
			operationsOf(`/${name}`, follow(item, document), contract, false),
		),
	];
}

/** Returns the schemas of an operation's JSON responses, resolved and merged. Defaults to the 2xx responses. */
export function jsonResponses(
	one: OperationSite,
	{ document }: Contract,
	statuses = /^2/,
): [status: string, schema: Schema][] {
	return one.responses.flatMap(([status, response]): [string, Schema][] => {
		const schema = statuses.test(status) ? response.content?.["application/json"]?.schema : undefined;
		return schema ? [[status, flatten(follow(schema, document), document.components.schemas)]] : [];
	});
}

export interface SchemaSite {
	at: string;
	/** The schema as written. */
	schema: Schema;
	/** Whether the schema only requires properties: a branch of `anyOf`, or the value of `not`. */
	requirement: boolean;
	/** Whether the schema is a part of `allOf`, or inside one. */
	joined: boolean;
}

function* below(
	at: string,
	schema: Schema,
	{ requirement = false, joined = false }: Partial<SchemaSite> = {},
): Generator<SchemaSite> {
	yield { at, schema, requirement, joined };
	for (const [name, one] of Object.entries(schema.properties ?? {}))
		yield* below(`${at}/properties/${name}`, one, { joined });
	if (schema.items) yield* below(`${at}/items`, schema.items, { joined });
	if (typeof schema.additionalProperties === "object")
		yield* below(`${at}/additionalProperties`, schema.additionalProperties, { joined });
	for (const [index, one] of (schema.allOf ?? []).entries())
		yield* below(`${at}/allOf/${index}`, one, { joined: true });
	for (const [index, one] of (schema.anyOf ?? []).entries())
		yield* below(`${at}/anyOf/${index}`, one, { requirement: isRequirement(one), joined });
	if (schema.not) yield* below(`${at}/not`, schema.not, { requirement: isRequirement(schema.not), joined });
}

/** Returns the location of a named schema in its file. */
export function schemaAt(name: string, { sources, document, placeOf }: Contract): string {
	const place = placeOf?.(document.components.schemas[name] ?? {});
	if (place) return place;
	for (const [file, held] of sources) {
		const names = file.endsWith("common.yaml") ? (held as { schemas?: object })?.schemas : held;
		if (/schemas\/|common/.test(file) && names && Object.hasOwn(names, name)) return `${file} ${name}`;
	}
	return `components/schemas/${name}`;
}

/** Yields every schema, named or inline, and all schemas in it. Yields shared parameters once per operation. */
export function* schemas(contract: Contract): Generator<SchemaSite> {
	const { placeOf } = contract;
	for (const site of everySchema(contract)) yield { ...site, at: placeOf?.(site.schema) ?? site.at };
}

function* everySchema(contract: Contract): Generator<SchemaSite> {
	const { document } = contract;
	for (const [name, schema] of Object.entries(document.components.schemas))
		yield* below(schemaAt(name, contract), schema);
	for (const one of operations(contract)) {
		for (const parameter of one.parameters)
			yield* below(`${one.at} parameters/${parameter.name}/schema`, parameter.schema ?? {});
		for (const [type, media] of Object.entries(one.body?.content ?? {}))
			yield* below(`${one.at} requestBody/${type}/schema`, media.schema ?? {});
		for (const [status, response] of one.responses) {
			for (const [type, media] of Object.entries(response.content ?? {}))
				yield* below(`${one.at} responses/${status}/${type}/schema`, media.schema ?? {});
			for (const [name, header] of Object.entries(response.headers ?? {}))
				yield* below(`${one.at} responses/${status}/${name}/schema`, follow(header, document).schema ?? {});
		}
	}
}
