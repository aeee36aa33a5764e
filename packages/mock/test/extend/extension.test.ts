import { createPlatform, demo, type PlatformOptions } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { createWorlds } from "../../src/platform/worlds";
import { extension } from "./approvals";

/** Returns a platform with the extension, and a function that calls it with JSON. Each response is validated. */
function extended(options: PlatformOptions = {}) {
	const errors: unknown[] = [];
	const platform = createPlatform({
		seed: demo,
		clock: "2026-01-05T09:30:00.000Z",
		strict: true,
		extensions: [extension],
		onError: (error) => errors.push(error),
		...options,
	});
	const request = async (who: string | null, method: string, path: string, json?: unknown, headers: object = {}) => {
		const response = await platform.fetch(`http://tenon.test${path.startsWith("/_mock") ? "" : "/api/v4"}${path}`, {
			method,
			headers: {
				...(who === null ? {} : { "PRIVATE-TOKEN": `${who}-token` }),
				...(json === undefined ? {} : { "content-type": "application/json" }),
				...headers,
			},
			...(json === undefined ? {} : { body: JSON.stringify(json) }),
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
	};
	const [first] = platform.state.mergeRequests.in("project", 101);
	const base = `/projects/acme%2Fweb/merge_requests/${first?.iid}/approvals`;
	return { platform, request, errors, base };
}

describe("an operation of an extension", () => {
	test("reads parameters, writes its own table and shows what the handler returns", async () => {
		const { request, base, errors } = extended();
		const made = await request("developer", "POST", base, { comment: "Looks good.", final: "true" });
		expect([made.status, made.body]).toMatchObject([201, { comment: "Looks good.", final: true, user: "developer" }]);
		expect((await request("reporter", "GET", `${base}/${made.body.id}`)).body).toEqual(made.body);
		expect((await request("maintainer", "DELETE", `${base}/${made.body.id}`)).status).toBe(204);
		expect((await request("reporter", "GET", `${base}/${made.body.id}`)).status).toBe(404);
		expect(errors).toEqual([]);
	});

	test("pages as every list does, and filters before it pages", async () => {
		const { request, base } = extended();
		for (const who of ["developer", "maintainer", "owner"])
			await request(who, "POST", base, { comment: who, final: who === "owner" });
		const list = await request("reporter", "GET", `${base}?per_page=2&page=2`);
		expect([list.body.length, list.headers.get("x-total"), list.headers.get("x-prev-page")]).toEqual([1, "3", "1"]);
		expect((await request("reporter", "GET", `${base}?final=true`)).body).toMatchObject([{ user: "owner" }]);
		expect(list.headers.get("link")).toContain('rel="first"');
	});

	test("refuses as the contract's own do: credential, scope, role, visibility, parameters, tier, strictness", async () => {
		const { request, base, platform } = extended();
		expect((await request(null, "GET", base)).status).toBe(401);
		expect((await request("guest", "GET", base)).status).toBe(403);
		expect((await request("reporter", "POST", base, { comment: "x" })).status).toBe(403);
		expect((await request("outsider", "GET", "/projects/acme%2Fno/merge_requests/1/approvals")).status).toBe(404);
		expect((await request("developer", "POST", base, {})).body).toEqual({ error: "comment is missing" });
		expect((await request("developer", "GET", `${base}?shoe=7`)).status).toBe(400);
		expect((await request("reporter", "GET", `${base}?final=perhaps`)).status).toBe(400);
		const read = await request(null, "POST", base, { comment: "x" }, { "PRIVATE-TOKEN": "developer-read-token" });
		expect([read.status, read.body.error]).toEqual([403, "insufficient_scope"]);
		platform.settings.tier = "free";
		expect((await request("developer", "POST", base, { comment: "x" })).status).toBe(404);
		expect((await request("reporter", "GET", base)).status).toBe(200);
	});

	test("takes back what a handler wrote before it threw", async () => {
		const { request, base, platform, errors } = extended();
		const before = JSON.stringify(platform.exportState().tables.approvals);
		expect((await request("developer", "POST", base, { comment: "fail" })).status).toBe(500);
		expect(JSON.stringify(platform.exportState().tables.approvals)).toBe(before);
		expect(errors).toMatchObject([{ message: "a fault of the handler" }]);
	});

	test("acts as another user by sudo, replies with a status of its own, and needs no credential where it is open", async () => {
		const { request, base } = extended();
		const made = await request("root", "POST", `${base}?sudo=developer`, { comment: "later" });
		expect([made.status, made.body.user]).toEqual([202, "developer"]);
		expect((await request(null, "GET", "/service_status")).body).toEqual({ status: "up" });
		expect((await request("guest", "GET", "/groups/acme/approval_summary")).body).toEqual({ approvals: 1 });
	});

	test("is reported to onError in strict mode when its response breaks the OpenAPI file", async () => {
		const broken = {
			...extension,
			operations: { ...extension.operations, getServiceStatus: { handle: () => ({ status: 7 }) } },
		};
		const errors: unknown[] = [];
		const platform = createPlatform({
			seed: demo,
			strict: true,
			extensions: [broken],
			onError: (one) => errors.push(one),
		});
		await platform.fetch("/api/v4/service_status", { headers: { "PRIVATE-TOKEN": "guest-token" } });
		expect(String(errors[0])).toContain("getServiceStatus breaks the contract: /status");
	});
});

describe("what controls the platform knows the operations of an extension", () => {
	test("faults, overrides, journal, coverage, explain and suggestions", async () => {
		const { request, base, platform } = extended({ explain: true });
		const fault = { operation: "listApprovals", status: 503, times: 1 };
		expect((await request(null, "POST", "/_mock/faults", fault)).status).toBe(201);
		expect((await request("reporter", "GET", base)).status).toBe(503);
		await request(null, "POST", "/_mock/overrides", {
			operation: "getServiceStatus",
			status: 200,
			body: { status: "down" },
		});
		expect((await request(null, "GET", "/service_status")).body).toEqual({ status: "down" });
		const typo = await request(null, "POST", "/_mock/faults", { operation: "listAprovals", status: 503 });
		expect(JSON.stringify(typo.body)).toContain("listApprovals");
		const refused = await request("guest", "GET", base);
		expect(refused.headers.get("x-mock-reason")).toMatch(/^role: .*reporter.*guest/);
		const journal = await request(null, "GET", "/_mock/journal?operation=listApprovals");
		expect(journal.body.count).toBe(2);
		const row = platform.coverage().operations.find(({ operation }) => operation === "listApprovals");
		expect(row).toMatchObject({ calls: 2, statuses: { 403: 1, 503: 1 }, missingStatuses: [200, 400, 401, 404] });
		const near = await request("reporter", "GET", base.replace("approvals", "aprovals"));
		expect(near.headers.get("x-mock-reason")).toContain("listApprovals");
	});

	test("its rows are seeds, records, snapshots, state files and worlds", async () => {
		const { request, base, platform } = extended();
		const [{ id }] = (platform.load({
			approvals: [
				{ merge_request_id: platform.state.mergeRequests.in("project", 101)[0]?.id, user: "owner", comment: "Seeded" },
			],
		}).approvals ?? []) as [{ id: number }];
		expect((await request("reporter", "GET", `${base}/${id}`)).body).toMatchObject({
			comment: "Seeded",
			user: "owner",
		});
		const nested = {
			projects: [
				{ full_path: "acme/new", merge_requests: [{ title: "A", approvals: [{ user: "owner", comment: "Nested" }] }] },
			],
		};
		expect((await request(null, "POST", "/_mock/seed", nested)).status).toBe(201);
		const made = await request(null, "POST", "/_mock/records/approvals", { merge_request_id: 1, user: "nobody" });
		expect([made.status, JSON.stringify(made.body)]).toMatchObject([400, expect.stringContaining("/user")]);
		const short = await request(null, "POST", "/_mock/records/approvals", { user: "guest", comment: "No request" });
		expect([short.status, JSON.stringify(short.body)]).toMatchObject([
			400,
			expect.stringContaining("merge_request_id"),
		]);

		const kept = JSON.stringify(platform.exportState());
		const again = extended({ seed: [] });
		again.platform.importState(kept);
		expect(JSON.stringify(again.platform.exportState().tables)).toBe(JSON.stringify(platform.exportState().tables));
		expect(() => createPlatform().importState(kept)).toThrow("tables.approvals: there is no such table");
		const copy = extended({ seed: platform.exportSeed() });
		expect(JSON.stringify(copy.platform.exportState().tables.approvals)).toBe(
			JSON.stringify(platform.exportState().tables.approvals),
		);
		const fork = platform.fork();
		expect((await fork.fetch("/api/v4/service_status")).status).toBe(200);
		platform.reset();
		expect((await request("reporter", "GET", base)).body).toEqual([]);
		// The row belongs to the merge request.
		const { state } = platform;
		const [target] = state.mergeRequests.in("project", 101);
		await request(null, "POST", "/_mock/records/approvals", {
			merge_request_id: target?.id,
			user: "guest",
			comment: "x",
		});
		await request(null, "DELETE", `/_mock/records/merge_requests/${target?.id}`);
		expect((await request(null, "GET", "/_mock/records/approvals")).body).toMatchObject({ count: 0 });
	});

	test("every world has them", async () => {
		const worlds = createWorlds({ seed: demo, extensions: [extension] });
		const response = await worlds.fetch("http://tenon.test/_world/one/api/v4/service_status");
		expect([response.status, await response.json()]).toEqual([200, { status: "up" }]);
	});
});

describe("an extension that does not fit is refused when the platform is made", () => {
	const { openapi, operations } = extension;
	const { getServiceStatus, ...rest } = operations;
	const cases: [what: string, extensions: readonly unknown[], message: string][] = [
		[
			"a role in a place that the path does not name",
			[
				{
					openapi,
					operations: {
						...operations,
						getServiceStatus: { ...getServiceStatus, access: { role: "guest", of: "project" } },
					},
				},
			],
			"requires a role in the project of getServiceStatus, but the path /service_status has no {id}",
		],
		[
			"an operation without a handler",
			[{ openapi, operations: rest }],
			"The extension approvals has no handler for getServiceStatus.",
		],
		[
			"a handler without an operation",
			[{ openapi, operations: { ...operations, getStatus: getServiceStatus } }],
			"has a handler for getStatus, which its OpenAPI file does not have",
		],
		[
			"the same extension twice",
			[extension, extension],
			"has an operation listApprovals, which the platform already has",
		],
		[
			"an operation under a path that the platform already has",
			[
				{
					openapi: {
						...openapi,
						operations: { getMe: { ...openapi.operations.getServiceStatus, id: "getMe", path: "/user" } },
					},
					operations: { getMe: getServiceStatus },
				},
			],
			"GET /user is the path of two operations: getCurrentUser and getMe.",
		],
		[
			"a table under another name",
			[{ ...extension, tables: { votes: extension.tables?.approvals } }],
			"has the table approvals under the name votes",
		],
	];
	test.each(cases)("%s", (_what, extensions, message) => {
		// Each of them is wrong on purpose, and its type does not allow it.
		expect(() => createPlatform({ extensions: extensions as never })).toThrow(message);
	});
});
