import { formatCoverage } from "@tenon/mock";
import { expect, test } from "vitest";
import { exercised, mergeCoverage } from "../../src/control/coverage";
import { controlled } from "../support/control";
import { world } from "../support/world";

test("coverage counts operations, statuses and parameters that were exercised, however long ago", async () => {
	const { platform, ask } = world({ journal: 1 });
	const of = (name: string) => platform.coverage().operations.find(({ operation }) => operation === name);
	expect(platform.coverage().totals).toMatchObject({
		operations: { covered: 0, total: 113 },
		parameters: { covered: 0 },
	});
	expect(of("listPipelines")).toMatchObject({
		calls: 0,
		statuses: {},
		missingStatuses: expect.arrayContaining([200, 404]),
	});
	await ask("developer", "GET", "/projects/acme%2Fweb/pipelines?status=failed&nothing=1");
	await ask("developer", "GET", "/projects/acme%2Fweb/pipelines?per_page=5&order_by[]=id");
	await ask("developer", "GET", "/projects/nowhere/pipelines");
	await ask("maintainer", "POST", "/projects/acme%2Fweb/pipeline", { json: { ref: "main" } });
	await ask("maintainer", "POST", "/projects/acme%2Fweb/pipeline?ref=main", {
		form: [
			["variables[][key]", "A"],
			["variables[][value]", "b"],
		],
	});
	expect(of("listPipelines")).toMatchObject({
		calls: 3,
		statuses: { 200: 1, 400: 1, 404: 1 },
		parameters: ["id", "order_by", "status", "per_page"],
		missingParameters: expect.arrayContaining(["ref", "page"]),
	});
	expect(of("listPipelines")?.missingStatuses).toEqual(expect.arrayContaining([401, 403]));
	expect(of("createPipeline")).toMatchObject({
		statuses: { 201: 2 },
		parameters: expect.arrayContaining(["id", "ref", "variables"]),
	});
	const { totals } = platform.coverage();
	expect([totals.operations.covered, totals.successes.covered, totals.errors.covered]).toEqual([2, 2, 2]);
	platform.reset();
	expect(of("listPipelines")?.calls).toBe(3);
});

test("coverage reads as a text", async () => {
	const { platform, ask } = world();
	await ask("developer", "GET", "/projects/acme%2Fweb/pipelines/latest");
	await ask("developer", "GET", "/projects/acme%2Fweb/pipelines/latest");
	const text = formatCoverage(platform.coverage());
	expect(text).toContain("operations     0 %  1 of 113");
	expect(text).toContain("getLatestPipeline      2 calls  200 ×2");
	expect(text).toMatch(/never: statuses .*404.*; parameters ref/);
	expect(text).toMatch(/Never called: listIssueNotes, .*executeGraphql/);
});

test("responses that break the contract are counted by status, while somebody follows the journal", async () => {
	const { platform } = world();
	const ask = () =>
		platform.fetch("http://tenon.test/api/v4/user", { headers: { "PRIVATE-TOKEN": "developer-token" } });
	const of = () => platform.coverage().operations.find(({ operation }) => operation === "getCurrentUser");
	// A test can set a response that violates the contract.
	platform.overrides.addFixed({ operation: "getCurrentUser", body: { id: "one" } });
	await ask();
	expect(of()).toMatchObject({ statuses: { 200: 1 }, broken: {} });
	const stop = platform.journal.listen({ onExchange: () => {}, onClear: () => {} });
	await ask();
	stop();
	expect(of()).toMatchObject({ statuses: { 200: 2 }, broken: { 200: 1 } });
	expect(mergeCoverage([exercised(platform.coverage()), exercised(platform.coverage())]).operations).toContainEqual(
		expect.objectContaining({ operation: "getCurrentUser", statuses: { 200: 4 }, broken: { 200: 2 } }),
	);
});

test("every operation gets the 401 and the 404 that nobody has seen, and each response is in the journal", async () => {
	const { control, platform } = controlled();
	const reached = { 401: 0, 404: 0 };
	for (const { operation, missingStatuses } of platform.coverage().operations)
		for (const status of [401, 404] as const) {
			if (!missingStatuses.includes(status) || operation === "executeGraphql") continue;
			const { status: replied, body } = await control("POST", `/coverage/${operation}/try`, { status });
			// Some operations have no path parameters, and alerts have their own URLs.
			if (replied === 400) continue;
			expect([operation, body.status]).toEqual([operation, status]);
			expect(platform.journal.last()).toMatchObject({ id: body.id, operation });
			reached[status] += 1;
		}
	expect(reached[401]).toBeGreaterThan(100);
	expect(reached[404]).toBeGreaterThan(85);
	const { totals } = platform.coverage();
	expect(totals.errors.covered).toBe(reached[401] + reached[404]);
});

test("what cannot be tried says why", async () => {
	const { control } = controlled();
	const wrong: [string, unknown, number, string][] = [
		["getUsr", { status: 404 }, 404, 'There is no operation "getUsr". Did you mean "getUser"?'],
		["getUser", { status: 418 }, 400, "expected one of 401, 404, found 418"],
		["getUser", {}, 400, "missing: 401 or 404"],
		["sendAlert", { status: 401 }, 400, "alerts cannot be tried"],
		[
			"getCurrentUser",
			{ status: 404 },
			400,
			"the path of getCurrentUser has no parameter, so no record can be missing",
		],
	];
	for (const [operation, json, status, message] of wrong) {
		const { status: found, body } = await control("POST", `/coverage/${operation}/try`, json);
		expect([found, body.message]).toEqual([status, expect.stringContaining(message)]);
	}
	const alone = controlled({});
	expect((await alone.control("POST", "/coverage/getUser/try", { status: 404 })).status).toBe(409);
});
