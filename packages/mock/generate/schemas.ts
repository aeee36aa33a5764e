/**
 * Writes what follows from the definitions of the tables: `schemas/seed.schema.json`, and the reference of records.
 * `--check` writes nothing and exits with 1 if one of them is stale.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { recordKinds } from "./record-kinds";
import { seedSchema } from "./seed-schema";

/** JSON with a line for each field of a record. */
function written(value: unknown, depth: number, indent = ""): string {
	if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
	const inner = `${indent}\t`;
	const lines = Object.entries(value).map(([name, one]) => `${inner}"${name}": ${written(one, depth - 1, inner)}`);
	return `{\n${lines.join(",\n")}\n${indent}}`;
}

const files = new Map([
	["schemas/seed.schema.json", `${written(seedSchema(), 4)}\n`],
	["docs/record-kinds.md", recordKinds()],
]);
const check = process.argv.includes("--check");
const stale: string[] = [];
for (const [name, text] of files) {
	const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
	if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
	stale.push(name);
	if (check) continue;
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}
if (check && stale.length > 0) {
	console.error(`Stale, run npm run generate:\n${stale.map((name) => `  packages/mock/${name}`).join("\n")}`);
	process.exitCode = 1;
} else console.log(check ? "The schema of seeds is fresh." : `${stale.length} files of the mock written.`);
