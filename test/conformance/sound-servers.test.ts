/** Sound servers under difficult circumstances: no MUST rule may fail, and nothing may pass for lack of a look. */
import { createPlatform, demo } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { type Report, run, shortfall } from "../../packages/conformance/src/index";

const baseUrl = "http://platform.test";
const timeout = 300_000;

const check = async (fetch: typeof globalThis.fetch, more: Partial<Parameters<typeof run>[0]> = {}): Promise<Report> =>
	await run({ baseUrl, fetch, mode: "sandbox", ...scene, ...more });

const deviations = (report: Report): string[] =>
	report.results
		.filter(({ verdict }) => verdict === "fail")
		.map(({ check, reason }) => `${check.level} ${check.id}: ${reason}`);

describe("a sound server", () => {
	test("checked by four shards at the same time", { timeout }, async () => {
		const { fetch } = createPlatform({ seed: demo });
		const shards = [1, 2, 3, 4].map((index) => check(fetch, { shard: { index, count: 4 }, concurrency: 2 }));
		expect((await Promise.all(shards)).flatMap(deviations)).toEqual([]);
	});
});

test("without an administrator's or owner's token the tier is unknown, and its rules are skipped", async () => {
	const { fetch } = createPlatform({ seed: demo });
	const { administrator: _, owner: __, ...tokens } = scene.tokens;
	const report = await check(fetch, { tokens, include: ["domain:groups"], mode: "read-only" });
	expect(report.facts.tier).toBeUndefined();
	const reasons = report.results.filter(({ skipped }) => skipped === "missing").map(({ reason }) => reason);
	expect(reasons.some((reason) => reason?.includes("the server's tier is not known"))).toBe(true);
});

test("without any token too little is checked to say that the server conforms", async () => {
	const { fetch } = createPlatform({ seed: demo });
	const report = await run({ baseUrl, fetch, mode: "sandbox" });
	expect(shortfall(report)).toMatch(/rules were skipped because tokens, scene or facts are missing/);
});
