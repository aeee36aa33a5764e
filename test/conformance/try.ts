/**
 * `npm run conformance:mock -- [--tier free] [--bench control] [--lawful "other error texts"] [pattern…]`: runs the rules that the
 * patterns select against a mock in this process, or a lawful variant of it, and prints each that does not pass.
 */
import { parseArgs } from "node:util";
import { createPlatform, demo } from "@tenon/mock";
import { everywhere, mutated } from "../mutants/mutant";
import { againstMock } from "./against-mock";
import { lawfulVariants } from "./lawful-variants";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		tier: { type: "string", default: "ultimate" },
		bench: { type: "string", default: "public" },
		lawful: { type: "string" },
		all: { type: "boolean", default: false },
	},
});
const { tier } = values;
if (tier !== "free" && tier !== "premium" && tier !== "ultimate") throw new RangeError(`There is no tier ${tier}.`);
const variant = Object.entries(lawfulVariants).find(([name]) => name === values.lawful);
if (values.lawful !== undefined && !variant)
	throw new RangeError(`There is no variant "${values.lawful}": ${Object.keys(lawfulVariants).join(", ")}.`);
const fetch = variant && mutated(everywhere(variant[0], [], variant[1]), createPlatform({ seed: demo, tier }));
const bench = values.bench === "control" ? "control" : "public";
const report = await againstMock({ tier }, { include: positionals, bench, ...(fetch && { fetch }) });
const counts: Record<string, number> = {};
for (const { check, verdict, reason, evidence } of report.results) {
	counts[verdict] = (counts[verdict] ?? 0) + 1;
	if (verdict === "pass" && !values.all) continue;
	console.log(
		`${verdict.padEnd(8)} ${check.level.padEnd(7)} ${check.id}  ${check.title}${reason ? `\n         ${reason}` : ""}`,
	);
	if (verdict === "fail" && evidence) {
		const { request, response } = evidence;
		console.log(`         ${request.method} ${request.url} ${request.body ?? ""} (${evidence.actor})`);
		console.log(`         → ${response.status} ${response.text.slice(0, 600)}`);
	}
}
for (const left of report.leftovers) console.log(`left over: ${left}`);
console.log(counts, `${report.requests} requests in ${report.milliseconds} ms`);
process.exitCode = report.results.some(({ verdict }) => verdict === "fail") ? 1 : 0;
