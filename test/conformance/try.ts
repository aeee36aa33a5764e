/**
 * `npm run conformance:mock -- [--tier free] [pattern…]`: runs the checks that the patterns select against a mock in this
 * process, and prints each that does not pass.
 */
import { parseArgs } from "node:util";
import { againstMock } from "./against-mock";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { tier: { type: "string", default: "ultimate" }, all: { type: "boolean", default: false } },
});
const { tier } = values;
if (tier !== "free" && tier !== "premium" && tier !== "ultimate") throw new RangeError(`There is no tier ${tier}.`);
const report = await againstMock({ tier }, { include: positionals });
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
