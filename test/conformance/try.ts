/**
 * `npm run conformance:mock -- [--tier free] [--dialect gitlab] [--bench control] [--lawful "other error texts"] [--second-client] [--crowded] [pattern…]`: runs the
 * rules that the patterns select against a mock in this process, against a lawful variant of it, while a second client writes all the
 * time, or among thousands of records, and prints each rule that does not pass.
 */
import { createWorlds, demo } from "@tenon/mock";
import { scriptOptions } from "../support/script-options";
import { againstMock } from "./against-mock";
import { crowd } from "./crowded";
import { isLawful, lawfulNames, lawfulServer } from "./lawful-variants";
import { besideSecondClient } from "./second-client";

const { values, positionals } = scriptOptions(
	`Usage: npm run conformance:mock -- [options] [pattern…]

Runs the rules that the patterns select against a mock in this process, and prints each that does not pass.

  --tier <tier>       free, premium or ultimate (default)
  --dialect <name>    specification (default) or gitlab
  --bench <bench>     public (default), control or auto
  --lawful <variant>  against a lawful variant of the mock, such as "other error texts", or one of the servers that combine
                      variants, such as "with other texts, ids and links"
  --second-client     while a second client writes all the time
  --crowded           among thousands of records
  --all               print every result`,
	{
		tier: { type: "string", default: "ultimate" },
		bench: { type: "string", default: "public" },
		lawful: { type: "string" },
		"second-client": { type: "boolean", default: false },
		crowded: { type: "boolean", default: false },
		dialect: { type: "string", default: "specification" },
		all: { type: "boolean", default: false },
	},
);
const { tier } = values;
if (tier !== "free" && tier !== "premium" && tier !== "ultimate") throw new RangeError(`There is no tier ${tier}.`);
const dialect = values.dialect === "gitlab" ? "gitlab" : "specification";
const { lawful: variant } = values;
if (variant !== undefined && !isLawful(variant)) {
	console.error(`There is no variant "${variant}". There are:\n  ${lawfulNames.join("\n  ")}`);
	process.exit(2);
}
const worlds = createWorlds({ seed: demo, tier, dialect });
if (values.crowded && values.bench === "control") {
	console.error("--crowded needs --bench public: on the control bench each rule has a world of its own.");
	process.exit(2);
}
if (values.crowded) crowd(worlds.get());
const lawful = variant === undefined ? worlds.fetch : lawfulServer(variant, worlds.get(), worlds.fetch);
const fetch = values["second-client"] ? besideSecondClient(lawful, 25) : lawful;
const bench = values.bench === "control" || values.bench === "auto" ? values.bench : "public";
const report = await againstMock({ tier, dialect }, { include: positionals, bench, dialect, fetch });
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
