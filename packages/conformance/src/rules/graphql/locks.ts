import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, noPermission } from "../../rule/graphql";
import { assumed } from "../../rule/rule";
import { keepLock, keepMergeLock, type Lock, setLock } from "./locking";

/** Posts a note on the scene's issue; it is removed afterwards. */
async function note(t: Context, who: "outsider" | "developer"): Promise<Answer> {
	const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
	const answer = await t.as(who).call("createIssueNote", { ...where, body: t.unique("lock") });
	if (answer.status === 201) {
		const note_id = answer.number("id");
		t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id }));
	}
	return answer;
}

async function set(t: Context, lock: Lock, locked: boolean): Promise<void> {
	const response = await setLock(t, "issue", { ...lock, locked });
	t.same("errors", response.record("issueSetLocked").errors, [], response.answer);
}

/** The newest notes that the platform wrote on the scene's issue about its lock. */
async function lockNotes(t: Context): Promise<readonly unknown[]> {
	const answer = await t.as("developer").call("listIssueNotes", {
		id: t.scene("project"),
		issue_iid: t.scene("issue_iid"),
		activity_filter: "only_activity",
		per_page: 100,
	});
	return answer
		.is(200)
		.items.filter(({ body }) => /locked the discussion/.test(String(body)))
		.map(({ id, body, system }) => ({ id, body, system }));
}

export const lockChecks = [
	assumed(
		"GQL-122",
		"`issueSetLocked(input:{projectPath, iid, locked:true})` locks the issue's discussion and returns the issue's id and iid.",
		"executeGraphql",
		async (t) => {
			const lock = await keepLock(t);
			await set(t, lock, false);
			const response = await setLock(t, "issue", { ...lock, locked: true });
			const { issue, errors } = response.record("issueSetLocked");
			const { projectPath, iid } = lock;
			const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { id iid discussionLocked } } }";
			const after = (await ask(t.as("maintainer"), query, { path: projectPath, iid })).record("project.issue");
			t.same("issue and errors", [issue, errors], [after, []], response.answer);
			t.same("iid and lock", [after.iid, after.discussionLocked], [iid, true]);
		},
	),
	assumed(
		"GQL-124",
		"After issueSetLocked(locked:true) issue.discussionLocked is true, a non-member's POST of an issue note → 403, and a member's still succeeds.",
		"executeGraphql",
		async (t) => {
			const lock = await keepLock(t);
			await set(t, lock, false);
			(await note(t, "outsider")).is(201);
			await set(t, lock, true);
			(await note(t, "outsider")).is(403);
			(await note(t, "developer")).is(201);
		},
	),
	assumed(
		"GQL-125",
		"issueSetLocked(locked:false) unlocks; repeating the current value is harmless and writes no second system note.",
		"executeGraphql",
		async (t) => {
			const lock = await keepLock(t);
			await set(t, lock, false);
			await set(t, lock, true);
			const once = await lockNotes(t);
			await set(t, lock, true);
			t.same("the notes after the second lock", await lockNotes(t), once);
			await set(t, lock, false);
			const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { discussionLocked } } }";
			const response = await ask(t.as("maintainer"), query, { path: lock.projectPath, iid: lock.iid });
			t.same("discussionLocked", response.at("project.issue.discussionLocked"), false, response.answer);
		},
	),
	assumed(
		"GQL-126",
		'Locking writes the system note "locked the discussion in this issue", visible in the REST issue notes with system true.',
		"executeGraphql",
		async (t) => {
			const lock = await keepLock(t);
			await set(t, lock, false);
			const before = JSON.stringify(await lockNotes(t));
			await set(t, lock, true);
			const [newest] = (await lockNotes(t)).filter((one) => !before.includes(JSON.stringify(one)));
			t.holds(
				`there should be a new system note that tells of the lock, and there is ${JSON.stringify(newest)}`,
				/"body":"locked the discussion in this issue","system":true/.test(JSON.stringify(newest) ?? ""),
			);
		},
	),
	assumed(
		"GQL-127",
		"issueSetLocked needs the right to admin the issue (Planner/Reporter and up); a Guest gets the no-permission error.",
		"executeGraphql",
		async (t) => {
			const lock = await keepLock(t);
			const { projectPath: path, iid } = lock;
			const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { author { username } } } }";
			const author = (await ask(t.as("maintainer"), query, { path, iid })).at("project.issue.author.username");
			if (author === t.user("guest").username) t.skip("the guest wrote the scene's issue: name another as issue_iid");
			const asReporter = await setLock(t, "issue", { ...lock, locked: !lock.locked }, "reporter");
			t.same("errors for the reporter", asReporter.record("issueSetLocked").errors, [], asReporter.answer);
			(await setLock(t, "issue", lock, "guest")).refuses(noPermission);
			const read = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { discussionLocked } } }";
			const after = await ask(t.as("maintainer"), read, { path, iid });
			t.same("the lock after the refusal", after.at("project.issue.discussionLocked"), !lock.locked, after.answer);
		},
	),
	assumed("GQL-217", "mergeRequestSetLocked(locked:true) makes a non-member's POST of a merge request note → 403.", "executeGraphql", async (t) => {
		const lock = await keepMergeLock(t);
		const where = { id: t.scene("project"), merge_request_iid: t.scene("merge_request_iid") };
		const attempt = async () => {
			const answer = await t.as("outsider").call("createMergeRequestNote", { ...where, body: t.unique("lock") });
			if (answer.status === 201) {
				const note_id = answer.number("id");
				t.undo(`note ${note_id}`, () => t.as("owner").call("deleteMergeRequestNote", { ...where, note_id }));
			}
			return answer;
		};
		await setLock(t, "mergeRequest", { ...lock, locked: false });
		(await attempt()).is(201);
		await setLock(t, "mergeRequest", { ...lock, locked: true });
		(await attempt()).is(403);
	}),
];
