/** The control API's details of worlds, and the restoration of deleted worlds. */
import { createPlatform, createWorlds, demo, type Worlds } from "@tenon/mock";
import { expect, test } from "vitest";
import { controlOf, testsOperations } from "../support/control";
import { startOfTime } from "../support/world";

const origin = "http://tenon.test";
const headers = { "PRIVATE-TOKEN": "developer-token" };

function mock(worlds: Worlds = createWorlds({ seed: demo, clock: startOfTime })) {
	const send = controlOf(worlds);
	const control = (method: string, path: string, json?: unknown, world?: string) =>
		send(method, path, json, world === undefined ? {} : { "X-Mock-World": world });
	const say = (world: string) =>
		worlds.fetch(`${origin}/_world/${world}/api/v4/projects/acme%2Fweb/issues/1/notes`, {
			method: "POST",
			headers,
			body: new URLSearchParams({ body: `in ${world}` }),
		});
	return { worlds, control, say };
}

testsOperations(/.worlds|GET .changes|snapshot.\/state$/);

test("the list has the requests and changed rows of each world, and reading it does not count as a use", async () => {
	const { worlds, control, say } = mock();
	await say("one");
	await say("one");
	expect((await control("POST", "/worlds", { world: "two" })).status).toBe(201);
	worlds.get("two").clock.tick();
	worlds.get("one").snapshots.take("a");
	const { body } = await control("GET", "/worlds?details=true");
	expect(body.worlds).toEqual(["one", "two"]);
	expect(body.details).toEqual([
		{
			name: "one",
			requests: 2,
			changedRows: expect.any(Number),
			idle: 0,
			now: startOfTime,
			ticking: false,
			snapshots: 1,
		},
		{ name: "two", requests: 0, changedRows: 0, idle: null, now: expect.any(String), ticking: true, snapshots: 0 },
	]);
	expect(body.details[0].changedRows).toBeGreaterThanOrEqual(2);
	expect((await control("GET", "/worlds")).body).toEqual({ worlds: ["one", "two"] });
	expect((await control("PUT", "/worlds")).status).toBe(405);
});

test("changes since the beginning are listed row by row", async () => {
	const { worlds, control, say } = mock();
	expect((await control("GET", "/changes", undefined, "one")).body).toEqual({});
	await say("one");
	const user = worlds.get("one").state.users.one("username", "guest");
	if (!user) throw new Error("There is no guest.");
	await control("DELETE", `/records/users/${user.id}`, undefined, "one");
	const { body } = await control("GET", "/changes", undefined, "one");
	expect(body.notes.added.map(({ body: text }: { body: string }) => text)).toContain("in one");
	expect(body.users.removed).toMatchObject([{ username: "guest" }]);
	const rows = Object.values<Record<string, unknown[]>>(body).flatMap(({ added = [], removed = [], changed = [] }) => [
		...added,
		...removed,
		...changed,
	]);
	expect((await control("GET", "/worlds?details=true")).body.details[0].changedRows).toBeGreaterThanOrEqual(
		rows.length,
	);
	await control("POST", "/snapshot", { snapshot: "a" }, "one");
	await control("POST", "/reset", undefined, "one");
	expect((await control("GET", "/changes", undefined, "one")).body).toEqual({});
	expect((await control("GET", "/changes?to=a", undefined, "one")).body).toEqual(body);
	expect((await control("GET", "/changes?to=none", undefined, "one")).status).toBe(404);
});

test("a snapshot is a state file that another world imports", async () => {
	const { worlds, control, say } = mock();
	await say("one");
	await control("POST", "/snapshot", { snapshot: "a" }, "one");
	const before = worlds.get("one").exportState();
	await say("one");
	const { body } = await control("GET", "/snapshots/a/state", undefined, "one");
	expect(body).toEqual(JSON.parse(JSON.stringify(before)));
	expect((await control("PUT", "/state", body, "two")).status).toBe(204);
	expect(worlds.get("two").exportState()).toEqual(before);
	expect((await control("GET", "/snapshots/none/state", undefined, "one")).status).toBe(404);
});

test("a deleted world is restored with all its data, even over a newer one", async () => {
	const { worlds, control, say } = mock();
	await say("one");
	worlds.get("one").clock.advance("2 days");
	worlds.get("one").faults.add({ operation: "getGroup", status: 503 });
	worlds.get("one").snapshots.take("a");
	const state = worlds.get("one").exportState();
	const first = await control("DELETE", "/worlds/one");
	expect([first.status, worlds.names]).toEqual([204, []]);
	// A request creates the world again before it is restored.
	await worlds.fetch(`${origin}/_world/one/api/v4/user`, { headers });
	expect(worlds.get("one").snapshots.names).toEqual([]);
	expect((await control("POST", `/undo/${first.undo}`)).status).toBe(204);
	const back = worlds.get("one");
	expect(back.exportState()).toEqual(state);
	expect([back.faults.list().length, back.snapshots.names, back.journal.count()]).toEqual([1, ["a"], 1]);
	expect((await control("POST", `/undo/${first.undo}`)).status).toBe(404);
	expect((await control("POST", "/undo/world-99")).status).toBe(404);
	expect((await control("DELETE", "/worlds/none")).status).toBe(404);
	const unnamed = await control("DELETE", "/worlds/default");
	expect(unnamed.status).toBe(404);
});

test("a reset of one world is undone in that world alone", async () => {
	const { worlds, control, say } = mock();
	await say("one");
	await say("two");
	const notes = (world: string) => worlds.get(world).state.notes.size;
	const [one, two] = [notes("one"), notes("two")];
	const { undo } = await control("POST", "/reset", undefined, "one");
	expect(notes("one")).toBeLessThan(one);
	expect((await control("POST", `/undo/${undo}`, undefined, "two")).status).toBe(404);
	expect((await control("POST", `/undo/${undo}`, undefined, "one")).status).toBe(204);
	expect([notes("one"), notes("two")]).toEqual([one, two]);
});

test("coverage is of one world, or of all together", async () => {
	const { worlds, control, say } = mock();
	await say("one");
	await say("two");
	await worlds.fetch(`${origin}/_world/two/api/v4/user`, { headers });
	const calls = async (path: string, world?: string) =>
		(await control("GET", path, undefined, world)).body.operations
			.filter((row: { calls: number }) => row.calls > 0)
			.map((row: { operation: string; calls: number }) => [row.operation, row.calls]);
	expect(await calls("/coverage", "one")).toEqual([["createIssueNote", 1]]);
	expect(await calls("/coverage?world=*", "one")).toEqual([
		["createIssueNote", 2],
		["getCurrentUser", 1],
	]);
	const wrong = await control("GET", "/coverage?world=two");
	expect([wrong.status, wrong.body.message]).toEqual([
		400,
		'world: expected "*", found "two". The header X-Mock-World names one world.',
	]);
	// Without worlds, there is only one platform.
	const alone = createPlatform({ seed: demo });
	expect((await alone.fetch(`${origin}/_mock/coverage?world=*`)).status).toBe(200);
});

test("the requests of all worlds are one list in the order in which they came, filtered as the list of one", async () => {
	const { worlds, control, say } = mock();
	await say("one");
	await say("two");
	await worlds.fetch(`${origin}/_world/one/api/v4/user`, { headers });
	const list = async (query: string, world?: string) =>
		(await control("GET", `/journal/summaries${query}`, undefined, world)).body.entries.map(
			(entry: { world?: string; operation: string }) => [entry.world, entry.operation],
		);
	expect(await list("?world=*")).toEqual([
		["one", "createIssueNote"],
		["two", "createIssueNote"],
		["one", "getCurrentUser"],
	]);
	expect(await list("?world=*&limit=1")).toEqual([["one", "getCurrentUser"]]);
	expect(await list("?world=*&operation=createIssueNote&limit=1")).toEqual([["two", "createIssueNote"]]);
	expect(await list("", "two")).toEqual([[undefined, "createIssueNote"]]);
	for (const query of ["world=two", "world=*&operation=none", "world=*&limit=x", "world=*&unknown=1"])
		expect([query, (await control("GET", `/journal/summaries?${query}`)).status]).toEqual([query, 400]);
	// Without worlds, there is only one platform.
	const alone = createPlatform({ seed: demo });
	expect((await alone.fetch(`${origin}/_mock/journal/summaries?world=*`)).status).toBe(200);
});
