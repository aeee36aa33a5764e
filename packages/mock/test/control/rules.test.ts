/** Changes, moves, tests and restores faults and overrides through the control API. */
import { expect, test } from "vitest";
import { type Controlled, controlled, testsOperations } from "../support/control";

const get = async ({ call }: Controlled, path: string): Promise<number> => (await call(path)).status;

testsOperations(/(?:PATCH|preview).*(?:faults|overrides)|(?:faults|overrides).preview/);

test("a fault is switched off and on, and lets go of what it holds", async () => {
	const mock = controlled();
	const { control } = mock;
	await control("POST", "/faults", { operation: "getGroup", hold: true });
	const waiting = get(mock, "/groups/acme");
	await expect.poll(async () => (await control("GET", "/faults/fault-1")).body.held).toBe(1);
	expect((await control("PATCH", "/faults/fault-1", { enabled: false })).body).toMatchObject({
		enabled: false,
		held: 0,
	});
	expect([await waiting, await get(mock, "/groups/acme")]).toEqual([200, 200]);
	await control("PATCH", "/faults/fault-1", { enabled: true, options: { operation: "getGroup", status: 503 } });
	expect(await get(mock, "/groups/acme")).toBe(503);
});

test("with other options a fault counts from zero, and wrong ones change nothing", async () => {
	const mock = controlled();
	const { control } = mock;
	await control("POST", "/faults", { operation: "getGroup", status: 503, times: 1 });
	expect([await get(mock, "/groups/acme"), await get(mock, "/groups/acme")]).toEqual([503, 200]);
	const wrong = await control("PATCH", "/faults/fault-1", { enabled: false, options: { status: 99 } });
	expect([wrong.status, wrong.body.faults[0].pointer]).toEqual([400, "/options/status"]);
	expect((await control("PATCH", "/faults/fault-1", { position: -1 })).body.faults[0].pointer).toBe("/position");
	expect((await control("GET", "/faults/fault-1")).body).toMatchObject({ enabled: true, calls: 1 });
	await control("PATCH", "/faults/fault-1", { options: { operation: "getGroup", status: 500, times: 1 } });
	expect([await get(mock, "/groups/acme"), await get(mock, "/groups/acme")]).toEqual([500, 200]);
});

test("the first of several faults in the list applies, no matter where it was added", async () => {
	const mock = controlled();
	const { control } = mock;
	for (const status of [500, 502, 503]) await control("POST", "/faults", { operation: "getGroup", status });
	const ids = async () => (await control("GET", "/faults")).body.map(({ id }: { id: string }) => id);
	expect(await get(mock, "/groups/acme")).toBe(500);
	await control("PATCH", "/faults/fault-3", { position: 0 });
	expect([await ids(), await get(mock, "/groups/acme")]).toEqual([["fault-3", "fault-1", "fault-2"], 503]);
	await control("PATCH", "/faults/fault-3", { position: 99 });
	expect([await ids(), await get(mock, "/groups/acme")]).toEqual([["fault-1", "fault-2", "fault-3"], 500]);
});

test("overrides are switched off, changed and moved; those of functions stay in their places", async () => {
	const mock = controlled();
	const { control, platform } = mock;
	await control("POST", "/overrides", { operation: "getGroup", status: 201 });
	platform.override("getUser", () => ({ status: 418 }));
	await control("POST", "/overrides", { operation: "getGroup", status: 202 });
	expect(await get(mock, "/groups/acme")).toBe(202);
	await control("PATCH", "/overrides/override-2", { position: 0 });
	expect(await get(mock, "/groups/acme")).toBe(201);
	expect((await control("PATCH", "/overrides/override-1", { enabled: false })).body.enabled).toBe(false);
	expect([await get(mock, "/groups/acme"), await get(mock, "/users/1")]).toEqual([202, 418]);
	const wrong = await control("PATCH", "/overrides/override-2", { options: { operation: "getGruop" } });
	expect([wrong.status, wrong.body.faults[0].pointer]).toEqual([400, "/options/operation"]);
	expect((await control("PATCH", "/overrides/override-2", { options: {} })).body.faults[0].pointer).toBe(
		"/options/operation",
	);
	await control("PATCH", "/overrides/override-2", { options: { operation: "getUser", status: 203 } });
	expect([await get(mock, "/groups/acme"), await get(mock, "/users/1")]).toEqual([200, 418]);
});

test("a preview says which of the last requests a rule would have struck, and adds nothing", async () => {
	const mock = controlled();
	const { control } = mock;
	for (const path of ["/groups/acme", "/user", "/groups/acme", "/groups/nobody"]) await get(mock, path);
	const all = await control("POST", "/faults/preview", { operation: "getGroup", status: 503 });
	expect(all.body).toMatchObject({ of: 4, matching: 3, struck: 3 });
	const second = await control("POST", "/faults/preview", { operation: "getGroup", status: 503, after: 1, times: 1 });
	expect(second.body).toMatchObject({ matching: 3, struck: 1, requests: [{ id: "000000000003" }] });
	const stale = await control("POST", "/faults/preview", { kind: "stale-page" });
	expect(stale.body.requests.map(({ id }: { id: string }) => id)).toEqual(["000000000003"]);
	const match = { operation: "getGroup", match: { path: "*/nobody" } };
	expect((await control("POST", "/overrides/preview", match)).body).toMatchObject({ of: 4, matching: 1, struck: 1 });
	expect((await control("POST", "/overrides/preview", { operation: "getGruop" })).status).toBe(400);
	expect((await control("POST", "/faults/preview", { operation: "getGroup" })).status).toBe(400);
	expect([(await control("GET", "/faults")).body, (await control("GET", "/overrides")).body]).toEqual([[], []]);
});

test("a rule that was removed comes back to its place, and works", async () => {
	const mock = controlled();
	const { control } = mock;
	for (const status of [500, 503]) await control("POST", "/faults", { operation: "getGroup", status });
	await control("POST", "/overrides", { operation: "getUser", status: 418 });
	const first = await control("DELETE", "/faults/fault-1");
	expect(await get(mock, "/groups/acme")).toBe(503);
	const { undo } = first;
	expect((await control("POST", `/undo/${undo}`)).status).toBe(204);
	expect(await get(mock, "/groups/acme")).toBe(500);
	// A step can only be undone once.
	expect((await control("POST", `/undo/${undo}`)).status).toBe(404);
	const others = await control("DELETE", "/overrides");
	expect(await get(mock, "/users/1")).toBe(200);
	await control("POST", `/undo/${others.undo}`);
	expect(await get(mock, "/users/1")).toBe(418);
	const last = await control("DELETE", "/overrides/override-1");
	await control("POST", `/undo/${last.undo}`);
	const all = await control("DELETE", "/faults");
	await control("POST", `/undo/${all.undo}`);
	expect((await control("GET", "/faults")).body).toHaveLength(2);
	expect((await control("GET", "/overrides")).body).toHaveLength(1);
});
