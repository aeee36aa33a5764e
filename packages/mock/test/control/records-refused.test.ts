import { join } from "node:path";
import { createPlatform, createWorlds, demo } from "@tenon/mock";
import { persist } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { controlled, controlOf } from "../support/control";
import { temporaryFolder } from "../support/temporary-folder";
import { startOfTime } from "../support/world";

const roles = "no_access, minimal, guest, planner, reporter, developer, maintainer, owner";

test.each<[table: string, body: unknown, pointer: string, message: string]>([
	["issues", 7, "", "expected an object, found 7"],
	["issues", [{}, "x"], "/1", 'expected an object, found "x"'],
	["issues", { titel: "x" }, "/titel", 'there is no field "titel". Did you mean "title"?'],
	["todos", { zzzzzz: 1 }, "/zzzzzz", 'there is no field "zzzzzz". The fields are: id, user_id, state, user.'],
	["issues", { title: 7 }, "/title", "expected a text, found 7"],
	["issues", [{}, { label_names: ["a", 7] }], "/1/label_names/1", "expected a text, found 7"],
	["issues", { state: "open" }, "/state", 'expected one of opened, closed, found "open"'],
	["issues", { created_at: "today" }, "/created_at", 'expected a time such as 2026-01-05T09:30:00.000Z, found "today"'],
	["issues", { project_id: 9 }, "/project_id", "expected the id of one of the projects, found 9"],
	["issues", { project: "acme/wep" }, "/project", 'found "acme/wep". Did you mean "acme/web"?'],
	["issues", { author: "developr" }, "/author", 'expected the username of a user, found "developr". Did you mean'],
	["issues", { assignees: "owner" }, "/assignees", 'expected a list of usernames, found "owner"'],
	["issues", { assignees: ["owner", "ownr"] }, "/assignees/1", 'found "ownr". Did you mean "owner"?'],
	["issues", { author: null }, "/author", "expected the id of one of the users, found null"],
	["epics", { group: 11 }, "/group", "expected the full path of a group, found 11"],
	[
		"groups",
		{ full_path: "x", members: { owner: "boss" } },
		"/members/owner",
		`expected one of ${roles}, found "boss"`,
	],
	["members", { role: "maintaner" }, "/role", 'owner, found "maintaner". Did you mean "maintainer"?'],
	["members", { source: "group", source_id: 9999 }, "/source_id", "expected the id of one of the groups, found 9999"],
	["notes", { on: { issue: "acme/web#999" } }, "/on/issue", "expected the id of an issue, or a reference such as"],
	[
		"notes",
		{ on: { isue: 201 } },
		"/on",
		"expected one of issue, merge_request, epic, alert, snippet, wiki_page, found",
	],
	["notes", { on: {} }, "/on", 'expected an object such as { "issue": "acme/web#7" }'],
	["notes", { noteable_type: "Snippet" }, "", "A note on a Snippet needs its noteable_id."],
	["release_links", { release: "acme/web" }, "/release", 'expected a release such as acme/web@v1.0, found "acme/web"'],
	["alerts", { issue: "acme/web" }, "/issue", 'expected an issue such as acme/web#7, found "acme/web"'],
	["groups", { full_path: "a//b" }, "", "must have 1 to 22 parts, separated by single slashes"],
	["groups", { full_path: "owner/below" }, "", "A group cannot be below the user owner."],
	["repository_trees", { ref: "nowhere" }, "", "has no branch or tag nowhere"],
	["repository_trees", { contents: { a: { base64: "*" } } }, "/contents", "expected an object of paths with texts"],
	["repository_trees", { contents: { a: 1 } }, "/contents", "expected an object of paths with texts"],
	["runners", { projects: ["acme/web", "x"] }, "/projects/1", 'expected the full path of a project, found "x"'],
	["runners", { token: "" }, "/token", 'expected a text, found ""'],
	["users", { id: 0 }, "/id", "expected a whole number from 1 on, found 0"],
	["users", JSON.parse('{"__proto__": {"admin": true}}'), "/__proto__", 'there is no field "__proto__"'],
	["users", { constructor: 1 }, "/constructor", 'there is no field "constructor"'],
])("POST /records/%s %j is a 400 that says where and what", async (table, body, pointer, message) => {
	const { control, state } = controlled();
	const before = state();
	const reply = await control("POST", `/records/${table}`, body);
	expect(reply.status).toBe(400);
	expect(reply.body.faults[0]).toEqual({ pointer, message: expect.stringContaining(message) });
	expect(state()).toBe(before);
});

test("a refusal names everything that is wrong with a record", async () => {
	const { control } = controlled();
	const { body } = await control("POST", "/records/issues", { title: 1, author: "nobody-at-all", stat: "x", iid: -1 });
	expect(body.faults.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
		"/title",
		"/author",
		"/stat",
		"/iid",
	]);
});

test.each([
	["users", { username: "Developer" }, "There is already a user Developer."],
	["users", { email: "owner@example.com" }, 'already has the email "owner@example.com"'],
	["users", { id: 1 }, "There is already a row 1."],
	["tokens", { text: "developer-token" }, 'already has the text "developer-token"'],
	["projects", { full_path: "acme/web" }, 'already has the path "acme/web"'],
	["issues", { project: "acme/web", iid: 1 }, 'already has the iid "101:1"'],
	["members", { user: "owner", group: "acme" }, "already has the member"],
])("a duplicate in %s %j is a 409, and nothing changes", async (table, record, message) => {
	const { platform, control, state } = controlled();
	const before = state();
	const single = await control("POST", `/records/${table}`, record);
	expect([single.status, single.body.faults[0].pointer]).toEqual([409, ""]);
	expect(single.body.message).toContain(message);
	const inList = await control("POST", `/records/${table}`, [{ id: 990001 }, record]);
	expect([inList.status, inList.body.faults[0].pointer]).toEqual([409, "/1"]);
	expect(state()).toBe(before);
	// The key still finds the record that had it first.
	expect(platform.state.users.one("email", "owner@example.com")?.username).toBe("owner");
	expect(platform.state.tokens.one("text", "developer-token")).toBeDefined();
});

test("a list is created in order, as a whole or not at all", async () => {
	const { control, state } = controlled();
	const before = state();
	const family = [{ full_path: "top" }, { full_path: "top/middle", visibility: "private" }, { parent: "top/middle" }];
	const refused = await control("POST", "/records/groups", [...family, { parent: "top/middel" }]);
	expect([refused.status, refused.body.faults]).toEqual([
		400,
		[
			{
				pointer: "/3/parent",
				message: 'expected the full path of a group, found "top/middel". Did you mean "top/middle"?',
			},
		],
	]);
	expect(state()).toBe(before);
	const { status, body } = await control("POST", "/records/groups", family);
	expect(status).toBe(201);
	expect(body.map((row: { full_path: string }) => row.full_path)).toEqual([
		"top",
		"top/middle",
		`top/middle/group-${body[2].id}`,
	]);
	expect(body[2]).toMatchObject({ parent_id: body[1].id, visibility: "private" });
	expect((await control("POST", "/records/groups", [])).body).toEqual([]);
});

test("an iid that somebody chose is not given again", async () => {
	const { control, platform } = controlled();
	await control("POST", "/records/issues", { project: "acme/portal", iid: 40 });
	const next = await control("POST", "/records/issues", { project: "acme/portal" });
	expect(next.body.iid).toBe(41);
	expect(platform.seed.issue("acme/portal").iid).toBe(42);
});

test("unknown tables, rows and filters are refused", async () => {
	const { control } = controlled();
	for (const [path, status, message] of [
		["/records/mergeRequests", 400, 'There is no table "mergeRequests". Did you mean "merge_requests"?'],
		["/records/nonsense", 400, 'There is no table "nonsense". The tables are: users, tokens,'],
		["/records/constructor", 400, 'There is no table "constructor".'],
		["/records/issues/999", 404, "There is no row 999 in the table."],
		["/records/issues/x", 404, "There is no row x in the table."],
		["/records/issues?titel=x", 400, 'There is no field "titel". Did you mean "title"?'],
		["/records/issues?limit=0", 400, 'limit: expected a whole number from 1 on, found "0".'],
		["/records/issues?sort=wieght", 400, 'Did you mean "weight"?'],
		["/records/issues?offset=-1", 400, "offset: expected a whole number from 0 on"],
		["/records/issues?project=acme/wep", 400, 'Did you mean "acme/web"?'],
	] as const) {
		const reply = await control("GET", path);
		expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)]);
	}
});

test("lists filter by fields and by names, count all matches, and end at the limit", async () => {
	const { control, platform } = controlled();
	for (let made = 0; made < 105; made += 1) platform.seed.issue("acme/portal", { confidential: made % 2 === 0 });
	const all = await control("GET", "/records/issues?project=acme/portal");
	expect([all.body.count, all.body.rows.length]).toEqual([platform.state.issues.count("project", 102), 100]);
	const some = await control("GET", "/records/issues?project_id=102&confidential=true&limit=2");
	expect([some.body.count, some.body.rows.length]).toEqual([53, 2]);
	expect((await control("GET", "/records/groups?parent_id=null&name=Acme")).body.rows).toEqual([
		expect.objectContaining({ full_path: "acme" }),
	]);
	expect((await control("GET", "/records/users?username=guest")).body.count).toBe(1);
});

test("PATCH takes names too, refuses what POST refuses, and does not change ids", async () => {
	const { control, state } = controlled();
	const { body: issue } = await control("POST", "/records/issues", { project: "acme/web" });
	const path = `/records/issues/${issue.id}`;
	const changed = await control("PATCH", path, { assignees: ["owner"], author: "guest", state: "closed" });
	expect(changed.body).toMatchObject({ state: "closed", assignee_ids: [expect.any(Number)] });
	const before = state();
	for (const [body, status, message] of [
		[{ id: 7 }, 400, `/id: expected ${issue.id}, found 7: ids cannot be changed`],
		[{ iid: 1 }, 409, 'already has the iid "101:1"'],
		[{ title: null }, 400, "/title: expected a text, found null"],
		[{ author: "nobody-at-all" }, 400, "/author: expected the username of a user"],
		[[], 400, "expected an object, found []"],
		[undefined, 400, "expected an object, found nothing"],
	] as const) {
		const reply = await control("PATCH", path, body);
		expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)]);
	}
	const member = (await control("GET", "/records/members?limit=1")).body.rows[0];
	const dangling = await control("PATCH", `/records/members/${member.id}`, { source_id: 9999 });
	expect(dangling.body.faults[0].pointer).toBe("/source_id");
	// The members of a group are separate records.
	expect((await control("PATCH", "/records/groups/11", { members: {} })).status).toBe(400);
	expect(state()).toBe(before);
});

test("DELETE takes what belongs to a row along, and refuses what the platform never deletes", async () => {
	const { platform, control } = controlled();
	const { seed, state } = platform;
	const issue = seed.issue("acme/web");
	const note = seed.note({ on: issue });
	const alert = seed.alert({ project: "acme/web", issue_id: issue.id });
	await control("DELETE", `/records/issues/${issue.id}`);
	expect([state.notes.get(note.id), state.alerts.get(alert.id)?.issue_id]).toEqual([undefined, null]);
	await control("DELETE", `/records/groups/${state.group("acme")?.id}`);
	expect([state.project("acme/web"), state.group("acme/backend/api")]).toEqual([undefined, undefined]);
	createPlatform().importState(JSON.stringify(platform.exportState()));

	seed.group({ full_path: "mine", members: { guest: "owner" } });
	const path = `/records/users/${seed.userId("guest")}`;
	const refused = await control("DELETE", path);
	expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("hard_delete=true")]);
	expect((await control("DELETE", `${path}?hard_delete=true`)).status).toBe(204);
	expect(state.group("mine")).toBeUndefined();
});

test("a record works at once: a user's token, a role, a runner's token", async () => {
	const { control, call } = controlled(() => undefined);
	await control("POST", "/records/users", [{ username: "ada" }, { username: "ben" }]);
	await control("POST", "/records/projects", {
		full_path: "lab/one",
		visibility: "private",
		members: { ada: "owner" },
	});
	const get = async (as: string) => (await call("/projects/lab%2Fone/issues/1/notes", { as })).status;
	await control("POST", "/records/notes", { on: { issue: (await control("POST", "/records/issues", {})).body.id } });
	expect([await get("ada"), await get("ben")]).toEqual([200, 404]);
});

test("each world has its records", async () => {
	const worlds = createWorlds({ seed: demo, clock: startOfTime });
	const control = controlOf(worlds);
	const inWorld = (world: string) => ({ "x-mock-world": world });
	expect((await control("POST", "/records/users", { username: "ada" }, inWorld("a"))).status).toBe(201);
	const count = async (world: string) =>
		(await control("GET", "/records/users?username=ada", undefined, inWorld(world))).body.count;
	expect([await count("a"), await count("b")]).toEqual([1, 0]);
});

test("records are persisted, reset, and not in the journal, as every control call", async () => {
	const folder = temporaryFolder();
	const file = join(folder, "platform.json");
	const { platform, control } = controlled();
	const kept = await persist(platform, { file });
	const { body } = await control("POST", "/records/users", { username: "ada" });
	await control("PATCH", `/records/users/${body.id}`, { bio: "Counts." });
	expect(platform.journal.count()).toBe(0);
	await kept.close();
	const other = createPlatform();
	const opened = await persist(other, { file });
	onTestFinished(() => opened.close());
	expect(other.state.users.one("username", "ada")?.bio).toBe("Counts.");
	await control("POST", "/reset");
	expect(platform.state.users.one("username", "ada")).toBeUndefined();
});
