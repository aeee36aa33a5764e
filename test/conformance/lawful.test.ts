/** Lawful variants of the mock: none may fail a MUST rule. Variants that change different parts of a response share a run. */
import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { everywhere, mutated } from "../mutants/mutant";
import { againstMock } from "./against-mock";
import { type LawfulVariant, lawfulVariants, together } from "./lawful-variants";

const runs: readonly (readonly LawfulVariant[])[] = [
	[
		"other error texts",
		"other GraphQL error texts",
		"errors with further fields",
		"high ids with gaps",
		"times with microseconds",
		"links relative to the server",
		"only the stated headers",
	],
	[
		"200 instead of 201",
		"a body on DELETE",
		"202 where the specification shows no status",
		"a clock of full seconds, a day behind",
		"another order where none is stated",
		"other cursors",
		"JSON with indents and escapes",
	],
	[
		"no paging totals",
		"times without milliseconds",
		"a clock that shows only the last thousandth of each second",
		"spans of credentials without their ends",
		"further fields in every record",
		"keys in another order",
		"other headers",
		"other links",
	],
];

test("every variant is part of a run", () => {
	expect(runs.flat().sort()).toEqual(Object.keys(lawfulVariants).sort());
});

test.for(runs)("a server conforms with %s", async (names) => {
	const variant = together(...names.map((name) => lawfulVariants[name]));
	const fetch = mutated(everywhere(names.join(", "), [], variant), createPlatform({ seed: demo }));
	const { results } = await againstMock({}, { fetch, mode: "sandbox" });
	const alarms = results.filter(
		({ verdict, check }) => verdict === "unreachable" || (verdict === "fail" && check.level === "MUST"),
	);
	expect(alarms.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
	// The variants may cause warnings, but not prevent checks.
	expect(results.filter(({ skipped }) => skipped === "missing").length).toBeLessThan(30);
});
