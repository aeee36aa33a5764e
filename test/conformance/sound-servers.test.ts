/** Sound servers under difficult circumstances: no MUST rule may fail, and nothing may pass for lack of a look. */
import { createPlatform, demo, type Platform } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { type Report, run, shortfall } from "../../packages/conformance/src/index";
import { everywhere, mutated } from "../mutants/mutant";

const baseUrl = "http://platform.test";
const timeout = 300_000;

const check = async (fetch: typeof globalThis.fetch, more: Partial<Parameters<typeof run>[0]> = {}): Promise<Report> =>
	await run({ baseUrl, fetch, mode: "sandbox", ...scene, ...more });

const deviations = (report: Report): string[] =>
	report.results
		.filter(({ verdict }) => verdict === "fail")
		.map(({ check, reason }) => `${check.level} ${check.id}: ${reason}`);

const failures = (report: Report): string[] => deviations(report).filter((line) => line.startsWith("MUST"));

/** Writes what other users of a platform write, until it is stopped. */
function secondClient(platform: Platform): () => Promise<void> {
	const headers = { "private-token": "root-token", "content-type": "application/json" };
	const send = async (method: string, path: string, body?: object) =>
		await platform.fetch(`${baseUrl}/api/v4${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
	let isRunning = true;
	const writing = (async () => {
		for (let count = 1; isRunning; count++) {
			await send("POST", "/projects/acme%2Fweb/issues/1/notes", { body: `another user, ${count}` });
			await send("POST", "/projects/acme%2Fweb/pipeline?ref=main");
			await send("POST", "/projects/acme%2Fweb/releases/v1.0/assets/links", {
				name: `other ${count}`,
				url: `https://example.com/other/${count}`,
			});
			await send("POST", "/users", {
				username: `other-${count}`,
				name: "Other",
				email: `other-${count}@example.com`,
				password: "pw-1234-Zq7",
			});
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	})();
	return async () => {
		isRunning = false;
		await writing;
	};
}

// At the same time: most of a run is waiting for rate limits.
describe.concurrent("a sound server", () => {
	test("checked by four shards at the same time", { timeout }, async () => {
		const { fetch } = createPlatform({ seed: demo });
		const shards = [1, 2, 3, 4].map((index) => check(fetch, { shard: { index, count: 4 }, concurrency: 2 }));
		expect((await Promise.all(shards)).flatMap(deviations)).toEqual([]);
	});

	test("that another client writes to", { timeout }, async () => {
		const platform = createPlatform({ seed: demo });
		const stop = secondClient(platform);
		const report = await check(platform.fetch);
		await stop();
		expect(failures(report)).toEqual([]);
	});

	test("behind a proxy that replaces one response in a hundred by 503", { timeout }, async () => {
		let count = 0;
		const flaky = everywhere("503 now and then", [], async (request, pass) => {
			const response = await pass(request);
			count += 1;
			return count % 97 === 0 ? new Response("unavailable", { status: 503 }) : response;
		});
		const report = await check(mutated(flaky, createPlatform({ seed: demo })));
		expect(failures(report)).toEqual([]);
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
