import { createPlatform } from "@tenon/mock";
import { parseSeed } from "@tenon/mock/node";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { Builder } from "../../src/seed/builder";
import { demo } from "../../src/seed/demo";
import { exportSeed } from "../../src/seed/export/export-seed";
import { loadExact } from "../../src/seed/export/load-exact";
import { volume } from "../../src/seed/volume";
import { Clock } from "../../src/state/clock";
import { State } from "../../src/state/state";
import { controlled } from "../support/control";

const start = "2026-01-05T09:30:00.000Z";

function reloaded(state: State, clock?: string): State {
	const {
		exact: _exact,
		clock: _clock,
		settings: _settings,
		last_ids,
		...kinds
	} = JSON.parse(JSON.stringify(exportSeed(state, clock)));
	const again = new State(new Clock(clock ?? "2030-01-01T00:00:00Z"));
	loadExact(kinds, last_ids, again);
	return again;
}

const filled = (...seeds: ((make: Builder) => void)[]): State => {
	const state = new State(new Clock(start));
	for (const seed of seeds) seed(new Builder(state));
	return state;
};

const data = (state: State): unknown => JSON.parse(JSON.stringify(state.toData()));

test("an exported state loads as the same state", () => {
	for (const state of [filled(), filled(demo), filled(volume({ size: 2000 }))]) {
		expect(data(reloaded(state))).toEqual(data(state));
		expect(data(reloaded(state, start))).toEqual(data(state));
	}
});

test("so does a state after any changes", async () => {
	const tables = filled(demo).tables();
	const change = fc.tuple(fc.nat(tables.length - 1), fc.constantFrom("POST", "PATCH", "DELETE"), fc.nat(5));
	await fc.assert(
		fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
			const { control, platform } = controlled();
			for (const [index, method, nth] of changes) {
				const [name = "", table] = platform.state.tables()[index] ?? [];
				const path = `/records/${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
				const row = [...(table?.all() ?? [])].at(nth);
				if (method === "POST") await control("POST", path, {});
				else if (method === "DELETE") await control("DELETE", `${path}/${row?.id ?? 1}?hard_delete=true`);
				else await control("PATCH", `${path}/${row?.id ?? 1}`, { created_at: "2026-02-02T02:02:02.222Z" });
			}
			expect(data(reloaded(platform.state))).toEqual(data(platform.state));
		}),
		{ numRuns: 25 },
	);
}, 60_000);

test("an export is short: names instead of ids, no defaults, no consecutive ids", () => {
	const state = filled((make) => {
		make.user("ada");
		make.project("lab/engine", { members: { ada: "owner" } });
		make.issue({ project: "lab/engine", title: "It stops", author: "ada", assignees: ["ada"] });
		make.state.issues.delete(make.issue({ project: "lab/engine" }).id);
		make.note({ on: make.issue({ project: "lab/engine", iid: 7 }), author: "ada" });
	});
	const { issues, notes, members, last_ids, users } = exportSeed(state, start);
	expect(users).toEqual([{ username: "ada", name: "Ada", email: "ada@example.com" }]);
	expect(members).toEqual([{ user: "ada", project: "lab/engine", role: "owner" }]);
	expect(issues).toEqual([
		{ iid: 1, title: "It stops", project: "lab/engine", author: "ada", assignees: ["ada"] },
		{ id: 203, iid: 7, title: "Issue 7", project: "lab/engine", author: "ada" },
	]);
	expect(notes).toEqual([{ on: { issue: "lab/engine#7" }, author: "ada" }]);
	expect(last_ids).toBeUndefined();
});

test("an exact seed that is wrong is refused with all its faults, and changes nothing", () => {
	const state = filled();
	const seed = {
		users: [
			{ username: "ada", name: "Ada", email: "ada@example.com" },
			{ username: "ben", note: 1 },
		],
		issues: [{ iid: 1, title: "x", author: "adda", project: "lab" }],
		boats: [],
	};
	expect(() => loadExact(seed, { users: "x" }, state)).toThrow(
		[
			"/boats: there is no kind of records of this name",
			"/users/1/note: expected a text, or null, found 1",
			'/issues/0/author: expected the username of a user, found "adda". Did you mean "ada"?',
			'/issues/0/project: expected the full path of a project, found "lab"',
			'/last_ids/users: expected the last id of a kind, found "x"',
		].join("\n"),
	);
	expect(() => loadExact({ todos: [{}] }, undefined, state)).toThrow(
		"/todos/0/user_id: expected the id of one of the users, found nothing",
	);
	expect(data(state)).toEqual(data(filled()));
});

test("GET /_mock/seed exports the world of the request with its clock and settings", async () => {
	const { control, platform } = controlled();
	await control("PATCH", "/settings", { tier: "premium" });
	const { status, body } = await control("GET", "/seed");
	expect([status, body.exact, body.clock, body.settings.tier]).toEqual([200, true, platform.clock.iso(), "premium"]);
	const { exact: _exact, clock, settings: _settings, last_ids, ...kinds } = body;
	const again = new State(new Clock(clock));
	loadExact(kinds, last_ids, again);
	expect(data(again)).toEqual(data(platform.state));
});

test("an export is a seed like any other: in YAML, as data, and over HTTP, with its clock and its settings", async () => {
	const platform = createPlatform({ seed: demo, clock: start, tier: "premium" });
	const exported = platform.exportSeed();
	const file = platform.exportState();
	const same = [
		createPlatform({ seed: exported }),
		createPlatform({ seed: await parseSeed(stringify(exported)) }),
		createPlatform({ seed: await parseSeed(JSON.stringify(exported)) }),
	];
	for (const one of same) expect(one.exportState()).toEqual(file);
	const empty = createPlatform();
	const control = (method: string, body: string | null = null) =>
		empty.fetch("http://localhost/_mock/seed", { method, body });
	const made = await control("POST", JSON.stringify(exported));
	expect(made.status).toBe(201);
	expect((await made.json()).issues).toContainEqual({ id: 201, key: "acme/web#1" });
	expect(empty.exportState()).toEqual(file);
	expect(await (await control("GET")).json()).toEqual(JSON.parse(JSON.stringify(exported)));
	// Loading it again would create duplicates, so it is refused and nothing changes.
	expect((await control("POST", JSON.stringify(exported))).status).toBe(400);
	expect(empty.exportState()).toEqual(file);
});
