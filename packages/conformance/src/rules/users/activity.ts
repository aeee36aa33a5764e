import { isDeepStrictEqual } from "node:util";
import { distinct, sortsOfUsers } from "../../laws/every-state";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { account, type Someone } from "../../rule/callers";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { destroys, listUsers, one, person, sample, writes, writing } from "./lab";

const countsOf = async (caller: Caller): Promise<ApiResponse> => (await caller.call("getUserCounts")).ok;
const associationsOf = async (t: Context, id: number, caller: Caller = t.as("administrator")): Promise<ApiResponse> =>
	(await caller.call("getUserAssociationsCount", { id })).ok;
const none = { assigned_issues: 0, assigned_merge_requests: 0, merge_requests: 0, review_requested_merge_requests: 0, todos: 0 };

/** Runs a quick action on the scene's merge request, in a note by the owner. */
const command = (t: Context, body: string): Promise<ApiResponse> =>
	t.as("owner").call("createMergeRequestNote", { id: t.scene("project"), merge_request_iid: t.scene("merge_request_iid"), body });

/** Makes a new user an assignee of the scene's merge request, or a reviewer. */
async function assigned(t: Context, act: "assign" | "assign_reviewer" = "assign"): Promise<Someone> {
	const who = await person(t);
	t.undo("assignees and reviewers of the merge request", () => command(t, `/un${act} @${who.username}`));
	(await command(t, `/${act} @${who.username}`)).ok;
	t.leaves("system notes on the merge request");
	return who;
}

/** A user's open assigned issues in a project, and the issues and merge requests that they wrote in it. */
const workQuery = `query ($at: ID!, $username: String!) {
	project(fullPath: $at) {
		assigned: issues(assigneeUsernames: [$username], state: opened, first: 100) { nodes { id } }
		issues(authorUsername: $username, first: 100) { nodes { id } }
		merges: mergeRequests(authorUsername: $username, first: 100) { nodes { id } }
	}
}`;
const listIn = (record: Fields, name: string): readonly unknown[] => {
	const { nodes } = Object(record[name]);
	return Array.isArray(nodes) ? nodes : [];
};

/** The paths of the projects of all groups and users; skips if there are too many. */
async function everyProject(t: Context): Promise<readonly string[]> {
	const root = t.as("administrator");
	const groups = (await root.list("listGroups", { top_level_only: true })).is(200).pluck("full_path");
	const users = (await root.list("listUsers", { humans: true })).is(200).pluck("username");
	if (groups.length + users.length > 100) t.skip("the server has too many groups and users to look into each");
	const query = "query ($at: ID!) { namespace(fullPath: $at) { projects(includeSubgroups: true, first: 100) { nodes { fullPath } } } }";
	const found = await Promise.all([...groups, ...users].map(async (at) => (await ask(root, query, { at })).at("namespace.projects.nodes")));
	return found.flat().flatMap((one) => Object(one).fullPath ?? []);
}

const always = "1990-01-01";
const dayOf = (row: Fields | undefined): string => String(row?.last_activity_on);
const list = async (caller: Caller, params: Params = {}): Promise<ApiResponse> => (await caller.list("listUserActivities", params)).ok;

/** Every activity from a day on. */
const all = async (caller: Caller, from?: string): Promise<readonly Fields[]> => (await list(caller, { from })).items;
const namesIn = (rows: readonly Fields[]): readonly unknown[] => rows.map(({ username }) => username);

/** The day six months ago, less one day because the server's day may differ. */
function halfAYearAgo(response: ApiResponse): string {
	const at = new Date(response.header("date") ?? Date.now());
	at.setUTCMonth(at.getUTCMonth() - 6);
	return new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10);
}

/** Creates users with different days of last activity, on 5 January 2026. No other user was ever active. */
async function active(t: Context): Promise<(username: unknown) => string> {
	await t.given.setClock("2026-01-05T12:00:00.000Z");
	for (const { id } of await t.given.records("users")) await t.given.change("users", Number(id), { last_activity_on: null });
	const days = { new: "2026-01-05", mid: "2025-10-01", edge: "2025-07-05", old: "2025-07-04", never: null, shy: "2025-12-01" };
	const made = new Map<unknown, string>();
	for (const [name, last_activity_on] of Object.entries(days))
		made.set((await account(t, { last_activity_on, private_profile: name === "shy" })).username, name);
	return (username) => made.get(username) ?? String(username);
}

/** Counts and activities of users. */
export const userActivity: readonly Rule[] = [
	writing.rule("USER-591", "The counts of a new user are all 0.", "getUserCounts", async (t) => void (await countsOf((await person(t)).caller)).has(none), {
		id: "USER-591/none",
	}),
	writing.rule(
		"USER-591",
		"The counts are those of the current user: a merge request counts for its assignee and not for other users.",
		"getUserCounts",
		async (t) => {
			const idle = await person(t);
			(await countsOf(idle.caller)).has(none);
			const who = await assigned(t);
			(await countsOf(who.caller)).has({ ...none, assigned_merge_requests: 1, merge_requests: 1 });
			(await command(t, `/unassign @${who.username}`)).ok;
			(await countsOf(who.caller)).has(none);
			const reviews = await countsOf((await assigned(t, "assign_reviewer")).caller);
			const own = isDeepStrictEqual(reviews.fields, { ...reviews.fields, ...none, review_requested_merge_requests: 1 });
			t.assume("a reviewer should have one requested review, and all other counts should be 0", own, reviews);
			(await countsOf(idle.caller)).has(none);
		},
		// The rule leaves system notes. On other tiers a merge request has one assignee, who would be replaced.
		{ ...destroys, tier: "premium", alone: "the merge request's state" },
	),
	assumed(
		"USER-149, USER-156",
		"assigned_issues counts a user's open assigned issues. The associations count the memberships, and all issues and merge requests that the user wrote.",
		["getUserCounts", "getUserAssociationsCount"],
		async (t) => {
			const paths = await everyProject(t);
			for (const who of ["developer", "maintainer", "reporter", "owner"] as const) {
				const { id, username } = t.user(who);
				const found = { assigned: 0, issues: 0, merges: 0 };
				for (const at of paths) {
					const project = (await ask(t.as("administrator"), workQuery, { at, username })).record("project");
					for (const name of ["assigned", "issues", "merges"] as const) found[name] += listIn(project, name).length;
				}
				(await countsOf(t.as(who))).has({ assigned_issues: found.assigned });
				const counts = await associationsOf(t, id);
				counts.has({ issues_count: found.issues, merge_requests_count: found.merges });
				for (const [type, name] of Object.entries({ Namespace: "groups_count", Project: "projects_count" })) {
					const rows = (await t.as("administrator").list("listUserMemberships", { id, type })).ok;
					t.same(name, counts.number(name), rows.items.length, counts);
				}
			}
		},
	),
	assumed(
		"USER-148..151, USER-593",
		"The counts include only open assigned issues, open assigned merge requests, open requested reviews and pending to-do items.",
		"getUserCounts",
		async (t) => {
			const [anna, ben] = [await account(t), await account(t)];
			const project = String((await t.given.record("projects", {})).full_path);
			const make = (table: string, fields: Fields) => t.given.record(table, { project, ...fields });
			const issue = await make("issues", { assignees: [ben.username, anna.username] });
			await make("issues", { assignees: [anna.username] });
			await make("issues", { assignees: [anna.username], state: "closed" });
			const merge = await make("merge_requests", { assignees: [anna.username], reviewers: [ben.username] });
			for (const state of ["closed", "merged"]) await make("merge_requests", { assignees: [anna.username], reviewers: [ben.username], state });
			for (const state of ["pending", "done", "pending"]) await t.given.record("todos", { user: anna.username, state });
			const are = async (annas: Fields, bens: Fields) => {
				(await countsOf(anna.caller)).has({ ...none, todos: 2, ...annas });
				(await countsOf(ben.caller)).has({ ...none, ...bens });
			};
			await are({ assigned_issues: 2, assigned_merge_requests: 1, merge_requests: 1 }, { assigned_issues: 1, review_requested_merge_requests: 1 });
			await t.given.change("issues", issue.id, { state: "closed" });
			await t.given.change("merge_requests", merge.id, { state: "merged" });
			await are({ assigned_issues: 1 }, {});
		},
	),
	rule("USER-594, USER-595", "Users read their own associations; administrators read any user's.", "getUserAssociationsCount", async (t) => {
		for (const who of ["developer", "outsider"] as const) {
			const { id } = t.user(who);
			// Another client may write in the meantime, which changes the counts.
			for (let attempt = 1, same = false; !same; attempt++) {
				const [own, read] = [await associationsOf(t, id, t.as(who)), await associationsOf(t, id)];
				same = isDeepStrictEqual(read.fields, own.fields);
				if (attempt === 5) t.same("the counts", read.fields, own.fields, read);
			}
		}
		// Users of each state and kind.
		const { items } = await listUsers(t.as("administrator"));
		for (const { id } of distinct(items, sortsOfUsers))
			for (const caller of [t.as("administrator"), t.as("administrator").sudo(Number(id))]) {
				const response = await caller.call("getUserAssociationsCount", { id });
				// Another rule may have removed the user, and some users cannot sign in.
				if (!response.succeeded) t.holds(`the counts of ${String(id)}`, !(await caller.call("getUser", { id })).succeeded, response);
			}
	}),
	writing.assumed(
		"USER-156",
		"A user's associations count direct memberships, and the issues and merge requests that the user wrote, open or closed.",
		"getUserAssociationsCount",
		async (t) => {
			const nothing = { groups_count: 0, projects_count: 0, issues_count: 0, merge_requests_count: 0 };
			const who = await person(t);
			(await associationsOf(t, who.id, who.caller)).has(nothing);
			if (!t.given.hasControl) return;
			const [ben, anna] = [await account(t), await account(t)];
			const realm = t.unique("realm");
			for (const [path, role] of [
				["thing", "developer"],
				["tool", "guest"],
				["sub/else", undefined],
			] as const)
				await t.given.record("projects", { full_path: `${realm}/${path}`, ...(role && { members: { [ben.username]: role } }) });
			await t.given.record("members", { user: ben.username, group: realm, role: "developer" });
			await t.given.record("members", { user: ben.username, project: `${realm}/sub/else`, role: "guest", expires_at: "2020-01-01" });
			const project = `${realm}/thing`;
			for (const state of ["opened", "opened", "closed", "opened"])
				await t.given.record("issues", { project, author: ben.username, assignees: [anna.username], state });
			await t.given.record("issues", { project, author: anna.username, assignees: [ben.username] });
			await t.given.record("merge_requests", { project, author: ben.username, state: "merged" });
			for (const caller of [ben.caller, t.as("administrator")])
				(await associationsOf(t, ben.id, caller)).has({ groups_count: 1, projects_count: 2, issues_count: 4, merge_requests_count: 1 });
			(await associationsOf(t, anna.id)).has({ ...nothing, issues_count: 1 });
		},
	),
	rule("USER-600", "Activities are sorted by last_activity_on ascending.", "listUserActivities", async (t) => {
		const days = (await list(t.as("administrator"), { from: always })).items.map(dayOf);
		if (new Set(days).size < 2) t.skip("the server needs users who were last active on different days");
		t.same("the days", days, days.toSorted());
	}),
	rule("USER-601", "Without from, the activities are those of users who were active in the last six months.", "listUserActivities", async (t) => {
		const since = halfAYearAgo(await list(t.as("administrator")));
		const older = (await all(t.as("outsider"), always)).filter((row) => dayOf(row) < since);
		if (older.length === 0) t.skip("the server needs a user who was last active more than six months ago");
		for (const who of ["administrator", "outsider"] as const) (await list(t.as(who))).every(`active since ${since}`, (row) => dayOf(row) >= since);
	}),
	rule("USER-602, USER-603", "from lists the users whose last activity was on that day or later.", "listUserActivities", async (t) => {
		// The last_activity_on of the users' records shows who must be listed.
		const isSettled = (user: Fields) => user.state === "active" && Date.parse(String(user.created_at)) < Date.now() - 3_600_000;
		const users = (await sample(t)).filter((user) => isSettled(user) && typeof user.last_activity_on === "string");
		const rows = await all(t.as("administrator"), always);
		const [first, last] = [dayOf(rows[0]), dayOf(rows.at(-1))];
		for (const { username, last_activity_on } of users)
			t.holds(
				`${String(username)} among those from ${always} on`,
				rows.some((row) => row.username === username && dayOf(row) >= String(last_activity_on)),
			);
		if (first === last) t.skip("the server needs users active on different days");
		// Another user may become active in the meantime.
		const expected = rows.filter((row) => dayOf(row) >= last);
		const recent = await all(t.as("administrator"), last);
		for (const { username } of expected) t.holds(`${String(username)} among those from ${last} on`, namesIn(recent).includes(username));
		const coming = new Date(Date.parse(last) + 7 * 86_400_000).toISOString().slice(0, 10);
		for (const [from, found] of [[last, recent] as const, [coming, await all(t.as("administrator"), coming)] as const])
			t.holds(
				`nobody who was last active before ${from}`,
				found.every((row) => dayOf(row) >= from),
			);
	}),
	rule("USER-604", "Only administrators see the activity of users with a private profile; the users themselves do not.", "listUserActivities", async (t) => {
		const isShy = (user: Fields) => user.private_profile === true && typeof user.last_activity_on === "string" && user.state === "active";
		const { id, username } = one(t, await sample(t), "has a private profile and was active", isShy);
		t.holds(`${String(username)} listed for administrators`, namesIn(await all(t.as("administrator"), always)).includes(username));
		for (const caller of [t.as("outsider"), t.as("owner"), t.as("auditor"), t.as("administrator").sudo(Number(id))])
			t.holds(`${String(username)} should not be listed for others and for themselves`, !namesIn(await all(caller, always)).includes(username));
	}),
	rule(
		"USER-600..602, USER-604",
		"Activities list exactly the users last active on from or later (default: six months ago), oldest first. Only administrators see private profiles.",
		"listUserActivities",
		async (t) => {
			const nameOf = await active(t);
			const names = async (caller: Caller, from?: string) => namesIn(await all(caller, from)).map(nameOf);
			for (const [from, expected] of [
				[undefined, ["edge", "mid", "shy", "new"]],
				["2020-01-01", ["old", "edge", "mid", "shy", "new"]],
				["2025-07-05", ["edge", "mid", "shy", "new"]],
				["2025-10-01", ["mid", "shy", "new"]],
				["2025-10-02", ["shy", "new"]],
				["2026-01-05", ["new"]],
				["2026-01-06", []],
			] as const) {
				t.same(`the users from ${String(from)} on`, await names(t.as("administrator"), from), expected);
				for (const who of ["outsider", "auditor"] as const)
					t.same(
						`the users for the ${who}`,
						await names(t.as(who), from),
						expected.filter((name) => name !== "shy"),
					);
			}
			// From the moment at which a profile becomes private, and until it is public again.
			const { id } = await account(t, { last_activity_on: "2025-11-11" });
			for (const private_profile of [false, true, false]) {
				(await t.as("administrator").call("updateUser", { id, private_profile })).ok;
				for (const who of ["outsider", "administrator"] as const)
					t.same(
						`private_profile=${private_profile}, for the ${who}`,
						(await all(t.as(who))).some((row) => dayOf(row) === "2025-11-11"),
						who === "administrator" || !private_profile,
					);
			}
			// Six months before the last day of a month may be a day that does not exist.
			await t.given.setClock("2026-08-31T23:59:59.000Z");
			const [last, before] = [await account(t, { last_activity_on: "2026-02-28" }), await account(t, { last_activity_on: "2026-02-27" })];
			const later = await names(t.as("outsider"));
			t.same(
				"the last day of February",
				[last, before].map(({ username }) => later.includes(username)),
				[true, false],
			);
		},
		{ ...writes, id: "USER-601/days" },
	),
	assumed(
		"USER-606",
		"Users who were never active are not in the list of activities.",
		"listUserActivities",
		async (t) => {
			const { made, username } = await person(t);
			made.has({ last_activity_on: null });
			const rows = await all(t.as("administrator"), always);
			t.holds("somebody listed", rows.length > 0);
			t.holds(`${username}, who was never active, not listed`, !namesIn(rows).includes(username));
		},
		writes,
	),
];
