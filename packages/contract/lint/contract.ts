/** The contract as the rules read it: bundled, and each file as written. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { bundle } from "../generate/bundle";
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
import { repository } from "../generate/repository";

export interface Contract {
	document: Document;
	/** What each file of `openapi/` holds, by its path from the repository's root. */
	sources: Map<string, unknown>;
	/** JSON Schemas of the `x-tenon-*` extensions, by name. */
	extensions: Record<string, object>;
}

/** Bundles and reads `openapi/`. Throws if it cannot be bundled. */
export async function readContract(): Promise<Contract> {
	// A dialect is a table of names, which its generator checks.
	const names = (await readdir(join(repository, "openapi"), { recursive: true })).filter(
		(name) => name.endsWith(".yaml") && !name.startsWith("dialects"),
	);
	const sources = await Promise.all(
		names.sort().map(async (name): Promise<[string, unknown]> => {
			const file = `openapi/${name}`;
			return [file, parse(await readFile(join(repository, file), "utf8"))];
		}),
	);
	const extensions = JSON.parse(await readFile(join(repository, "openapi/extensions.schema.json"), "utf8"));
	return { document: await bundle(), sources: new Map(sources), extensions: extensions.$defs };
}

/** An operation with its references followed; schemas stay as written. */
export interface OperationSite {
	at: string;
	id: string;
	path: string;
	verb: Verb;
	source: Operation;
	/** Of the path and of the operation. */
	parameters: Parameter[];
	body: Operation["requestBody"];
	responses: [status: string, response: Response][];
	/** Alternatives, each by the names of its schemes. */
	security: string[][];
	/** False for the GraphQL endpoint, which is described beside the REST operations. */
	rest: boolean;
}

/** Follows references into the bundled document. */
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
	return at as T; // a reference stands where its target may stand
}

function operationsOf(path: string, item: PathItem, document: Document, rest: boolean): OperationSite[] {
	return verbs.flatMap((verb): OperationSite[] => {
		const source = item[verb];
		if (!source) return [];
		const id = source.operationId ?? `${verb.toUpperCase()} ${path}`;
		return [
			{
				at: `openapi/paths/${source.tags?.[0] ?? "?"}.yaml ${id}`,
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

/** Every operation, REST first. */
export function operations({ document }: Contract): OperationSite[] {
	return [
		...Object.entries(document.paths).flatMap(([path, item]) =>
			operationsOf(path, follow(item, document), document, true),
		),
		...Object.entries(document.components.pathItems ?? {}).flatMap(([name, item]) =>
			operationsOf(`/${name}`, follow(item, document), document, false),
		),
	];
}

/** The schema of the JSON body of an answer, references followed and `allOf` joined; of its 2xx answers by default. */
export function jsonAnswers(
	one: OperationSite,
	{ document }: Contract,
	wanted = /^2/,
): [status: string, schema: Schema][] {
	return one.responses.flatMap(([status, response]): [string, Schema][] => {
		const schema = wanted.test(status) ? response.content?.["application/json"]?.schema : undefined;
		return schema ? [[status, flatten(follow(schema, document), document.components.schemas)]] : [];
	});
}

export interface SchemaSite {
	at: string;
	/** As written. */
	schema: Schema;
	/** True where it only says which properties must be there: a branch of `anyOf`, or what `not` holds. */
	requirement: boolean;
}

function* below(at: string, schema: Schema, requirement = false): Generator<SchemaSite> {
	yield { at, schema, requirement };
	for (const [name, one] of Object.entries(schema.properties ?? {})) yield* below(`${at}/properties/${name}`, one);
	if (schema.items) yield* below(`${at}/items`, schema.items);
	if (typeof schema.additionalProperties === "object")
		yield* below(`${at}/additionalProperties`, schema.additionalProperties);
	for (const [index, one] of (schema.allOf ?? []).entries()) yield* below(`${at}/allOf/${index}`, one);
	for (const [index, one] of (schema.anyOf ?? []).entries())
		yield* below(
			`${at}/anyOf/${index}`,
			one,
			Object.keys(one).every((key) => key === "required"),
		);
	if (schema.not)
		yield* below(
			`${at}/not`,
			schema.not,
			Object.keys(schema.not).every((key) => key === "required"),
		);
}

/** Where the file of a named schema says it. */
export function schemaAt(name: string, { sources }: Contract): string {
	for (const [file, held] of sources) {
		const names = file.endsWith("common.yaml") ? (held as { schemas?: object })?.schemas : held;
		if (/schemas\/|common/.test(file) && names && Object.hasOwn(names, name)) return `${file} ${name}`;
	}
	return `components/schemas/${name}`;
}

/** Every schema, named or inline, with all that stand below it. Parameters and answers that are shared come once an operation. */
export function* schemas(contract: Contract): Generator<SchemaSite> {
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
