import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { bundle } from "../generate/bundle";
import { repository } from "../generate/repository";
import { judge } from "./ajv";
import type { Contract } from "./contract";

/** Bundles and reads `openapi/`. Throws if it cannot be bundled. */
export async function readContract(): Promise<Contract> {
	// Dialects are tables of names. Their generator checks them.
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
	return { document: await bundle(), sources: new Map(sources), extensions: extensions.$defs, judge };
}
