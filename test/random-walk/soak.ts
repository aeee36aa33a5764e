/** The long walk: `npm run soak -- --runs 20000 --seed 7`. Prints the shortest walk to a fault, and exits with 1. */
import { operations } from "@tenon/contract";
import { scriptOptions } from "../support/script-options";
import { checkSingles, checkWalks } from "./check";
import type { Tally } from "./walk";
import { watchdog } from "./watchdog";

const { values } = scriptOptions(
	`Usage: npm run soak -- [--runs 5000] [--steps 40] [--seed <number>] [--path <the path that a failure printed>]
       npm run soak -- --singles   every parameter with every hostile value, one at a time`,
	{
		runs: { type: "string", default: "5000" },
		seed: { type: "string" },
		steps: { type: "string", default: "40" },
		path: { type: "string" },
		singles: { type: "boolean", default: false },
	},
);

function whole(name: string, text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number)) throw new TypeError(`--${name} takes a whole number, not "${text}".`);
	return number;
}

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : whole("seed", values.seed);
const runs = whole("runs", values.runs);
console.log(values.singles ? "every parameter, one at a time" : `seed ${seed}, ${runs} walks`);

const dog = watchdog();
let walks = 0;
let reported = performance.now();
const watch = {
	onRequest: dog.onRequest,
	onWalk: (so: Tally): void => {
		walks += 1;
		if (performance.now() - reported < 5_000) return;
		reported = performance.now();
		console.log(`${walks}${values.singles ? "" : ` of ${runs}`} walks, ${so.requests} requests`);
	},
};
const { fault, tally } = values.singles
	? await checkSingles(watch)
	: await checkWalks({
			seed,
			runs,
			maxSteps: whole("steps", values.steps),
			...(values.path === undefined ? {} : { path: values.path }),
			...watch,
		});
await dog.stop();
const statuses = [...tally.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
const never = Object.keys(operations).filter((id) => !tally.done.has(id));
console.log(`${tally.requests} requests — ${statuses.join(", ")}`);
console.log(`operations that were never carried out: ${never.join(", ") || "none"}`);
if (fault !== undefined) {
	console.error(`\nIt broke. The shortest way there:\n${fault}`);
	process.exitCode = 1;
}
