/**
 * Writes what is generated in this package: the demo's data from its YAML, and what follows from the definitions of the tables.
 * `--check` writes nothing and exits with 1 if something is stale.
 */
import { reportFiles, writeFiles } from "../../contract/generate/write-files";
import { contractTexts } from "./contract-texts";
import { demoPeople, demoRows } from "./demo";
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
	["packages/mock/src/control-api/contract/generated/contract-texts.ts", await contractTexts()],
	["packages/mock/src/seed/demo/generated/people.ts", await demoPeople()],
	["packages/mock/src/seed/demo/generated/rows.ts", await demoRows()],
	["packages/mock/schemas/seed.schema.json", `${written(seedSchema(), 4)}\n`],
	["packages/mock/docs/record-kinds.md", recordKinds()],
]);
reportFiles("mock", files.size, await writeFiles(files));
