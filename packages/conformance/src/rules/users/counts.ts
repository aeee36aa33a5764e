import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { newIssue } from "../notes/places";
import { person, unknownId } from "./person";

const destroys = { effect: "destroys" } as const;

const countsOf = async (caller: Caller) => (await caller.call("getUserCounts")).is(200);
const associationsOf = async (t: Trial, id: number, caller: Caller = t.as("administrator")) =>
	(await caller.call("getUserAssociationsCount", { id })).is(200);

/** Has the owner give a command to an issue by a note. */
async function command(t: Trial, issue_iid: number, body: string): Promise<void> {
	(await t.as("owner").call("createIssueNote", { id: t.scene("project"), issue_iid, body })).ok;
}

/** A new issue, opened by the maintainer and assigned to the developer; it cannot be removed again. */
async function assigned(t: Trial): Promise<number> {
	const issue_iid = await newIssue(t, t.scene("project"));
	await command(t, issue_iid, `/assign @${t.user("developer").username}`);
	return issue_iid;
}

export const userCounts: readonly Check[] = [
	check("USER-147", async (t) => {
		for (const who of ["developer", "maintainer", "owner", "outsider"] as const) {
			const told = await countsOf(t.as(who));
			told.has({ merge_requests: told.number("assigned_merge_requests") });
		}
	}),
	check(
		"USER-148",
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
	check(
		"USER-149",
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
		// Who was assigned before is not to be seen.
		destroys,
	),
	check(
		"USER-591",
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
	check("USER-592", async (t) => {
		(await t.anonymous.call("getUserCounts")).refuses(401);
	}),
	check(
		"USER-593",
		async (t) => {
			const issue = await assigned(t);
			const [busy, idle] = [await countsOf(t.as("developer")), await countsOf((await person(t)).caller)];
			t.holds("the developer should have an issue assigned", busy.number("assigned_issues") > 0, busy);
			idle.has({ assigned_issues: 0, assigned_merge_requests: 0 });
			await command(t, issue, "/close");
		},
		destroys,
	),
	check(
		"USER-156",
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
	check("USER-594", async (t) => {
		await associationsOf(t, t.user("developer").id, t.as("developer"));
	}),
	check("USER-595", async (t) => {
		for (const who of ["developer", "outsider"] as const) await associationsOf(t, t.user(who).id);
	}),
	check("USER-596", async (t) => {
		const told = await t.as("owner").call("getUserAssociationsCount", { id: t.user("developer").id });
		t.holds("another's count should be refused", [401, 403, 404].includes(told.status), told);
	}),
	check("USER-597", async (t) => {
		const { id } = t.user("developer");
		(await t.as("owner").call("getUserAssociationsCount", { id })).refuses(403, { message: "403 Forbidden" });
		(await t.anonymous.call("getUserAssociationsCount", { id })).refuses(401);
	}),
	check("USER-598", async (t) => {
		const told = await t.as("administrator").call("getUserAssociationsCount", { id: unknownId });
		told.refuses(404, { message: "404 User Not Found" });
	}),
];
