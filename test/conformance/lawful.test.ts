/**
 * Lawful variants of the mock: they must not fail a MUST rule. sandbox.test.ts and sound-servers.test.ts test two of
 * the three servers, under further difficulties.
 */
import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { againstMock } from "./against-mock";
import { lawfulServer, lawfulServers, lawfulVariants } from "./lawful-variants";

test("every variant is part of a server", () => {
	expect(Object.values(lawfulServers).flat().sort()).toEqual(Object.keys(lawfulVariants).sort());
});

test("a server conforms with further fields and without totals", async () => {
	const fetch = lawfulServer("with further fields and without totals", createPlatform({ seed: demo }));
	const { results } = await againstMock({}, { fetch, mode: "sandbox" });
	const alarms = results.filter(
		({ verdict, check }) => verdict === "unreachable" || (verdict === "fail" && check.level === "MUST"),
	);
	expect(alarms.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
	// The variants may cause warnings, but not prevent checks.
	expect(results.filter(({ skipped }) => skipped === "missing").length).toBeLessThan(30);
});
