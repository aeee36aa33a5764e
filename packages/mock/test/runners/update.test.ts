import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { scene } from "./scene";

/** A scene with one runner of which every field is set, and shortcuts to change and read it as a maintainer. */
function one(given: Partial<Runner> = {}) {
	const made = scene();
	const runner = made.projectRunner({
		description: "Before",
		name: "build-01",
		tag_list: ["a", "b"],
		maximum_timeout: 3600,
		maintenance_note: "Old note",
		contacted_at: made.ago(1),
		...given,
	});
	const at = `/runners/${runner.id}`;
	return {
		...made,
		runner,
		at,
		read: async () => (await made.ask("maintainer", "GET", at)).body,
		put: (json: object) => made.refused("maintainer", "PUT", at, { json }),
	};
}

test.each([
	["RUNNER-281", "description", "After"],
	["RUNNER-282", "tag_list", ["c"]],
	["RUNNER-283", "access_level", "ref_protected"],
	["RUNNER-284", "maximum_timeout", 7200],
	["RUNNER-285", "maintenance_note", "New note"],
])("%s %s alone changes it and nothing else", async (_claim, field, value) => {
	const { put, read } = one();
	const before = await read();
	expect(before[field]).not.toEqual(value);
	const told = await put({ [field]: value });
	expect(told.status).toBe(200);
	expect(told.body).toEqual({ ...before, [field]: value });
	expect(await read()).toEqual(told.body);
});

describe("pausing", () => {
	test.each([
		["RUNNER-289", { paused: true }, false, true],
		["RUNNER-290", { active: false }, false, true],
		["RUNNER-291", { paused: false }, true, false],
		["RUNNER-291", { active: true }, true, false],
	])("%s %j", async (_claim, json, before, after) => {
		const { put, read } = one({ paused: before });
		const told = await put(json);
		expect(told.status).toBe(200);
		expect(told.body).toMatchObject({ paused: after, active: !after, status: after ? "paused" : "online" });
		expect(await read()).toEqual(told.body);
	});

	test("RUNNER-292, ERR-045 active and paused exclude each other", async () => {
		const { put } = one();
		for (const json of [
			{ active: true, paused: false },
			{ active: false, paused: false },
		]) {
			const told = await put(json);
			expect([told.status, told.body]).toEqual([400, { error: "active, paused are mutually exclusive" }]);
			expect(told.unchanged).toBe(true);
		}
	});
});

test("RUNNER-293 nothing sent: 400", async () => {
	const { at, put, refused } = one();
	for (const told of [await put({}), await refused("maintainer", "PUT", at)]) {
		expect([told.status, told.unchanged]).toEqual([400, true]);
		expect(told.body).toEqual({
			error:
				"description, active, paused, tag_list, run_untagged, locked, access_level, maximum_timeout, maintenance_note are missing, at least one parameter must be provided",
		});
	}
});

describe("tags", () => {
	const noTags = { message: { tags_list: ["can not be empty when runner is not allowed to pick untagged jobs"] } };

	test.each([
		["RUNNER-294 a list", ["x", "y"], ["x", "y"]],
		["RUNNER-294 a text with commas", "x, y,x", ["x", "y"]],
		["RUNNER-295 none", [], []],
	])("%s replaces the tags", async (_claim, tag_list, expected) => {
		const { put, read } = one({ run_untagged: true });
		const told = await put({ tag_list });
		expect([told.status, told.body.tag_list]).toEqual([200, expected]);
		expect((await read()).tag_list).toEqual(expected);
	});

	test("RUNNER-287 run_untagged false on a tagged runner", async () => {
		const { put, read } = one();
		expect((await read()).run_untagged).toBe(true);
		const told = await put({ run_untagged: false });
		expect([told.status, told.body.run_untagged]).toEqual([200, false]);
		expect((await read()).run_untagged).toBe(false);
	});

	test("RUNNER-296 run_untagged false without tags: 400", async () => {
		const { put } = one({ tag_list: [] });
		const told = await put({ run_untagged: false });
		expect([told.status, told.body, told.unchanged]).toEqual([400, noTags, true]);
	});

	test("RUNNER-297 no tags with run_untagged false: 400, and they stay", async () => {
		const { put, read } = one({ run_untagged: false });
		const told = await put({ tag_list: [] });
		expect([told.status, told.body]).toEqual([400, noTags]);
		expect((await read()).tag_list).toEqual(["a", "b"]);
	});

	test("RUNNER-298 fifty at most", async () => {
		const tags = Array.from({ length: 51 }, (_, index) => `tag${index}`);
		const { put } = one();
		const refused = await put({ tag_list: tags });
		expect([refused.status, refused.unchanged]).toEqual([400, true]);
		expect(refused.body).toEqual({
			message: { tags_list: ["Too many tags specified. Please limit the number of tags to 50"] },
		});
		const told = await put({ tag_list: tags.slice(0, 50) });
		expect([told.status, told.body.tag_list.length]).toEqual([200, 50]);
	});
});

describe("bounds", () => {
	test.each([
		["RUNNER-299", "maximum_timeout", 600, 599, "needs to be at least 10 minutes"],
		[
			"RUNNER-301, RUNNER-302, CONV-116",
			"maintenance_note",
			"n".repeat(1024),
			"n".repeat(1025),
			"is too long (maximum is 1024 characters)",
		],
		["RUNNER-303", "description", "d".repeat(1024), "d".repeat(1025), "is too long (maximum is 1024 characters)"],
	])("%s %s: the bound is kept, what is beyond it refused", async (_claim, field, most, beyond, text) => {
		const { put, read } = one();
		const refused = await put({ [field]: beyond });
		expect([refused.status, refused.body, refused.unchanged]).toEqual([400, { message: { [field]: [text] } }, true]);
		const told = await put({ [field]: most });
		expect([told.status, told.body[field]]).toEqual([200, most]);
		expect((await read())[field]).toBe(most);
	});

	test("RUNNER-301 characters count, not their bytes", async () => {
		const { put } = one();
		expect((await put({ maintenance_note: "🛠".repeat(1024) })).status).toBe(200);
		expect((await put({ maintenance_note: "🛠".repeat(1025) })).status).toBe(400);
	});

	test("RUNNER-300 null lifts the time limit", async () => {
		const { put, read } = one();
		expect((await put({ maximum_timeout: null })).body.maximum_timeout).toBeNull();
		expect((await read()).maximum_timeout).toBeNull();
	});

	test.each([
		[{ access_level: "other" }, "access_level does not have a valid value"],
		[{ paused: "maybe" }, "paused is invalid"],
	])("RUNNER-304 %j: 400", async (json, error) => {
		const { put } = one();
		const told = await put(json);
		expect([told.status, told.body, told.unchanged]).toEqual([400, { error }, true]);
	});
});

test("RUNNER-095 the status cannot be set", async () => {
	const { put, read } = one();
	const before = await read();
	const told = await put({ status: "stale", description: "x" });
	expect([told.status, told.body]).toEqual([200, { ...before, description: "x" }]);
	expect((await put({ status: "stale" })).status).toBe(400);
});

test("RUNNER-313 kind, token and projects cannot be set", async () => {
	const { ask, put, read, runner, second } = one();
	const before = await read();
	const told = await put({ runner_type: "group_type", token: "mine", projects: [second.id], description: "x" });
	expect([told.status, told.body]).toEqual([200, { ...before, description: "x" }]);
	const verify = (token: string) => ask(null, "POST", "/runners/verify", { json: { token } });
	expect((await verify("mine")).status).toBe(403);
	expect((await verify(`runner-${runner.id}-token`)).status).toBe(200);
});

test("RUNNER-286 locked: not for further projects, until it is unlocked", async () => {
	const { ask, put, refused, runner, second } = one();
	const assign = { json: { runner_id: runner.id } };
	expect((await put({ locked: true })).body.locked).toBe(true);
	const told = await refused("maintainer", "POST", `/projects/${second.id}/runners`, assign);
	expect([told.status, told.unchanged]).toEqual([403, true]);
	expect((await put({ locked: false })).body.locked).toBe(false);
	expect((await ask("maintainer", "POST", `/projects/${second.id}/runners`, assign)).status).toBe(201);
});
