import { createPlatform, demo } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import type { Result } from "../../packages/conformance/src/index";
import { onlyPretends } from "../mutants/breaks";
import { type Break, type Mutant, mutant, mutated } from "../mutants/mutant";
import { againstMock } from "./against-mock";

/** Returns the result of the sequences of one noun on a broken server. */
async function met(broken: Mutant, noun: string, seed = 1): Promise<Result | undefined> {
	const fetch = mutated(broken, createPlatform({ seed: demo }));
	const report = await againstMock({}, { fetch, seed, include: [`sequences/${noun}/model`] });
	return report.results[0];
}

/** Returns the method and status of each request. */
const outline = (result: Result | undefined): readonly string[] =>
	(result?.sequence ?? []).map((line) => line.replace(/^([A-Z]+) .* → (\d+)$/, "$1 $2"));

/** A second deletion restores a note for anyone who reads it by its id. */
function returningNote(): Mutant {
	const removed = new Map<string, string>();
	const back = new Set<string>();
	const broken: Break = async (request, pass) => {
		const { url, method, headers } = request;
		if (method === "DELETE") {
			if (removed.has(url)) back.add(url);
			const read = await pass(new Request(url, { headers }));
			if (read.ok) removed.set(url, await read.text());
		} else if (back.has(url))
			return new Response(removed.get(url), { headers: { "content-type": "application/json" } });
		return await pass(request);
	};
	return mutant("a note returns when it is removed twice", ["deleteIssueNote", "getIssueNote"], broken);
}

/** A link keeps its first change and ignores later ones. */
function forgetfulLink(): Mutant {
	const changed = new Set<string>();
	const pretends = onlyPretends(200);
	return mutant("a link is changed only once", "updateReleaseLink", async (request, pass, platform) => {
		if (changed.has(request.url)) return await pretends(request, pass, platform);
		const response = await pass(request);
		if (response.ok) changed.add(request.url);
		return response;
	});
}

describe("sequences", () => {
	test("every noun's sequences pass on the mock with any seed, and leave nothing behind", async () => {
		for (const seed of [1, 77]) {
			const report = await againstMock({}, { seed, include: ["sequences/*"] });
			expect(report.results.map(({ check, verdict, reason }) => [check.id, verdict, reason])).toEqual(
				report.results.map(({ check }) => [check.id, "pass", undefined]),
			);
			expect(report.results).toHaveLength(6);
			expect(report.leftovers).toEqual([]);
		}
	}, 60_000);

	test("finds a fault that needs several calls, and reports the fewest calls that show it", async () => {
		const note = await met(returningNote(), "issue-notes");
		expect(note?.verdict).toBe("fail");
		expect(outline(note)).toEqual(["POST 201", "DELETE 204", "DELETE 404", "GET 200"]);
		expect(note?.reason).toMatch(/status: expected 404, got 200 \(seed 1 path [\d:]+\)/);
		expect(note?.evidence?.request.method).toBe("GET");

		const link = await met(forgetfulLink(), "release-links");
		expect(link?.verdict).toBe("fail");
		expect(outline(link).slice(0, 3)).toEqual(["POST 201", "PUT 200", "PUT 200"]);
		expect(outline(link)).toHaveLength(4);
	}, 60_000);

	test("the same seed finds the same sequence by the same path, and another seed finds the fault too", async () => {
		const [first, second, other] = [
			await met(forgetfulLink(), "release-links", 5),
			await met(forgetfulLink(), "release-links", 5),
			await met(forgetfulLink(), "release-links", 6),
		];
		const path = (result: Result | undefined) => /seed \d+ path [\d:]+/.exec(result?.reason ?? "")?.[0];
		expect(path(first)).toMatch(/^seed 5 path/);
		expect(path(second)).toBe(path(first));
		expect(outline(second)).toEqual(outline(first));
		expect(other?.verdict).toBe("fail");
		expect(path(other)).not.toBe(path(first));
	}, 60_000);
});
