/**
 * Writes `catalogue/` from the rules: `rules.tsv`, a row for each rule, and `rules.html`, the rules of the platform as a page.
 * `--check` writes nothing and exits with 1 if one of them is stale.
 */
import { readFile } from "node:fs/promises";
import { reportFiles, writeFiles } from "../../contract/generate/write-files";
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
	["packages/conformance/catalogue/rules.tsv", rulesTable(rules)],
	["packages/conformance/catalogue/rules.html", rulesPage(rules, await readKills())],
]);
reportFiles("conformance", files.size, await writeFiles(files));
