import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { newIssue } from "../notes/lab";
import { person, unknownId } from "./person";

const destroys = { effect: "destroys" } as const;

const countsOf = async (caller: Caller) => (await caller.call("getUserCounts")).is(200);
const associationsOf = async (t: Context, id: number, caller: Caller = t.as("administrator")) =>
	(await caller.call("getUserAssociationsCount", { id })).is(200);

/** Has the owner give a command to an issue by a note. */
async function command(t: Context, issue_iid: number, body: string): Promise<void> {
	(await t.as("owner").call("createIssueNote", { id: t.scene("project"), issue_iid, body })).ok;
}

/** A new issue, opened by the maintainer and assigned to the developer; it cannot be removed again. */
async function assigned(t: Context): Promise<number> {
	const issue_iid = await newIssue(t, t.scene("project"));
	await command(t, issue_iid, `/assign @${t.user("developer").username}`);
	return issue_iid;
}

export const userCounts: readonly Rule[] = [
	rule("USER-147", "`merge_requests` always equals `assigned_merge_requests` in one response.", "getUserCounts", async (t) => {
		for (const who of ["developer", "maintainer", "owner", "outsider"] as const) {
			const response = await countsOf(t.as(who));
			response.has({ merge_requests: response.number("assigned_merge_requests") });
		}
	}),
	assumed(
		"USER-148",
		"`assigned_issues` counts open issues assigned to the caller; closing one lowers it by 1.",
		"getUserCounts",
		async (t) => {
			const count = async () => (await countsOf(t.as("developer"))).number("assigned_issues");
			const before = await count();
			const issue = await assigned(t);
			t.same("assigned_issues with one more", await count(), before + 1);
			await command(t, issue, "/close");
			t.same("assigned_issues with that closed", await count(), before);
		},
		destroys,
	),
	assumed(
		"USER-149",
		"`assigned_merge_requests` counts open merge requests assigned to the caller; merged or closed ones do not count.",
		"getUserCounts",
		async (t) => {
			const at = { id: t.scene("project"), merge_request_iid: t.scene("merge_request_iid") };
			const order = async (body: string) => await t.as("owner").call("createMergeRequestNote", { ...at, body });
			const count = async () => (await countsOf(t.as("developer"))).number("assigned_merge_requests");
			const name = t.user("developer").username;
			t.undo("the developer as assignee of the merge request", () => order(`/unassign @${name}`));
			(await order(`/unassign @${name}`)).is(201, 202, 400);
			const before = await count();
			(await order(`/assign @${name}`)).ok;
			t.same("assigned_merge_requests with one more", await count(), before + 1);
			t.undo("the merge request's state", () => order("/reopen"));
			(await order("/close")).ok;
			t.same("assigned_merge_requests with that closed", await count(), before);
		},
		destroys,
	),
	rule(
		"USER-591",
		"GET /user_counts answers the caller's own counts.",
		"getUserCounts",
		async (t) => {
			const [mine, others] = [await countsOf(t.as("developer")), await countsOf(t.as("reporter"))];
			const issue = await assigned(t);
			const after = await countsOf(t.as("developer"));
			after.has({ ...mine.fields, assigned_issues: mine.number("assigned_issues") + 1 });
			(await countsOf(t.as("reporter"))).has(others.fields);
			await command(t, issue, "/close");
		},
		destroys,
	),
	assumed("USER-592", "GET /user_counts without credentials answers 401.", "getUserCounts", async (t) => {
		(await t.anonymous.call("getUserCounts")).refuses(401);
	}),
	assumed(
		"USER-593",
		"Two users with different assignments get different counts from the same call.",
		"getUserCounts",
		async (t) => {
			const issue = await assigned(t);
			const [busy, idle] = [await countsOf(t.as("developer")), await countsOf((await person(t)).caller)];
			t.holds("the developer should have an issue assigned", busy.number("assigned_issues") > 0, busy);
			idle.has({ assigned_issues: 0, assigned_merge_requests: 0 });
			await command(t, issue, "/close");
		},
		destroys,
	),
	assumed(
		"USER-156",
		"groups_count and projects_count count direct memberships; issues_count and merge_requests_count count items authored by the user.",
		"getUserAssociationsCount",
		async (t) => {
			const { id } = t.user("maintainer");
			const before = await associationsOf(t, id);
			for (const [type, name] of [
				["Namespace", "groups_count"],
				["Project", "projects_count"],
			] as const) {
				const rows = (await t.as("administrator").call("listUserMemberships", { id, type, per_page: 100 })).is(200);
				t.same(name, before.number(name), rows.items.length, before);
			}
			t.holds("the maintainer should be a member of a group", before.number("groups_count") > 0, before);
			const issue = await assigned(t);
			const after = await associationsOf(t, id);
			after.has({ ...before.fields, issues_count: before.number("issues_count") + 1 });
			await command(t, issue, "/close");
			(await associationsOf(t, id)).has(after.fields);
		},
		destroys,
	),
	rule("USER-594", "A user may read their own associations count (200).", "getUserAssociationsCount", async (t) => {
		await associationsOf(t, t.user("developer").id, t.as("developer"));
	}),
	rule("USER-595", "An administrator may read any user's associations count (200).", "getUserAssociationsCount", async (t) => {
		for (const who of ["developer", "outsider"] as const) await associationsOf(t, t.user(who).id);
	}),
	rule("USER-596", "A non-administrator asking for another user's count is refused.", "getUserAssociationsCount", async (t) => {
		const response = await t.as("owner").call("getUserAssociationsCount", { id: t.user("developer").id });
		t.holds("another's count should be refused", [401, 403, 404].includes(response.status), response);
	}),
	assumed(
		"USER-597",
		'A non-administrator asking for another user\'s count gets 403 {"message":"403 Forbidden"}; an anonymous caller gets 401.',
		"getUserAssociationsCount",
		async (t) => {
			const { id } = t.user("developer");
			(await t.as("owner").call("getUserAssociationsCount", { id })).refuses(403, { message: "403 Forbidden" });
			(await t.anonymous.call("getUserAssociationsCount", { id })).refuses(401);
		},
	),
	assumed("USER-598", 'Unknown id answers 404 {"message":"404 User Not Found"}.', "getUserAssociationsCount", async (t) => {
		const response = await t.as("administrator").call("getUserAssociationsCount", { id: unknownId });
		response.refuses(404, { message: "404 User Not Found" });
	}),
];
