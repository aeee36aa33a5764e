/** Reads a seed from a file, with the files that it includes. */

import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { shown } from "../../lib/checks";
import { codeOf } from "../../lib/code-of";
import { type SeedDocument, type SeedFault, SeedFileError } from "./document";
import { parseSeed } from "./parse";

const reasonOf = (error: unknown): string => {
	const code = codeOf(error);
	return code === "ENOENT" ? "there is no such file" : error instanceof Error ? error.message : String(error);
};

/** Reads a file, and then those that it includes. `above` are the files that include it. */
async function read(path: string, above: readonly string[], faults: SeedFault[]): Promise<SeedDocument | undefined> {
	// The path relative to the working directory, for messages.
	const file = relative(process.cwd(), path) || path;
	const document = await parseSeed(await readFile(path, "utf8"), { file }).catch((error: unknown) => {
		if (!(error instanceof SeedFileError)) throw error;
		faults.push(...error.faults);
	});
	if (!document) return undefined;
	const { include = [], ...data } = Object(document.data);
	if (!Array.isArray(include) || !include.every((one) => typeof one === "string")) {
		faults.push(document.fault("/include", `expected a list of paths, found ${shown(include)}`));
		return undefined;
	}
	const includes: SeedDocument[] = [];
	for (const [index, name] of include.entries()) {
		const pointer = `/include/${index}`;
		const target = resolve(dirname(path), name);
		if (target === path || above.includes(target)) {
			faults.push(document.fault(pointer, `${shown(name)} also includes this file, which is a cycle`));
			continue;
		}
		try {
			const included = await read(target, [...above, path], faults);
			if (included) includes.push(included);
		} catch (error) {
			faults.push(document.fault(pointer, `${shown(name)} cannot be read: ${reasonOf(error)}`));
		}
	}
	return document.including(isPlain(document.data) ? data : document.data, includes);
}

const isPlain = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads a seed from a YAML or JSON file, with the files that it includes.
 *
 * @throws SeedFileError if a file is neither, with line and column; the system's error if the file cannot be read.
 * @example
 * const platform = createPlatform({ seed: await readSeed("seeds/team.yaml") });
 */
export async function readSeed(file: string): Promise<SeedDocument> {
	const faults: SeedFault[] = [];
	const document = await read(resolve(file), [], faults);
	if (!document || faults.length > 0) throw new SeedFileError(faults);
	return document;
}
