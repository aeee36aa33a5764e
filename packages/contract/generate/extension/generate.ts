import { mkdir, readFile as readText, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { ExtensionError, refuse } from "./errors";
import { extensionFiles } from "./files";
import type { Ending } from "./layout";
import { lintExamples } from "./lint";
import { reservedForResources } from "./names";
import { nameOf, readFile } from "./read";
import { judgeOf } from "./run-validators";

/** What {@link generate} reads and writes. */
export interface GenerateOptions {
	/** Path of the OpenAPI file, YAML or JSON. */
	readonly openapi: string;
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
	/** The exported constant. */
	readonly name: string;
	/** How many operations, schemas and files there are. */
	readonly operations: number;
	readonly schemas: number;
	readonly files: readonly string[];
	/** The paths of the files that differed, and were written unless `check` was set. */
	readonly stale: readonly string[];
	/** The files that were read, by their absolute paths: what to watch. */
	readonly sources: readonly string[];
}

const endings: Readonly<Record<NonNullable<GenerateOptions["imports"]>, Ending>> = { js: ".js", ts: ".ts", none: "" };

/** Whether a module can export a constant of this name beside its imports. */
const isFree = (name: string): boolean =>
	/^[a-z][A-Za-z\d]*$/.test(name) && !reservedForResources.has(name) && name !== "rows";

/**
 * Writes types, rows, validators, functions and resource methods for the operations of an OpenAPI file. Nothing is written if
 * anything is wrong with the file. Needs the packages `openapi-typescript`, `typescript` and `zod`.
 *
 * @throws {ExtensionError} for a file that cannot be used: each finding has file, line and column.
 * @example
 * import { generate } from "@tenon/contract/generate";
 * const { operations, stale } = await generate({ openapi: "company.yaml", out: "src/company" });
 * console.log(`${operations} operations, ${stale.length} files changed`);
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
	const { openapi, out, check = false, imports = "js" } = options;
	const path = resolve(openapi);
	const exported = options.name ?? nameOf(path);
	if (!isFree(exported))
		refuse([{ at: openapi, says: `The name ${exported} cannot be exported: choose another name.` }]);
	const { name, model, document, sources } = await readFile(path, exported);
	const findings = lintExamples(document, sources, await judgeOf(model));
	if (findings.length > 0) throw new ExtensionError(findings, sources.paths);
	const texts = await extensionFiles(model, { name, source: basename(path), ending: endings[imports] });
	const stale: string[] = [];
	for (const [file, text] of texts) {
		const target = join(out, file);
		if ((await readText(target, "utf8").catch(() => undefined)) !== text) stale.push(target);
	}
	if (!check && stale.length > 0) {
		await mkdir(out, { recursive: true });
		for (const [file, text] of texts) if (stale.includes(join(out, file))) await writeFile(join(out, file), text);
	}
	return {
		name,
		operations: model.operations.length,
		schemas: [...model.schemas.keys()].filter((schema) => !model.imported?.has(schema)).length,
		files: [...texts.keys()].map((file) => join(out, file)),
		stale,
		sources: sources.paths,
	};
}
