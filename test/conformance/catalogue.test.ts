import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { claims, unreachable } from "../../packages/conformance/src/catalogue";
import { allRules } from "../../packages/conformance/src/rules";

const checked = new Set(allRules().flatMap((check) => check.claims));
const behaviours = [...claims.values()].filter((claim) => claim.kind === "behaviour");

test("every claim of behaviour is a check, or it is said why it cannot be one", () => {
	const missing = behaviours.filter(({ id }) => !checked.has(id) && !unreachable.has(id)).map(({ id }) => id);
	expect(missing).toEqual([]);
});

test("no claim is both, and every reason is given for a claim of behaviour", () => {
	expect([...unreachable.keys()].filter((id) => checked.has(id))).toEqual([]);
	expect([...unreachable.keys()].filter((id) => claims.get(id)?.kind !== "behaviour")).toEqual([]);
	expect([...unreachable].filter(([, reason]) => reason.trim().length < 10)).toEqual([]);
});

test("the catalogue that ships is whole", () => {
	const lines = readFileSync("packages/conformance/catalogue/claims.tsv", "utf8").trim().split("\n");
	expect(claims.size).toBe(lines.length);
	expect(behaviours.length).toBe(2574);
});
