import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Document {
	/** The path from the repository's root. */
	readonly path: string;
	readonly text: string;
}

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folders with third-party or generated files. */
const notOurs = new Set(["node_modules", "dist", "reference", "coverage", ".git", ".changeset"]);

function find(folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : find(path);
		return entry.name.endsWith(".md") ? [path] : [];
	});
}

/** Every text for users in the repository. */
export const documents: readonly Document[] = find("")
	.sort()
	.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
