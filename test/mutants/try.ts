/**
 * `npm run mutants` runs every rule against every broken server, or against those whose names contain the given words.
 * `-- --touched` runs only the rules of a mutant's operations, until one fails, as CI does. `-- --record` runs all of
 * these, and adds the mutants that each notices to kills.json, for the page of the rules. A second run continues where
 * the first ended; delete the file to start again. Prints the kill score; exits with 1 if a mutant survives.
 *
 * `npm run mutants -- --source <domain> [--sample 60] [--seed 1] [--file …] [--bench public] [--all-rules]` changes the
 * mock's source instead (see source/index.ts).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { scriptOptions } from "../support/script-options";
import { mutants } from "./index";
import { nameOf, tryToKill } from "./kill";
import { trySource } from "./source";

const { values, positionals } = scriptOptions(
	`Usage: npm run mutants -- [--touched | --record] [word…]
       npm run mutants -- --source <domain> [options]

Every rule against every broken server, or against those whose names have the words. Prints the kill score; exits with 1 if one survives.

  --touched           only the rules of the operations that a server breaks, until one fails
  --record            those to the end, and what they notice into kills.json

With --source, changes of the mock's source instead:

  --sample <n>        so many of them, drawn by --seed (default: all)
  --seed <n>          default 1
  --file <path>       only changes of this file
  --bench <bench>     control (default) or public
  --all-rules         all rules, and not only those of the domain`,
	{
		touched: { type: "boolean", default: false },
		record: { type: "boolean", default: false },
		source: { type: "string" },
		sample: { type: "string" },
		seed: { type: "string", default: "1" },
		file: { type: "string" },
		bench: { type: "string", default: "control" },
		"all-rules": { type: "boolean", default: false },
	},
);

/** Tries the broken servers. */
async function tryServers(): Promise<void> {
	const file = new URL("kills.json", import.meta.url);
	/** The broken servers that each rule notices. */
	const kills = new Map<string, string[]>(
		values.record && existsSync(file) ? Object.entries<string[]>(JSON.parse(readFileSync(file, "utf8"))) : [],
	);
	const recorded = new Set([...kills.values()].flat());
	const chosen = mutants.filter(
		(mutant) => positionals.every((word) => nameOf(mutant).includes(word)) && !recorded.has(nameOf(mutant)),
	);
	if (chosen.length === 0) {
		const words = positionals.join(" ");
		console.error(
			recorded.size > 0
				? "kills.json already has every broken server that the words select."
				: `No broken server has the words "${words}" in its name.`,
		);
		process.exitCode = recorded.size > 0 ? 0 : 2;
		return;
	}
	const alive: string[] = [];
	for (const [index, mutant] of chosen.entries()) {
		const all = !values.touched && !values.record;
		const { caughtBy, made, milliseconds } = await tryToKill(mutant, { all, toTheEnd: !values.touched });
		for (const id of caughtBy) kills.set(id, [...(kills.get(id) ?? []), nameOf(mutant)]);
		if (values.record) {
			const sorted = Object.fromEntries([...kills].sort(([a], [b]) => (a < b ? -1 : 1)));
			writeFileSync(file, `${JSON.stringify(sorted, null, "\t")}\n`);
		}
		const outcome =
			caughtBy.length > 0
				? `caught by ${caughtBy.length} of ${made}: ${caughtBy.slice(0, 3).join(", ")}`
				: `LIVES, after ${made} checks`;
		console.log(
			`${String(index + 1).padStart(3)}/${chosen.length} ${nameOf(mutant)}\n        ${outcome} (${milliseconds} ms)`,
		);
		if (caughtBy.length === 0) alive.push(nameOf(mutant));
	}
	const killed = chosen.length - alive.length;
	console.log(`\nKill score: ${killed} of ${chosen.length} (${((killed / chosen.length) * 100).toFixed(1)} %).`);
	for (const name of alive) console.log(`lives: ${name}`);
	process.exitCode = alive.length > 0 ? 1 : 0;
}

const { source, sample, seed, file, bench } = values;
if (source === undefined) await tryServers();
else
	await trySource(source, {
		sample: sample === undefined ? undefined : Number(sample),
		seed: Number(seed),
		bench: bench === "public" ? "public" : "control",
		allRules: values["all-rules"],
		file,
	});
