import { basename, resolve } from "node:path";
import type { ContractExtension } from "../../src/extension";
import type { OperationRow } from "../../src/operation-row";
import type { Document } from "../document";
import { type Model, readModel } from "../model";
import { row } from "../operations";
import { documentFaults, operationFaults } from "./checks";
import { complete } from "./complete";
import { ExtensionError, refuse } from "./errors";
import { gather } from "./gather";
import { importedDomain } from "./layout";
import { lintExtension, lintRecursion } from "./lint";
import { camelCase, kebabCase } from "./method-name";
import { normalize } from "./normalize";
import { runValidators } from "./run-validators";
import { Sources } from "./sources";

/** An OpenAPI file as the generators read it. */
export interface ReadFile {
	readonly name: string;
	readonly document: Document;
	readonly model: Model;
	readonly sources: Sources;
}

/** `company.openapi.yaml` as `company`. */
export const nameOf = (path: string): string => camelCase(basename(path).replace(/\..*$/, "")) || "extension";

/**
 * Reads an OpenAPI file into the model of the generators, with all that it leaves out.
 *
 * @param name What the extension is called; the file's name by default.
 * @throws {ExtensionError} for a file that cannot be used, with the place of each finding.
 */
export async function readFile(path: string, name = nameOf(path)): Promise<ReadFile> {
	const sources = new Sources();
	try {
		return await readFrom(sources, path, name);
	} catch (error) {
		throw error instanceof ExtensionError ? new ExtensionError(error.findings, sources.paths) : error;
	}
}

async function readFrom(sources: Sources, path: string, name: string): Promise<ReadFile> {
	const gathered = await gather(path, sources);
	refuse([...documentFaults(gathered.document, sources), ...gathered.findings]);
	const { document } = gathered as { document: unknown } as { document: Document }; // its shape was checked
	normalize(document, sources.isImported);
	complete(document, name);
	refuse(lintRecursion(document, sources));
	refuse([...lintExtension(document, sources), ...operationFaults(document, sources)]);
	const read = readModel(document, {
		domains: [name, importedDomain],
		domainOf: (schema) => (gathered.imported.has(schema) ? importedDomain : name),
	});
	read.imported = new Map([...gathered.imported].map((schema) => [schema, importedDomain]));
	for (const one of read.operations) one.domain = kebabCase(one.domain);
	return { name, document, model: read, sources };
}

/** What {@link readExtension} gives. */
export interface Extension {
	/** Rows and validators, as the generated files have them. */
	readonly contract: ContractExtension<Record<string, object>>;
	/** The OpenAPI document in one piece, with the metadata that the file leaves out. */
	readonly document: object;
	/** The files that it consists of, by their absolute paths: what to watch. */
	readonly files: readonly string[];
}

/**
 * Reads an OpenAPI file of your own operations while a program runs, without writing anything. Rows and validators are those
 * that `tenon-contract generate` writes, made by the same functions; loading the validators needs `zod`.
 *
 * @param path Of a YAML or JSON file, which may refer to others and into `@tenon/contract/openapi.json`.
 * @throws {ExtensionError} for a file that cannot be used: each finding has file, line and column.
 * @example
 * import { readExtension } from "@tenon/contract/generate";
 * const { contract } = await readExtension("company.yaml");
 * console.log(Object.keys(contract.operations)); // [ 'listMergeRequests', … ]
 */
export async function readExtension(path: string): Promise<Extension> {
	const { name, document, model, sources } = await readFile(resolve(path));
	const rows = model.operations.map((one) => [one.id, row(one, model) as OperationRow]); // as the table has them
	let validators: Promise<object> | undefined;
	return {
		contract: {
			name,
			operations: Object.fromEntries(rows),
			validators: () => (validators ??= runValidators(model)),
		},
		document,
		files: sources.paths,
	};
}
