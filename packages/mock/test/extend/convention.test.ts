import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { extensionsOf } from "../../src/cli/read-extensions";
import { temporaryFolder } from "../support/temporary-folder";
import { askOf } from "../support/world";

const file = fileURLToPath(new URL("deployments.yaml", import.meta.url));

async function served() {
	const platform = createPlatform({
		seed: demo,
		clock: "2026-01-05T09:30:00.000Z",
		strict: true,
		extensions: await extensionsOf({ extend: [file], onlyContract: true }),
		// In strict mode, each response is validated, and an invalid one fails the test.
		onError: (error) => {
			throw error;
		},
	});
	const ask = askOf(platform.fetch);
	const request = (who: string, method: string, path: string, json?: object) => ask(who, method, path, { json });
	return { platform, request };
}

const base = "/projects/acme%2Fweb/deployments";

test("an OpenAPI file alone keeps records: create, list, filter, page, return, change and delete", async () => {
	const { request, platform } = await served();
	const made = await request("developer", "POST", base, { ref: "main", traffic: 0.5 });
	const expected = { id: 1, ref: "main", status: "created", traffic: 0.5, created_at: "2026-01-05T09:30:00.000Z" };
	expect([made.status, made.body]).toMatchObject([201, expected]);
	for (const status of ["running", "success", "failed"])
		await request("developer", "POST", base, { ref: status, status });
	const page = await request("guest", "GET", `${base}?per_page=3&page=2`);
	expect([page.body.length, page.headers.get("x-total")]).toEqual([1, "4"]);
	expect((await request("guest", "GET", `${base}?status=failed`)).body).toMatchObject([{ ref: "failed" }]);
	platform.clock.advance("1 hour");
	const changed = await request("developer", "PUT", `${base}/1`, { status: "success" });
	expect(changed.body).toMatchObject({ ...expected, status: "success", updated_at: "2026-01-05T10:30:00.000Z" });
	expect((await request("guest", "GET", `${base}/1`)).body).toEqual(changed.body);
	expect((await request("developer", "DELETE", `${base}/1`)).status).toBe(403);
	expect((await request("maintainer", "DELETE", `${base}/1`)).status).toBe(204);
	expect((await request("guest", "GET", `${base}/1`)).status).toBe(404);
	// Each project has its own records.
	const [other] = platform.state.projects.in("group", 11).filter(({ id }) => id !== 101);
	expect((await request("root", "GET", `/projects/${other?.id}/deployments`)).body).toEqual([]);
	expect((await request("root", "GET", `/projects/${other?.id}/deployments/2`)).status).toBe(404);
});

test("its parameters and roles are those of the file, and its records are seeds", async () => {
	const { request, platform } = await served();
	expect((await request("developer", "POST", base, {})).body).toEqual({ error: "ref is missing" });
	expect((await request("developer", "POST", base, { ref: "main", status: "lost" })).status).toBe(400);
	expect((await request("guest", "POST", base, { ref: "main" })).status).toBe(403);
	platform.load(JSON.parse(`{ "deployments": [{ "project": "acme/web", "ref": "v{n}", "repeat": 3 }] }`));
	expect((await request("guest", "GET", base)).body.map(({ ref }: { ref: string }) => ref)).toEqual(["v1", "v2", "v3"]);
});

test("an operation without a table returns the example of its response", async () => {
	const { request } = await served();
	expect((await request("guest", "GET", "/forecast")).body).toEqual({ today: 7 });
});

test.each([
	[
		"a file that is wrong",
		(text: string) => text.replace("operationId: getForecast", "operationId: getUser"),
		"getUser",
	],
	[
		"an operation with neither",
		(text: string) => text.replace("example: { today: 7 }", ""),
		"getForecast (GET /forecast) has no example",
	],
	[
		"a table of nothing",
		(text: string) => text.replace("  /forecast:\n", "  /forecast:\n    x-tenon-table: Forecasts\n"),
		'found "Forecasts"',
	],
])("%s is refused", async (_what, change, message) => {
	const folder = temporaryFolder();
	const changed = join(folder, "deployments.yaml");
	writeFileSync(changed, change(readFileSync(file, "utf8")));
	await expect(extensionsOf({ extend: [changed] })).rejects.toThrow(message);
});
