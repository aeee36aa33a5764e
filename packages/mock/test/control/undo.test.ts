import { expect, test } from "vitest";
import { controlled } from "../support/control";

test("a changed record gets back the fields that were changed, and keeps what others changed since", async () => {
	const { control, state } = controlled();
	const before = state();
	const changed = await control("PATCH", "/records/issues/201", { title: "Other", author: "owner" });
	expect((await control("POST", `/undo/${changed.undo}`)).status).toBe(204);
	expect(state()).toBe(before);
	const again = await control("PATCH", "/records/issues/201", { title: "Other" });
	await control("PATCH", "/records/issues/201", { weight: 8 });
	const label = await control("POST", "/records/labels", { project: "acme/web", name: "since" });
	await control("POST", `/undo/${again.undo}`);
	const { body } = await control("GET", "/records/issues/201");
	expect([body.title === "Other", body.weight]).toEqual([false, 8]);
	expect((await control("GET", `/records/labels/${label.body.id}`)).status).toBe(200);
});

test("a record that is gone, or whose former name is taken, cannot be put back", async () => {
	const { control } = controlled();
	const { body: label } = await control("POST", "/records/labels", { project: "acme/web", name: "first" });
	const renamed = await control("PATCH", `/records/labels/${label.id}`, { name: "second" });
	const { body: other } = await control("POST", "/records/labels", { project: "acme/web", name: "first" });
	const taken = await control("POST", `/undo/${renamed.undo}`);
	expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining("first")]);
	await control("DELETE", `/records/labels/${other.id}`);
	// A step stays undoable until its undo succeeds.
	expect((await control("POST", `/undo/${renamed.undo}`)).status).toBe(204);
	const last = await control("PATCH", `/records/labels/${label.id}`, { name: "third" });
	await control("DELETE", `/records/labels/${label.id}`);
	const gone = await control("POST", `/undo/${last.undo}`);
	expect([gone.status, gone.body.message]).toEqual([
		409,
		`Row ${label.id} of labels was deleted in the meantime, so its fields cannot be restored.`,
	]);
});

test("changed settings get their values back, those that came with a dialect too", async () => {
	const { control, platform } = controlled();
	platform.configure({ spam: { isSpam: () => true }, session: "_session" });
	const before = { ...platform.settings };
	const changed = await control("PATCH", "/settings", { dialect: "gitlab", tier: "free", session: null, spam: null });
	await control("PATCH", "/settings", { latency: 3 });
	expect((await control("POST", `/undo/${changed.undo}`)).status).toBe(204);
	expect(platform.settings).toEqual({ ...before, latency: 3 });
});

test.each([
	["faults", { operation: "getGroup", status: 503 }],
	["overrides", { operation: "getGroup", status: 503 }],
])("changed %s strike again as they did, and count on", async (kind, rule) => {
	const { control, call } = controlled();
	const get = async () => (await call("/groups/acme")).status;
	const { body: first } = await control("POST", `/${kind}`, { ...rule, times: 2 });
	await control("POST", `/${kind}`, { operation: "getUser", status: 500 });
	await get();
	const before = (await control("GET", `/${kind}`)).body;
	const change = { enabled: false, options: { ...rule, status: 500 }, position: 1 };
	const changed = await control("PATCH", `/${kind}/${first.id}`, change);
	const added = await control("POST", `/${kind}`, { operation: "getUser", status: 501 });
	expect((await control("POST", `/undo/${changed.undo}`)).status).toBe(204);
	expect((await control("GET", `/${kind}`)).body).toEqual([...before, added.body]);
	// The fault has applied once, and applies once more.
	expect([await get(), await get()]).toEqual([503, 200]);
});

test("a snapshot that another one replaced comes back", async () => {
	const { control, platform } = controlled();
	const first = await control("POST", "/snapshot", { snapshot: "a" });
	expect(first.undo).toBeNull();
	const before = platform.snapshots.get("a");
	platform.state.issues.update(201, { title: "Other" });
	const second = await control("POST", "/snapshot", { snapshot: "a" });
	expect(platform.snapshots.get("a")).not.toBe(before);
	await control("POST", `/undo/${second.undo}`);
	expect(platform.snapshots.get("a")).toBe(before);
});

test("a link to an incident product is taken back", async () => {
	const { control, state } = controlled();
	const before = state();
	const link = { user: "maintainer", address: "https://incidents.example.com/api" };
	const { body: projects } = await control("GET", "/records/projects?limit=50");
	let linked: string | null = null;
	for (const { id } of projects.rows) linked ??= (await control("PUT", `/projects/${id}/incident-product`, link)).undo;
	expect(state()).not.toBe(before);
	expect((await control("POST", `/undo/${linked}`)).status).toBe(204);
	expect(state()).toBe(before);
});
