/**
 * Lawful variants of the mock: they must not fail a MUST rule. sound-servers.test.ts tests the first of the three
 * servers with all rules, under further difficulties.
 */
import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { againstMock } from "./against-mock";
import { lawfulServer, lawfulServers, lawfulVariants } from "./lawful-variants";

test("every variant is part of a server", () => {
	expect(Object.values(lawfulServers).flat().sort()).toEqual(Object.keys(lawfulVariants).sort());
});

test.each(["with other statuses, cursors and orders", "with further fields and without totals"] as const)(
	"a server conforms %s",
	async (name) => {
		const fetch = lawfulServer(name, createPlatform({ seed: demo }));
		const { results } = await againstMock({}, { fetch, mode: "sandbox", include: ["level:MUST"] });
		// A MUST rule that finds only a deviation from an assumption has a lower level in the report.
		const alarms = results.filter(
			({ verdict, check }) => verdict === "unreachable" || (verdict === "fail" && check.level === "MUST"),
		);
		expect(alarms.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
		// The variants must not prevent checks either.
		expect(results.filter(({ skipped }) => skipped === "missing").length).toBeLessThan(30);
	},
);
