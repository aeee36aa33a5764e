/**
 * `npm run mutants`: every check against every broken server. `-- --touched` makes only the checks that a mutant's operations
 * touch, as CI does; words select mutants by name. Prints the kill score; ends with 1 if a mutant lives.
 */
import { parseArgs } from "node:util";
import { mutants } from "./index";
import { nameOf, tryToKill } from "./kill";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { touched: { type: "boolean", default: false } },
});
const chosen = mutants.filter((mutant) => positionals.every((word) => nameOf(mutant).includes(word)));
const alive: string[] = [];
for (const [index, mutant] of chosen.entries()) {
	const { caughtBy, made, milliseconds } = await tryToKill(mutant, { all: !values.touched });
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
