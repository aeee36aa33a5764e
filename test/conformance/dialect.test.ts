import { createWorlds, demo, type Platform } from "@tenon/mock";
import { expect, test } from "vitest";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { run } from "../../packages/conformance/src/index";
import { allRules } from "../../packages/conformance/src/rules";
import { departedChecks } from "../../packages/conformance/src/run/departures";
import { crowd } from "./crowded";

const check = (
	dialect: "specification" | "gitlab",
	patterns: readonly string[] = [],
	prepare = (_: Platform) => {},
) => {
	const worlds = createWorlds({ seed: demo, dialect: "gitlab" });
	prepare(worlds.get());
	const { fetch } = worlds;
	const options = { baseUrl: "http://gitlab.test", fetch, mode: "destructive", tier: "ultimate", ...scene } as const;
	return run({ ...options, dialect, include: patterns });
};

// sound-servers.test.ts runs the rules that GitLab does not pass against a server with thousands of records.
test("the rules hold for a server that has GitLab's names and thousands of records, and are sent with these names", async () => {
	const report = await check("gitlab", [], crowd);
	const failed = report.results.filter(({ verdict }) => verdict === "fail" || verdict === "unreachable");
	expect(failed.map(({ check: { id }, reason }) => `${id}: ${reason}`)).toEqual([]);
	const absent = report.results.filter(({ reason }) => reason?.includes("has no revokeGroupToken"));
	expect(absent.length).toBeGreaterThan(0);
	// A rule filters a list that is too long to be read, if the list has such a filter.
	const tooLong = report.results.filter(({ reason }) => reason?.includes("too long to be read"));
	expect(tooLong.length).toBeLessThan(40);
});

test("checks that GitLab does not pass are named, and were there when they were named", () => {
	const known = new Set(allRules().map(({ id }) => id));
	const departed = [...(departedChecks.get("gitlab")?.keys() ?? [])];
	expect(departed.filter((id) => !known.has(id))).toEqual([]);
	expect(departed.length).toBeGreaterThan(0);
});

test("without the dialect such a server fails", async () => {
	const report = await check("specification", ["GQL-0*", "GQL-1*"]);
	const failed = report.results.filter(({ verdict, check: { level } }) => verdict === "fail" && level === "MUST");
	expect(failed.length).toBeGreaterThan(0);
});
