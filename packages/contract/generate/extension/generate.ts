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

/** The options of {@link generate}. */
export interface GenerateOptions {
	/** The path of the OpenAPI file, YAML or JSON. */
	readonly openapi?: string | undefined;
	/** GraphQL files, or folders with them, that extend the contract's schema or contain documents. */
	readonly graphql?: readonly string[] | undefined;
	/** The folder for the generated files. It is created if it does not exist. */
	readonly out: string;
	/** The name of the exported constant, in camelCase. Defaults to the name of the file. */
	readonly name?: string | undefined;
	/** Only checks which files are stale; writes nothing. */
	readonly check?: boolean | undefined;
	/** How the generated files import each other: `js` for `./openapi.js` (default), `ts`, or `none` for `./openapi`. */
	readonly imports?: "js" | "ts" | "none" | undefined;
}

/** The result of {@link generate}. */
export interface Generated {
	/** The name of the exported constant. Undefined without an OpenAPI file. */
	readonly name: string | undefined;
	/** The number of operations and schemas in the OpenAPI file, and of documents in the GraphQL files. */
	readonly operations: number;
	readonly schemas: number;
	readonly documents: number;
	readonly files: readonly string[];
	/** The paths of the files that differed. They were written unless `check` was set. */
	readonly stale: readonly string[];
	/** The absolute paths of the files and folders that were read, for a watcher. */
	readonly sources: readonly string[];
}

const endings: Readonly<Record<NonNullable<GenerateOptions["imports"]>, Ending>> = { js: ".js", ts: ".ts", none: "" };

/** Whether a constant with this name does not conflict with the imports of the module that exports it. */
const isFree = (name: string): boolean =>
	/^[a-z][A-Za-z\d]*$/.test(name) && !reservedForResources.has(name) && name !== "rows";

/** The files that are generated from one source, as texts by name, and the rest of the result of {@link generate}. */
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

/** Returns all parts. If some failed, throws one error with all findings. */
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
 * Generates types, rows, validators, functions and resource methods for the operations of an OpenAPI file, and typed documents
 * for GraphQL files. Writes nothing if a file is invalid. An OpenAPI file requires the packages `openapi-typescript`,
 * `typescript` and `zod`; GraphQL files require `graphql`, `@graphql-codegen/cli`, `@graphql-codegen/typescript-operations` and
 * `@graphql-codegen/typed-document-node`.
 *
 * @throws {ExtensionError} if a file is invalid; each finding has file, line and column
 * @throws {TypeError} if both `openapi` and `graphql` are missing
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
