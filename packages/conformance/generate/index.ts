/**
 * Writes `catalogue/` from the rules: `rules.tsv`, a row for each rule, and `rules.html`, the rules of the platform as a page.
 * `--check` writes nothing and exits with 1 if one of them is stale.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { allRules } from "../src/rules";
import { rulesPage } from "./rules-page";
import { rulesTable } from "./rules-table";

/** The broken servers that each rule notices: written by `npm run mutants -- --record`. */
const killsFile = new URL("../../../test/mutants/kills.json", import.meta.url);

async function readKills(): Promise<Readonly<Record<string, readonly string[]>>> {
	// The file is written by the mutants' own script, in this form.
	return JSON.parse(await readFile(killsFile, "utf8")) as Record<string, string[]>;
}

const rules = allRules();
const files = new Map([
	["catalogue/rules.tsv", rulesTable(rules)],
	["catalogue/rules.html", rulesPage(rules, await readKills())],
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
	console.error(`Stale, run npm run generate:\n${stale.map((name) => `  packages/conformance/${name}`).join("\n")}`);
	process.exitCode = 1;
} else console.log(check ? "The catalogue of rules is fresh." : `${rules.length} rules written to the catalogue.`);
