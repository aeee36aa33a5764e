import type { Issue, Project } from "@tenon/mock";
import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";

let there: GraphqlWorld;
let lab: Project;
beforeEach(() => {
	there = graphqlWorld();
	lab = there.make.project("acme/lab");
});

const hour = (number: number): string => new Date(Date.UTC(2026, 0, 1, number)).toISOString();
const issue = (given: Partial<Issue> = {}): Issue => there.make.issue(lab, given);
const gid = ({ id }: { id: number }): string => `gid://service/Issue/${id}`;
const user = (name: string): number => there.make.userId(name);

/** The titles that `project.issues` lists with these arguments. */
async function titles(who: string | null, args = ""): Promise<string[]> {
	const { data, errors } = await there.gql(
		who,
		`{ project(fullPath: "acme/lab") { issues${args && `(${args})`} { count nodes { title } } } }`,
	);
	expect(errors).toBeUndefined();
	const { nodes, count } = data.project.issues;
	expect(count).toBe(nodes.length);
	return nodes.map((one: { title: string }) => one.title);
}

const one = async (who: string | null, { id }: Issue, fields = "iid") =>
	(await there.gql(who, `{ issue(id: "gid://service/Issue/${id}") { ${fields} } }`)).data.issue;

describe("a record", () => {
	test("GQL-086, GQL-197..198 every field of an incident", async () => {
		const made = issue({
			title: "Down",
			description: "All of it.",
			state: "closed",
			type: "incident",
			severity: "high",
			author_id: user("guest"),
			assignee_ids: [user("developer"), user("reporter")],
			discussion_locked: true,
			created_at: "2026-01-01T01:00:00.987Z",
			updated_at: hour(2),
			closed_at: hour(3),
		});
		there.make.note({ type: "Issue", id: made.id, project_id: lab.id });
		there.make.note({ type: "Issue", id: made.id, project_id: lab.id }, { system: true });
		const { data, errors } = await there.gql(
			"reporter",
			`{ issue(id: "${gid(made)}") {
				id iid title description state author { username } confidential discussionLocked createdAt updatedAt closedAt webUrl webPath
				userNotesCount projectId severity type short: reference full: reference(full: true)
				assignees(first: 1) { count nodes { username } pageInfo { hasNextPage } }
				userPermissions { readIssue createNote adminIssue updateIssue }
				notes(first: 1) { count nodes { system } }
				alertManagementAlerts(first: 1) { nodes { iid } }
			} }`,
		);
		expect(errors).toBeUndefined();
		expect(data.issue).toEqual({
			id: gid(made),
			iid: "1",
			title: "Down",
			description: "All of it.",
			state: "closed",
			author: { username: "guest" },
			confidential: false,
			discussionLocked: true,
			createdAt: "2026-01-01T01:00:00Z",
			updatedAt: "2026-01-01T02:00:00Z",
			closedAt: "2026-01-01T03:00:00Z",
			webUrl: "http://tenon.test/acme/lab/-/issues/1",
			webPath: "/acme/lab/-/issues/1",
			userNotesCount: 1,
			projectId: lab.id,
			severity: "HIGH",
			type: "INCIDENT",
			short: "#1",
			full: "acme/lab#1",
			assignees: { count: 2, nodes: [{ username: "developer" }], pageInfo: { hasNextPage: true } },
			userPermissions: { readIssue: true, createNote: true, adminIssue: true, updateIssue: true },
			notes: { count: 2, nodes: [{ system: false }] },
			alertManagementAlerts: { nodes: [] },
		});
	});

	test("an ordinary issue has no severity, an open one was not closed", async () => {
		expect(await one(null, issue(), "severity type closedAt description state")).toEqual({
			severity: null,
			type: "ISSUE",
			closedAt: null,
			description: null,
			state: "opened",
		});
	});

	test("closedAt is when it was closed, until it is opened again", async () => {
		const made = issue();
		const notes = `/projects/${lab.id}/issues/${made.iid}/notes`;
		await there.ask("developer", "POST", notes, { json: { body: "/close" } });
		expect(await one("developer", made, "state closedAt")).toEqual({
			state: "closed",
			closedAt: "2026-01-05T09:30:00Z",
		});
		await there.ask("developer", "POST", notes, { json: { body: "/reopen" } });
		expect(await one("developer", made, "state closedAt")).toEqual({ state: "opened", closedAt: null });
	});

	test("userNotesCount counts what the caller may read", async () => {
		const made = issue();
		const on = { type: "Issue", id: made.id, project_id: lab.id } as const;
		for (const internal of [true, false, false]) there.make.note(on, { internal });
		expect(await one("reporter", made, "userNotesCount")).toEqual({ userNotesCount: 3 });
		expect(await one("guest", made, "userNotesCount")).toEqual({ userNotesCount: 2 });
	});

	test("GQL-198 userPermissions by role", async () => {
		there.make.user({ username: "planner" });
		there.make.member("planner", "acme/lab", "planner");
		const free = issue({ author_id: user("root") });
		const locked = issue({ author_id: user("outsider"), discussion_locked: true });
		const fields = "userPermissions { readIssue createNote adminIssue updateIssue }";
		const may = async (who: string | null, on: Issue) =>
			Object.entries((await one(who, on, fields)).userPermissions)
				.filter(([, allowed]) => allowed)
				.map(([name]) => name);
		expect(await may(null, free)).toEqual(["readIssue"]);
		expect(await may("outsider", free)).toEqual(["readIssue", "createNote"]);
		expect(await may("guest", free)).toEqual(["readIssue", "createNote"]);
		expect(await may("planner", free)).toEqual(["readIssue", "createNote", "adminIssue", "updateIssue"]);
		expect(await may("reporter", free)).toEqual(["readIssue", "createNote", "adminIssue", "updateIssue"]);
		expect(await may("outsider", locked)).toEqual(["readIssue", "updateIssue"]);
		expect(await may("guest", locked)).toEqual(["readIssue", "createNote"]);
	});
});

test("every issue of the demo, with all that it shows", async () => {
	const { data, errors } = await there.gql(
		"developer",
		`{ project(fullPath: "acme/web") { issues { count nodes {
			id iid title description state author { username } confidential discussionLocked createdAt updatedAt closedAt webUrl webPath
			userNotesCount projectId severity type reference(full: true) assignees(first: 1) { count }
			userPermissions { readIssue createNote adminIssue updateIssue } notes(first: 1) { count }
			alertManagementAlerts(first: 1) { nodes { iid } }
		} } } }`,
	);
	expect(errors).toBeUndefined();
	const web = there.platform.state.project("acme/web");
	expect(data.project.issues.count).toBe(there.platform.state.issues.count("project", web?.id ?? 0));
	expect(data.project.issues.count).toBeGreaterThan(3);
});

describe("finding one", () => {
	test("GQL-074 by full path and IID, and by Global ID", async () => {
		const made = issue();
		const { data } = await there.gql(
			null,
			`{ project(fullPath: "acme/lab") { issue(iid: "${made.iid}") { id } } issue(id: "${gid(made)}") { iid } }`,
		);
		expect(data).toEqual({ project: { issue: { id: gid(made) } }, issue: { iid: String(made.iid) } });
	});

	test.each(['(iid: "77")', '(iid: "01")', '(iid: "x")', '(iid: "")', '(iid: "1:1")', "(iid: null)", ""])(
		"project.issue%s is null without an error",
		async (args) => {
			issue();
			const { data, errors } = await there.gql(null, `{ project(fullPath: "acme/lab") { issue${args} { id } } }`);
			expect([data, errors]).toEqual([{ project: { issue: null } }, undefined]);
		},
	);

	test("an unknown one, and one of a project that does not show, is null", async () => {
		const hidden = there.make.project("acme/hidden", { visibility: "private" });
		const inside = there.make.issue(hidden);
		expect(await one("outsider", inside)).toBeNull();
		expect(await one("guest", inside)).toEqual({ iid: "1" });
		expect((await there.gql("guest", '{ issue(id: "gid://service/Issue/99999") { iid } }')).data.issue).toBeNull();
	});

	test("where issues are switched off there are none, where they are for members there are none for others", async () => {
		const made = issue();
		const found = async (who: string) => {
			const { data } = await there.gql(
				who,
				`{ issue(id: "${gid(made)}") { iid } project(fullPath: "acme/lab") { issue(iid: "1") { iid } issues { count } } }`,
			);
			return [data.issue, data.project.issue, data.project.issues];
		};
		there.platform.state.projects.update(lab.id, { issues_access_level: "private" });
		expect(await found("outsider")).toEqual([null, null, null]);
		expect(await found("guest")).toEqual([{ iid: "1" }, { iid: "1" }, { count: 1 }]);
		there.platform.state.projects.update(lab.id, { issues_access_level: "disabled" });
		expect(await found("owner")).toEqual([null, null, null]);
	});
});

describe("confidential issues", () => {
	test("GQL-207 are null to a guest who is neither author nor assignee", async () => {
		const secret = issue({ title: "Secret", confidential: true, author_id: user("root") });
		const sees = async (who: string | null) => {
			const { data, errors } = await there.gql(
				who,
				`{ issue(id: "${gid(secret)}") { title } project(fullPath: "acme/lab") { issue(iid: "1") { title } } }`,
			);
			expect(errors).toBeUndefined();
			expect(await titles(who)).toEqual(data.issue ? ["Secret"] : []);
			expect(data.project.issue).toEqual(data.issue);
			return data.issue !== null;
		};
		for (const who of [null, "outsider", "guest"]) expect(await sees(who), String(who)).toBe(false);
		for (const who of ["reporter", "developer", "auditor", "root"]) expect(await sees(who), who).toBe(true);
		there.platform.state.issues.update(secret.id, { assignee_ids: [user("guest")] });
		expect(await sees("guest")).toBe(true);
		expect(await sees("outsider")).toBe(false);
		there.platform.state.issues.update(secret.id, { author_id: user("outsider"), assignee_ids: [] });
		expect([await sees("guest"), await sees("outsider")]).toEqual([false, true]);
		there.platform.state.issues.update(secret.id, { confidential: false });
		expect(await sees("guest")).toBe(true);
	});

	test("one's own stand among the others in every order, on every page", async () => {
		for (let number = 0; number < 12; number++)
			issue({
				title: `Issue ${String((number * 5) % 12).padStart(2, "0")}`,
				confidential: number % 3 === 0,
				author_id: user(number % 2 === 0 ? "guest" : "root"),
				assignee_ids: number === 3 ? [user("guest")] : [],
				created_at: hour(number),
				updated_at: hour(20 - number),
			});
		const all = there.platform.state.issues.in("project", lab.id);
		const own = all.filter((one) => !one.confidential || one.author_id === user("guest") || one.iid === 4);
		expect(own.length).toBe(11);
		for (const [sort, key, sign] of [
			["CREATED_ASC", "created_at", 1],
			["CREATED_DESC", "created_at", -1],
			["UPDATED_DESC", "updated_at", -1],
			["TITLE_ASC", "title", 1],
		] as const) {
			const expected = [...own].sort((a, b) => (a[key] < b[key] ? -sign : sign)).map((one) => one.title);
			expect(await titles("guest", `sort: ${sort}`), sort).toEqual(expected);
			const walked: string[] = [];
			for (let after = "null", turn = 0; turn < 9; turn++) {
				const { data } = await there.gql(
					"guest",
					`{ project(fullPath: "acme/lab") { issues(sort: ${sort}, first: 2, after: ${after}) { nodes { title } pageInfo { hasNextPage endCursor } } } }`,
				);
				const { nodes, pageInfo } = data.project.issues;
				walked.push(...nodes.map((one: { title: string }) => one.title));
				if (!pageInfo.hasNextPage) break;
				after = JSON.stringify(pageInfo.endCursor);
			}
			expect(walked, `${sort} by pages`).toEqual(expected);
		}
	});
});

describe("a list", () => {
	beforeEach(() => {
		issue({ title: "b", created_at: hour(1), updated_at: hour(9), type: "incident", severity: "low" });
		issue({ title: "A", created_at: hour(2), updated_at: hour(8), state: "closed", closed_at: hour(8) });
		issue({ title: "c", created_at: hour(3), updated_at: hour(7), type: "incident", severity: "critical" });
		issue({ title: "D", created_at: hour(4), updated_at: hour(10), state: "closed", closed_at: hour(5) });
	});

	test.each([
		["CREATED_ASC", "b A c D"],
		["CREATED_DESC", "D c A b"],
		["UPDATED_ASC", "c A b D"],
		["UPDATED_DESC", "D b A c"],
		["CLOSED_AT_ASC", "D A b c"],
		["CLOSED_AT_DESC", "A D c b"],
		["TITLE_ASC", "A b c D"],
		["TITLE_DESC", "D c b A"],
		["SEVERITY_ASC", "A D b c"],
		["SEVERITY_DESC", "c b D A"],
	])("sort %s", async (sort, expected) => {
		expect((await titles(null, `sort: ${sort}`)).join(" ")).toBe(expected);
	});

	test("the newest first without a sort", async () => {
		expect(await titles(null)).toEqual(["D", "c", "A", "b"]);
	});

	test.each([
		['iid: "2"', "A"],
		['iids: ["1", "4", "77"]', "D b"],
		["iids: []", ""],
		["state: opened", "c b"],
		["state: closed", "D A"],
		["state: all", "D c A b"],
		["state: locked", "c"],
		['search: "fire"', "A b"],
		['search: "FIRE alarm"', "b"],
		['search: ""', "D c A b"],
		['authorUsername: "Guest"', "c"],
		['authorUsername: "nobody"', ""],
		['assigneeUsernames: ["guest"]', "D b"],
		['assigneeUsernames: ["guest", "reporter"]', "b"],
		['assigneeUsernames: ["nobody"]', ""],
		["confidential: true", "D"],
		["confidential: false", "c A b"],
		['createdAfter: "2026-01-01T02:00:00Z"', "D c A"],
		['createdBefore: "2026-01-01T03:00:00+01:00"', "A b"],
		['updatedAfter: "2026-01-01T08:00:00Z", updatedBefore: "2026-01-01T09:00:00Z"', "A b"],
		['state: closed, sort: TITLE_ASC, createdAfter: "2026-01-01T00:00:00Z"', "A D"],
		["state: null, search: null, iids: null, confidential: null", "D c A b"],
	])("keeps %s", async (args, expected) => {
		const { issues } = there.platform.state;
		const [b, a, c, d] = issues.in("project", lab.id);
		if (!a || !b || !c || !d) throw new Error("Four were made.");
		issues.update(b.id, { description: "Fire! Alarm!", assignee_ids: [user("guest"), user("reporter")] });
		issues.update(a.id, { description: "A fire" });
		issues.update(c.id, { author_id: user("guest"), discussion_locked: true });
		issues.update(d.id, { confidential: true, assignee_ids: [user("guest")] });
		expect((await titles("developer", args)).join(" ")).toBe(expected);
	});
});

test("lists of a state, and the number of open ones, follow what is done to the issues, for each reader", async () => {
	const [one, two] = [issue({ title: "one" }), issue({ title: "two", confidential: true, author_id: user("guest") })];
	const stand = async (who: string | null) => {
		const { data } = await there.gql(who, '{ project(fullPath: "acme/lab") { openIssuesCount } }');
		const told: unknown[] = [data.project.openIssuesCount];
		for (const state of ["opened", "closed", "locked"]) told.push((await titles(who, `state: ${state}`)).join(" "));
		return told;
	};
	// Assumed: the number counts confidential ones only for those who may read them all.
	expect(await stand("reporter")).toEqual([2, "two one", "", ""]);
	expect(await stand("guest")).toEqual([1, "two one", "", ""]);
	expect(await stand(null)).toEqual([1, "one", "", ""]);
	const note = { json: { body: "/close" } };
	for (const { iid } of [one, two])
		await there.ask("maintainer", "POST", `/projects/${lab.id}/issues/${iid}/notes`, note);
	await there.gql("maintainer", lock("1", true));
	expect(await stand("reporter")).toEqual([0, "", "two one", "one"]);
	expect(await stand("guest")).toEqual([0, "", "two one", "one"]);
	expect(await stand(null)).toEqual([0, "", "one", "one"]);
	there.platform.state.issues.update(two.id, { confidential: false });
	there.platform.state.issues.update(one.id, { confidential: true, state: "opened" });
	expect(await stand("reporter")).toEqual([1, "one", "two", "one"]);
	expect(await stand("guest")).toEqual([0, "", "two", ""]);
	expect(await stand(null)).toEqual([0, "", "two", ""]);
});

const lock = (iid: string, locked: boolean, projectPath = "acme/lab"): string =>
	`mutation { issueSetLocked(input: { projectPath: "${projectPath}", iid: "${iid}", locked: ${locked}, clientMutationId: "m" }) {
		issue { id iid discussionLocked } errors clientMutationId
	} }`;
const notesOf = async (made: Issue) =>
	(await there.ask("developer", "GET", `/projects/${lab.id}/issues/${made.iid}/notes`)).body;
const post = async (who: string, made: Issue) =>
	(await there.ask(who, "POST", `/projects/${lab.id}/issues/${made.iid}/notes`, { json: { body: "I" } })).status;

describe("issueSetLocked", () => {
	test("GQL-122, GQL-124 locks the discussion: for members alone", async () => {
		const made = issue();
		expect(await post("outsider", made)).toBe(201);
		const { data, errors } = await there.gql("reporter", lock("1", true));
		expect(errors).toBeUndefined();
		expect(data.issueSetLocked).toEqual({
			issue: { id: gid(made), iid: "1", discussionLocked: true },
			errors: [],
			clientMutationId: "m",
		});
		expect(await one("guest", made, "discussionLocked")).toEqual({ discussionLocked: true });
		expect([await post("outsider", made), await post("guest", made)]).toEqual([403, 201]);
	});

	test("GQL-125..126 unlocks; each change is told in one note of the system", async () => {
		const made = issue();
		for (const locked of [true, true, false, false]) {
			const { data } = await there.gql("developer", lock("1", locked));
			expect(data.issueSetLocked.issue.discussionLocked).toBe(locked);
		}
		expect(await post("outsider", made)).toBe(201);
		const told = (await notesOf(made)).filter((note: { system: boolean }) => note.system);
		expect(told.map((note: { body: string }) => note.body).reverse()).toEqual([
			"locked the discussion in this issue",
			"unlocked the discussion in this issue",
		]);
		expect(told[0]).toMatchObject({ system: true, author: { username: "developer" } });
	});

	test("GQL-127 needs the role Planner", async () => {
		there.make.user({ username: "planner" });
		there.make.member("planner", "acme/lab", "planner");
		const made = issue({ author_id: user("guest") });
		const before = there.state();
		const refused = await there.gql("guest", lock("1", true));
		expect(refused.data).toEqual({ issueSetLocked: null });
		expect(refused.errors).toMatchObject([{ message: noPermission, path: ["issueSetLocked"] }]);
		expect(there.state()).toBe(before);
		for (const who of ["planner", "reporter", "developer", "root"]) {
			expect((await there.gql(who, lock("1", true))).errors, who).toBeUndefined();
			expect((await there.gql(who, lock("1", false))).errors, who).toBeUndefined();
		}
		expect(await one("guest", made, "discussionLocked")).toEqual({ discussionLocked: false });
	});

	test("what is not there is refused as what is not allowed", async () => {
		issue({ confidential: true, author_id: user("root") });
		for (const [who, query] of [
			["developer", lock("77", true)],
			["developer", lock("x", true)],
			["developer", lock("1", true, "acme/none")],
			["outsider", lock("1", true)],
		] as const)
			expect((await there.gql(who, query)).errors).toMatchObject([{ message: noPermission }]);
	});

	test("AUTH-077..078, AUTH-086..087 needs credentials with scope api", async () => {
		issue();
		const before = there.state();
		for (const who of [null, "developer-read"]) {
			const { status, data, errors } = await there.gql(who, lock("1", true));
			expect([status, data]).toEqual([200, { issueSetLocked: null }]);
			expect(errors).toMatchObject([{ message: noPermission, locations: [{ line: 1 }], path: ["issueSetLocked"] }]);
			expect(there.state() === before).toBe(true);
		}
		expect((await there.gql("developer", lock("1", true))).errors).toBeUndefined();
	});

	test("GQL-023 fields of a mutation run in their order, and what failed leaves what was done before", async () => {
		const made = issue();
		const change = (name: string, iid: string, locked: boolean): string =>
			`${name}: issueSetLocked(input: { projectPath: "acme/lab", iid: "${iid}", locked: ${locked} }) { issue { discussionLocked } }`;
		const { data, errors } = await there.gql(
			"developer",
			`mutation { ${change("a", "1", true)} ${change("b", "77", true)} ${change("c", "1", false)} ${change("d", "1", true)} }`,
		);
		const state = (discussionLocked: boolean): object => ({ issue: { discussionLocked } });
		expect(data).toEqual({ a: state(true), b: null, c: state(false), d: state(true) });
		expect(errors).toMatchObject([{ path: ["b"] }]);
		expect((await notesOf(made)).map((note: { body: string }) => note.body.split(" ")[0]).reverse()).toEqual([
			"locked",
			"unlocked",
			"locked",
		]);
	});
});
