import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { everywhere, mutated } from "../mutants/mutant";
import { againstMock } from "./against-mock";
import { lawfulVariants } from "./lawful-variants";

// At the same time: most of a run is waiting for rate limits.
test.concurrent.each(Object.entries(lawfulVariants))(
	"a server with %s fails no MUST rule",
	{ timeout: 300_000 },
	async (name, variant) => {
		const fetch = mutated(everywhere(name, [], variant), createPlatform({ seed: demo }));
		const report = await againstMock({}, { fetch });
		const failures = report.results.filter(({ check, verdict }) => verdict === "fail" && check.level === "MUST");
		expect(failures.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
	},
);
