import { mkdir, readFile as readText, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { ExtensionError, refuse } from "./errors";
import { extensionFiles } from "./files";
import type { Ending } from "./layout";
import { lintExamples } from "./lint";
import { reservedForResources } from "./names";
import { requirePeer } from "./peers";
import { nameOf, readFile } from "./read";
import { judgeOf } from "./run-validators";

/** What {@link generate} reads and writes. */
export interface GenerateOptions {
	/** Path of the OpenAPI file, YAML or JSON. */
	readonly openapi?: string | undefined;
	/** GraphQL files, or folders of them, with additions to the contract's schema and with documents. */
	readonly graphql?: readonly string[] | undefined;
	/** The folder for the generated files; it is made if it is not there. */
	readonly out: string;
	/** The name of the exported constant, in camelCase; by default the file's name. */
	readonly name?: string | undefined;
	/** Only find out which files are stale; write nothing. */
	readonly check?: boolean | undefined;
	/** How the generated files import each other: `js` for `./openapi.js` (default), `ts`, or `none` for `./openapi`. */
	readonly imports?: "js" | "ts" | "none" | undefined;
}

/** What {@link generate} did. */
export interface Generated {
	/** The exported constant; undefined without an OpenAPI file. */
	readonly name: string | undefined;
	/** How many operations and schemas the OpenAPI file has, and how many documents the GraphQL files. */
	readonly operations: number;
	readonly schemas: number;
	readonly documents: number;
	readonly files: readonly string[];
	/** The paths of the files that differed, and were written unless `check` was set. */
	readonly stale: readonly string[];
	/** The files and folders that were read, by their absolute paths: what to watch. */
	readonly sources: readonly string[];
}

const endings: Readonly<Record<NonNullable<GenerateOptions["imports"]>, Ending>> = { js: ".js", ts: ".ts", none: "" };

/** Whether a module can export a constant of this name beside its imports. */
const isFree = (name: string): boolean =>
	/^[a-z][A-Za-z\d]*$/.test(name) && !reservedForResources.has(name) && name !== "rows";

/** The files that one source gives, by their names in the folder, and what else {@link generate} says of it. */
type Part = Partial<Omit<Generated, "files" | "stale">> & { readonly texts: ReadonlyMap<string, string> };

async function openapiPart(openapi: string, prefix: string | undefined, ending: Ending): Promise<Part> {
	const path = resolve(openapi);
	const exported = prefix ?? nameOf(path);
	if (!isFree(exported))
		refuse([{ at: openapi, says: `The name ${exported} cannot be exported: choose another name.` }]);
	const { name, model, document, sources } = await readFile(path, exported);
	const findings = lintExamples(document, sources, await judgeOf(model));
	if (findings.length > 0) throw new ExtensionError(findings, sources.paths);
	return {
		texts: await extensionFiles(model, { name, source: basename(path), ending }),
		name,
		operations: model.operations.length,
		schemas: [...model.schemas.keys()].filter((schema) => !model.imported?.has(schema)).length,
		sources: sources.paths,
	};
}

async function graphqlPart(paths: readonly string[]): Promise<Part> {
	const { graphqlModule } = await requirePeer("graphql-codegen", () => import("./graphql"));
	const { text, documents, paths: sources } = await graphqlModule(paths);
	return { texts: new Map([["graphql.ts", text]]), documents, sources };
}

/** All parts, or one error with what is wrong with any of them. */
async function allOf(parts: readonly Promise<Part>[]): Promise<Part[]> {
	const settled = await Promise.allSettled(parts);
	const errors = settled.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
	const wrong = errors.filter((error) => error instanceof ExtensionError);
	const [other] = errors.filter((error) => !(error instanceof ExtensionError));
	if (other !== undefined) throw other;
	const made = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
	if (wrong.length === 0) return made;
	const files = [...wrong.flatMap((error) => error.files), ...made.flatMap(({ sources = [] }) => sources)];
	throw new ExtensionError(
		wrong.flatMap(({ findings }) => findings),
		files,
	);
}

/**
 * Writes types, rows, validators, functions and resource methods for the operations of an OpenAPI file, and typed documents
 * for GraphQL files. Nothing is written if anything is wrong with a file. For an OpenAPI file it needs the packages
 * `openapi-typescript`, `typescript` and `zod`; for GraphQL `graphql`, `@graphql-codegen/cli`,
 * `@graphql-codegen/typescript-operations` and `@graphql-codegen/typed-document-node`.
 *
 * @throws {ExtensionError} for a file that cannot be used: each finding has file, line and column.
 * @throws {TypeError} without `openapi` and `graphql`.
 * @example
 * import { generate } from "@tenon/contract/generate";
 * const { operations, stale } = await generate({ openapi: "company.yaml", out: "src/company" });
 * console.log(`${operations} operations, ${stale.length} files changed`);
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
	const { openapi, graphql = [], out, check = false, imports = "js" } = options;
	if (openapi === undefined && graphql.length === 0)
		throw new TypeError("generate needs openapi, an OpenAPI file, or graphql, a list of GraphQL files.");
	const parts = await allOf([
		...(openapi === undefined ? [] : [openapiPart(openapi, options.name, endings[imports])]),
		...(graphql.length === 0 ? [] : [graphqlPart(graphql)]),
	]);
	const texts = new Map(parts.flatMap((part) => [...part.texts]));
	const stale: string[] = [];
	for (const [file, text] of texts) {
		const target = join(out, file);
		if ((await readText(target, "utf8").catch(() => undefined)) !== text) stale.push(target);
	}
	if (!check && stale.length > 0) {
		await mkdir(out, { recursive: true });
		for (const [file, text] of texts) if (stale.includes(join(out, file))) await writeFile(join(out, file), text);
	}
	const sum = (what: "operations" | "schemas" | "documents"): number =>
		parts.reduce((total, part) => total + (part[what] ?? 0), 0);
	return {
		name: parts.find(({ name }) => name !== undefined)?.name,
		operations: sum("operations"),
		schemas: sum("schemas"),
		documents: sum("documents"),
		files: [...texts.keys()].map((file) => join(out, file)),
		stale,
		sources: parts.flatMap(({ sources = [] }) => sources),
	};
}
