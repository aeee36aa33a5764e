/** Reads a file of `openapi/dialects/` and generates its data module, the REST document and the GraphQL schema. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DocumentNode, Kind, parse, parseType, print, visit } from "graphql";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import type { Dialect, Names, Place, Renaming } from "../src/dialect/dialect";
import { additions, rowsFile, withAdditions } from "./dialect-additions";
import type { Document } from "./document";
import type { Model } from "./model";
import { readOwnModel } from "./own";
import { repository } from "./repository";

const names = z.record(z.string(), z.string());
const operationIds = z.array(z.string()).default([]);
const renaming = z.strictObject({ parameters: operationIds, responses: operationIds, rename: names });
const dialectFile = z.strictObject({
	name: z.string(),
	product: z.string(),
	release: z.string(),
	url: z.url(),
	paths: names,
	absent: operationIds,
	names: z.array(renaming),
	corrections: z.array(renaming),
	scopes: renaming,
	headers: names,
	cookies: names,
	tokenPrefixes: names,
	graphql: z.strictObject({
		application: names,
		words: names,
		texts: names,
		arguments: names,
		enums: z.record(z.string(), z.strictObject({ add: operationIds, remove: operationIds })),
	}),
	additions,
});
type DialectFile = z.infer<typeof dialectFile>;

/** Returns the verbs and paths of operations that a dialect names. Throws if an id is unknown. */
function placesOf(ids: readonly string[], model: Model, file: string): Place[] {
	return ids.map((id): Place => {
		if (id === "executeGraphql") return ["POST", "/api/graphql"];
		const one = model.operations.find((operation) => operation.id === id);
		if (!one) throw new Error(`${file}: there is no operation ${id}`);
		return [one.verb.toUpperCase(), one.path];
	});
}

function dialectOf(source: DialectFile, model: Model, file: string): Dialect {
	const renamingOf = ({ parameters, responses, rename }: DialectFile["scopes"]): Renaming => ({
		parameters: placesOf(parameters, model, file),
		responses: placesOf(responses, model, file),
		names: rename,
	});
	const { enums: _, ...graphql } = source.graphql;
	placesOf(source.absent, model, file);
	return {
		name: source.name,
		product: source.product,
		release: source.release,
		paths: Object.entries(source.paths).map(([id, path]) => {
			const [[verb, ours] = ["", ""]] = placesOf([id], model, file);
			return [verb, ours, path];
		}),
		absent: source.absent,
		renamings: source.names.map(renamingOf),
		corrections: source.corrections.map(renamingOf),
		scopes: renamingOf(source.scopes),
		headers: source.headers,
		cookies: source.cookies,
		tokenPrefixes: source.tokenPrefixes,
		graphql,
	};
}

/** Replaces the specification's names in a text by the product's. None of the names is also a word of the prose. */
function renamed(text: string, source: DialectFile): string {
	const all: Names = Object.assign(
		{},
		...[...source.names, ...source.corrections, source.scopes].map(({ rename }) => rename),
		source.cookies,
		source.graphql.words,
		Object.fromEntries(Object.entries(source.headers).map(([ours, theirs]) => [headerName(ours), headerName(theirs)])),
		Object.fromEntries(
			Object.entries(source.graphql.application).map(([ours, theirs]) => [`gid://${ours}`, `gid://${theirs}`]),
		),
	);
	const pattern = new RegExp(`\\b(${Object.keys(all).join("|")})\\b`, "g");
	return text.replace(pattern, (name) => all[name] ?? name);
}

/** Converts a header's name to title case: `x-service-spam-log-id` to `X-Service-Spam-Log-Id`. */
const headerName = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Replaces names in a value by the product's. If an object has both, as in an alert, keeps the product's own. */
function renamedDeep(value: unknown, source: DialectFile): unknown {
	if (typeof value === "string") return renamed(value, source);
	if (Array.isArray(value)) return value.map((one) => renamedDeep(one, source));
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).filter(([key]) => {
		const other = renamed(key, source);
		return other === key || !Object.hasOwn(value, other);
	});
	return Object.fromEntries(entries.map(([key, one]) => [renamed(key, source), renamedDeep(one, source)]));
}

function openapiOf(document: Document, source: DialectFile, dialect: Dialect, model: Model): string {
	// Only names change; the structure of the document stays.
	const theirs = renamedDeep(document, source) as Document;
	const { info } = theirs as unknown as { info: { title: string; description: string } };
	info.title = `${source.product} API v4, the operations that Tenon covers`;
	for (const [verb, ours, path] of dialect.paths) {
		const { [verb.toLowerCase()]: operation, ...rest } = theirs.paths[ours] as Record<string, unknown>;
		const shared = Object.fromEntries(
			Object.entries(rest).filter(([key]) => !/^(get|put|post|patch|delete)$/.test(key)),
		);
		theirs.paths[path] = { ...shared, [verb.toLowerCase()]: operation } as Document["paths"][string];
		if (Object.keys(rest).length === Object.keys(shared).length) delete theirs.paths[ours];
		else theirs.paths[ours] = rest as Document["paths"][string];
	}
	for (const [verb, path] of placesOf(source.absent, model, "absent")) {
		delete (theirs.paths[path] as Record<string, unknown> | undefined)?.[verb.toLowerCase()];
	}
	return `${JSON.stringify(theirs, null, "\t")}\n`;
}

function schemaOf(sdl: string, source: DialectFile): string {
	const { arguments: types, enums } = source.graphql;
	let parent = "";
	let field = "";
	const document: DocumentNode = visit(parse(renamed(sdl, source), { noLocation: true }), {
		ObjectTypeDefinition: (node) => {
			parent = node.name.value;
		},
		FieldDefinition: (node) => {
			field = node.name.value;
		},
		InputValueDefinition: (node) => {
			const type = types[`${parent}.${field}.${node.name.value}`];
			return type === undefined ? undefined : { ...node, type: parseType(type) };
		},
		EnumTypeDefinition: (node) => {
			const change = enums[node.name.value];
			if (!change) return undefined;
			const added = change.add.map((value) => ({
				kind: Kind.ENUM_VALUE_DEFINITION as const,
				name: { kind: Kind.NAME as const, value },
			}));
			const values = (node.values ?? []).filter(({ name }) => !change.remove.includes(name.value));
			return { ...node, values: [...values, ...added] };
		},
	});
	return print(document);
}

interface DialectFiles {
	/** The module with the dialect's data. */
	readonly data: string;
	/** The module with the differences in the operation table. */
	readonly rows: string;
	/** The bundled OpenAPI document and the GraphQL schema with the product's names. */
	readonly openapi: string;
	readonly schema: string;
}

/** Generates the files for `openapi/dialects/<name>.yaml`. Throws if the file does not fit the contract. */
export async function dialectFiles(name: string, document: Document, sdl: string, model: Model): Promise<DialectFiles> {
	const file = `openapi/dialects/${name}.yaml`;
	const read = dialectFile.safeParse(parseYaml(await readFile(join(repository, file), "utf8"), { merge: true }));
	if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
	const source = read.data;
	const dialect = dialectOf(source, model, file);
	const theirs = withAdditions(document, source.additions, file);
	const banner = `Generated by npm run generate from ${file}. Do not edit.`;
	return {
		data: `// ${banner}

import type { Dialect } from "../../dialect/dialect";

/** The names in ${source.product} ${source.release} that differ from the specification. */
export const ${name}: Dialect = ${JSON.stringify(dialect, null, "\t")};
`,
		rows: rowsFile(source, model, await readOwnModel(theirs), `// ${banner}`),
		openapi: openapiOf(theirs, source, dialect, model),
		schema: `# ${banner}\n${schemaOf(sdl, source)}\n`,
	};
}
