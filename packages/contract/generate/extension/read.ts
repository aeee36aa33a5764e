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

/** An OpenAPI file in the form that the generators read. */
export interface ReadFile {
	readonly name: string;
	readonly document: Document;
	readonly model: Model;
	readonly sources: Sources;
}

/** Returns the default name of a file's extension: `company` for `company.openapi.yaml`. */
export const nameOf = (path: string): string => camelCase(basename(path).replace(/\..*$/, "")) || "extension";

/**
 * Reads an OpenAPI file into the model of the generators, and adds what it leaves out.
 *
 * @param name the name of the extension; defaults to the name of the file
 * @throws {ExtensionError} if a file is invalid, with the location of each finding
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

/** The result of {@link readExtension}. */
export interface Extension {
	/** The rows and validators, the same as in the generated files. */
	readonly contract: ContractExtension<Record<string, object>>;
	/** The combined OpenAPI document, including the metadata that the file leaves out. */
	readonly document: object;
	/** The absolute paths of its files, for a watcher. */
	readonly files: readonly string[];
}

/**
 * Reads an OpenAPI file of your own operations while a program runs, without writing anything. Creates the same rows
 * and validators as `tenon-contract generate`. Loading the validators requires `zod`.
 *
 * @param path a YAML or JSON file, which can refer to other files and to `@tenon/contract/openapi.json`
 * @throws {ExtensionError} if a file is invalid; each finding has file, line and column
 * @example
 * import { readExtension } from "@tenon/contract/generate";
 * const { contract } = await readExtension("company.yaml");
 * console.log(Object.keys(contract.operations)); // [ 'listMergeRequests', … ]
 */
export async function readExtension(path: string): Promise<Extension> {
	const { name, document, model, sources } = await readFile(resolve(path));
	const rows = model.operations.map((one) => [one.id, row(one, model) as OperationRow]); // as in the generated table
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
