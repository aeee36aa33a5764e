/** Correct servers under difficult circumstances: no MUST rule may fail, and nothing may pass without a check. */
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { createPlatform, demo } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { type Report, run, shortfall } from "../../packages/conformance/src/index";
import { departedChecks } from "../../packages/conformance/src/run/departures";
import { everywhere, mutated } from "../mutants/mutant";
import { crowd } from "./crowded";
import { lawfulServer } from "./lawful-variants";

const baseUrl = "http://platform.test";

const check = async (fetch: typeof globalThis.fetch, more: Partial<Parameters<typeof run>[0]> = {}): Promise<Report> =>
	await run({ baseUrl, fetch, mode: "sandbox", ...scene, ...more });

const deviations = (report: Report): string[] =>
	report.results
		.filter(({ verdict }) => verdict === "fail")
		.map(({ check, reason }) => `${check.level} ${check.id}: ${reason}`);

const failures = (report: Report): string[] => deviations(report).filter((line) => line.startsWith("MUST"));

describe("a sound server", () => {
	test("of the hosted offering and premium, with other texts, ids and links, behind a proxy that replaces one response in a hundred by 503, or by 429", async () => {
		let count = 0;
		const flaky = everywhere("503 now and then", [], async (request, pass) => {
			count += 1;
			// A request that gets 429 has no effect. A request that gets 503 may have one.
			const headers = count % 2 === 0 ? { "retry-after": "0" } : undefined;
			if (count % 211 === 0) return new Response("slow down", { status: 429, ...(headers && { headers }) });
			const response = await pass(request);
			return count % 193 === 0 ? new Response("unavailable", { status: 503 }) : response;
		});
		const platform = createPlatform({ seed: demo, offering: "hosted", tier: "premium" });
		const server = lawfulServer("with other texts, ids and links", platform);
		const report = await check(mutated(flaky, platform, server), { concurrency: 8 });
		expect([report.facts.offering, report.facts.tier]).toEqual(["hosted", "premium"]);
		expect(failures(report)).toEqual([]);
		// A rule with many writes may never complete, but nearly all do.
		expect(report.results.filter(({ verdict }) => verdict === "unreachable").length).toBeLessThan(40);
	});

	test("that compresses its responses, and closes each connection", async () => {
		const { fetch } = createPlatform({ seed: demo });
		const server = createServer((request, reply) => {
			void (async () => {
				const headers = new Headers();
				for (const [name, value] of Object.entries(request.headers))
					if (typeof value === "string") headers.set(name, value);
				headers.delete("connection");
				headers.delete("transfer-encoding");
				const chunks: Buffer[] = [];
				for await (const chunk of request) chunks.push(chunk);
				const body = ["GET", "HEAD"].includes(request.method ?? "") ? null : Buffer.concat(chunks);
				const url = `http://${request.headers.host}${request.url}`;
				const response = await fetch(url, { method: request.method ?? "GET", headers, body });
				const bytes = Buffer.from(await response.arrayBuffer());
				for (const [name, value] of response.headers) if (name !== "content-length") reply.setHeader(name, value);
				reply.setHeader("connection", "close");
				if (bytes.length > 0) reply.setHeader("content-encoding", "gzip");
				reply.writeHead(response.status).end(bytes.length > 0 ? gzipSync(bytes) : undefined);
			})();
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const address = server.address();
		if (address === null || typeof address === "string") throw new Error("The server has no port.");
		const report = await run({
			baseUrl: `http://127.0.0.1:${address.port}`,
			mode: "sandbox",
			...scene,
			include: ["domain:releases", "domain:credentials", "domain:alerts", "domain:platform"],
		});
		server.close();
		expect(failures(report)).toEqual([]);
		expect(report.results.filter(({ verdict }) => verdict === "unreachable")).toEqual([]);
		expect(report.results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(200);
	});

	// All other rules run among as many records in dialect.test.ts.
	test("with thousands of records, by the rules that do not hold for GitLab", async () => {
		const platform = createPlatform({ seed: demo });
		crowd(platform);
		const ids = [...(departedChecks.get("gitlab")?.keys() ?? [])].map((id) => `id:${id}`);
		const report = await check(platform.fetch, { include: [...ids, "operation:revokeGroupToken"] });
		expect(deviations(report)).toEqual([]);
		expect(report.results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(50);
	});

	test("with a young project: one issue and nothing else", async () => {
		const platform = createPlatform({ seed: demo });
		const members = {
			guest: "guest",
			reporter: "reporter",
			developer: "developer",
			maintainer: "maintainer",
			owner: "owner",
		} as const;
		platform.seed.group({ full_path: "young", visibility: "public", members });
		platform.seed.project({ full_path: "young/app", visibility: "public" });
		platform.seed.issue({ project: "young/app", author: "developer" });
		const report = await check(platform.fetch, { scene: { group: "young", project: "young/app", issue_iid: 1 } });
		expect(deviations(report)).toEqual([]);
		expect(report.results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(1_800);
	});

	test("whose limit counts by a minute that ends while requests are sent", async () => {
		const platform = createPlatform({ seed: demo });
		let [sent, refused] = [0, 0];
		const server = everywhere("a minute ends", [], async (request, pass) => {
			if (!request.url.includes("/invited_groups") || request.headers.has("private-token")) return await pass(request);
			if (++sent === 30) platform.clock.advance("1 minute");
			const response = await pass(request);
			// After two refusals the rule waits for the next minute.
			if (response.status === 429 && ++refused === 2) platform.clock.advance("1 minute");
			return response;
		});
		const report = await check(mutated(server, platform, platform.fetch), { include: ["id:GROUP-483"], repeat: false });
		expect(deviations(report)).toEqual([]);
		expect(refused).toBe(4);
	});

	test("that is self-managed and not ultimate, whose scene is not given, but found", async () => {
		const { fetch } = createPlatform({ seed: demo, tier: "premium", offering: "self-managed" });
		const include = ["domain:pipelines", "domain:credentials", "domain:releases", "domain:groups"];
		const report = await run({ baseUrl, fetch, mode: "sandbox", tokens: scene.tokens, include });
		expect(deviations(report)).toEqual([]);
		expect(report.results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(200);
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
