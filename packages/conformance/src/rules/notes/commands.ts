import { isDeepStrictEqual } from "node:util";
import { whileUnchanged } from "../../laws/while-unchanged";
import type { ActorName } from "../../rule/actors";
import { type CallOptions, formAt } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask, numberOf } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";
import { type Rule, rule } from "../../rule/rule";
import { type Kind, kind, type Verb, withCommands, withoutCommands } from "./kinds";
import { everyone, freshIssue, isRefused, lock, mergeRequestsOf, Notes, noteAssumed, noteRule, parentOf, within } from "./lab";

const failed = { message: "400 Bad request - Failed to apply commands." };
const other = "0".repeat(40);

const command = async (notes: Notes, body: string, who: ActorName = "developer"): Promise<ApiResponse> => await notes.create(notes.t.as(who), { body });

/** Undoes a command by another command, which the rule itself may have carried out already. */
const undone = (notes: Notes, by: string): void =>
	notes.t.undo(`quick action, by ${by}`, async () => {
		const response = await command(notes, by);
		return [400, 422].includes(response.status) ? await notes.list(notes.t.as("owner")) : response;
	});

/** The parent of the notes, as far as it can be read, without updated_at, which every note changes. */
const stateOf = async (notes: Notes): Promise<unknown> => {
	if (!notes.t.given.isIsolated) return await parentOf(notes);
	return (await notes.t.given.records(notes.kind.table, { id: notes.own })).map(({ updated_at: _, ...record }) => record);
};

/** Commands that must be refused and change nothing. */
async function fails(notes: Notes, body: string, who: ActorName, fields: object = {}): Promise<void> {
	const before = await stateOf(notes);
	const response = await notes.refusesNew(notes.t.as(who), { body, ...fields });
	response.refuses(400, failed);
	notes.t.same("the parent after refused commands", await stateOf(notes), before, response);
}

/** A body of only commands must return 202 with what it changed, and leave no note. */
async function carriesOut(notes: Notes, body: string, expected?: Fields): Promise<void> {
	const { t } = notes;
	const comments = async () => notes.mine(await notes.all(t.as("owner"), { sort: "asc" })).filter(({ system }) => system === false);
	const before = await comments();
	const response = (await command(notes, body)).is(202);
	const { commands_changes: changes, summary } = response.fields;
	if (expected) t.same("the response", response.json, expected, response);
	t.holds("commands_changes is an object with at least one change", Object.keys(Object(changes)).length > 0, response);
	t.holds("summary is a list of strings", Array.isArray(summary) && summary.length > 0 && summary.every((one) => typeof one === "string"), response);
	t.same("the comments", await comments(), before, response);
}

/** A merge request that can be merged, with its head commit: a new one, or one of a project that no other rule uses. */
async function mergeable(t: Context, title = "Ready"): Promise<{ notes: Notes; sha: string }> {
	if (t.given.hasControl) {
		const notes = await Notes.made(t, kind.mergeRequest, { title });
		return { notes, sha: String((await parentOf(notes)).diffHeadSha) };
	}
	for (const id of [t.scene("private_project"), t.scene("internal_project")]) {
		const one = (await mergeRequestsOf(t, id)).find(({ state, title: text }) => state === "opened" && !/^draft:/i.test(String(text)));
		if (one) return { notes: new Notes(t, kind.mergeRequest, { id, merge_request_iid: Number(one.iid) }), sha: String(one.diffHeadSha) };
	}
	return t.skip("neither the private nor the internal project has an open merge request that is ready");
}

/** A merge request that stays open. */
async function open(t: Context): Promise<{ notes: Notes; sha: string }> {
	if (t.given.hasControl) return await mergeable(t);
	const notes = new Notes(t, kind.mergeRequest);
	const { state, diffHeadSha } = await parentOf(notes);
	return state === "opened" ? { notes, sha: String(diffHeadSha) } : t.skip("the scene's merge request is not open");
}

/** Outside a mock, such merge requests are few: one rule at a time changes their state. */
const ofMergeable = { alone: "open merge requests" } as const;

const merge = async ({ notes }: { notes: Notes }, sha?: string, who: ActorName = "maintainer", body = "/merge", as: CallOptions["as"] = "json") =>
	await notes.create(notes.t.as(who), { body, ...(sha !== undefined && { merge_request_diff_head_sha: sha }) }, { as });

/** Values with which nothing may be merged: no commit, another one, and parts of the head commit. */
const wrongShas = (sha: string): (string | undefined)[] => [undefined, other, sha.slice(0, 8), sha.slice(0, -1), ""];

const onMerge = [kind.mergeRequest.operations.create] as const;

/** Merging by a note. */
export const noteMerges: readonly Rule[] = [
	rule(
		"NOTE-218, NOTE-221",
		"/merge with the head commit in merge_request_diff_head_sha merges the merge request. It returns 202 and stores no note.",
		onMerge,
		async (t) => {
			for (const who of t.given.hasControl ? (["developer", "maintainer", "owner"] as const) : (["maintainer"] as const)) {
				const one = await mergeable(t);
				// The same as a form, and if the discussion is locked.
				if (who === "owner") await lock(one.notes);
				const before = await one.notes.entries();
				const response = (await merge(one, one.sha, who, "/merge", who === "developer" ? "form" : "json")).ok;
				t.same("the merge request's state", (await parentOf(one.notes)).state, "merged", response);
				const expected = { commands_changes: { merge: one.sha }, summary: ["Merged this merge request."] };
				t.assume(`the response should be 202, ${JSON.stringify(expected)}`, response.status === 202 && isDeepStrictEqual(response.json, expected), response);
				t.assume("there should be no new note", isDeepStrictEqual(await one.notes.entries(), before), response);
				if (!t.given.hasControl || who !== "owner") continue;
				// A merge request that is merged already, a draft, and a caller who may not merge.
				const [draft, fresh] = [await mergeable(t, "Draft: not yet"), await mergeable(t)];
				await t.assuming(async () => {
					for (const body of ["/merge", "/close", "/reopen"]) await fails(one.notes, body, "maintainer", { merge_request_diff_head_sha: one.sha });
					await fails(draft.notes, "/merge", "developer", { merge_request_diff_head_sha: draft.sha });
					await fails(fresh.notes, "/merge", "reporter", { merge_request_diff_head_sha: fresh.sha });
				});
			}
		},
		{ effect: "destroys", ...ofMergeable },
	),
	rule(
		"NOTE-219, NOTE-220, NOTE-222",
		"/merge without the head commit, or with another commit, merges nothing. It returns 202 with one line that gives the reason.",
		onMerge,
		async (t) => {
			const one = await open(t);
			// The same for a merge request in each state in the project, among them merged ones and drafts.
			const id = t.scene("project");
			const all = await mergeRequestsOf(t, id);
			const states = new Map(all.map(({ iid, title, state }) => [`${state} ${/^draft:/i.test(String(title))}`, Number(iid)]));
			const head = all.map(({ diffHeadSha }) => String(diffHeadSha)).find((sha) => sha !== one.sha);
			const others = [...states.values()].map((merge_request_iid) => new Notes(t, kind.mergeRequest, { id, merge_request_iid }));
			for (const notes of [one.notes, ...others]) {
				const [before, listed] = [await stateOf(notes), await notes.entries()];
				const shas = notes === one.notes ? [undefined, ...wrongShas(one.sha), head ?? other] : [undefined, other];
				for (const [index, sha] of shas.entries()) {
					// By two roles, and as JSON, form and query.
					const response = await merge({ notes }, sha, index % 2 ? "owner" : "maintainer", "/merge", formAt(index));
					t.same(`the merge request after /merge with ${sha}`, await stateOf(notes), before, response);
					const { commands_changes, summary } = response.fields;
					const isLine = Array.isArray(summary) && summary.length === 1 && /^[^\n]+$/.test(String(summary[0]));
					t.assume("it should return 202 and a summary of one line", response.status === 202 && isDeepStrictEqual(commands_changes, {}) && isLine, response);
				}
				t.assume("there should be no new note", isDeepStrictEqual(await notes.entries(), listed));
			}
			// The same if /merge is one line of several.
			for (const sha of [undefined, other]) {
				const before = await stateOf(one.notes);
				const response = await merge(one, sha, "maintainer", "Ready.\n\n/merge");
				t.same(`the merge request after text and /merge with ${sha}`, await stateOf(one.notes), before, response);
			}
		},
	),
	noteAssumed("NOTE-223", "merge_request_diff_head_sha has no effect on a note without /merge.", { verbs: "create", on: kind.mergeRequest }, async ({ t }) => {
		const { notes, sha } = await open(t);
		for (const merge_request_diff_head_sha of [sha, other]) {
			const made = (await notes.create(t.as("developer"), { body: "Please merge.", merge_request_diff_head_sha })).is(201).has({ body: "Please merge." });
			t.holds("the note does not show the commit", !made.text.includes(merge_request_diff_head_sha), made);
		}
		t.same("the merge request's state", (await parentOf(notes)).state, "opened");
	}),
];

const alone = "state of the scene's issue";

/** The scene's issue or a new one. It must be open, and is reopened after the rule. */
async function opened(notes: Notes): Promise<Notes> {
	if ((await parentOf(notes)).state !== "opened") notes.t.skip(`the scene's ${notes.kind.name} is closed`);
	undone(notes, "/reopen");
	return notes;
}

const onFreshIssue = (ids: string, title: string, run: (notes: Notes) => Promise<void>, verb: Verb = "create"): Rule =>
	noteAssumed(ids, title, { verbs: verb, on: kind.issue }, async ({ t }) => run(await freshIssue(t)));

/** The bodies of the system notes, oldest first. */
async function activity(notes: Notes, who: ActorName = "developer"): Promise<string[]> {
	const all = await notes.all(notes.t.as(who), { sort: "asc" });
	return all.filter(({ system }) => system === true).map(({ body }) => String(body));
}

/** Changes of the state, the labels and the milestone must leave no system note, also a second time and beside a text. */
async function leaveNoNote(notes: Notes): Promise<void> {
	const { t, kind: of, own } = notes;
	const label = t.unique("label");
	if (t.given.hasControl) await t.given.record("labels", { project: t.scene("project"), name: label });
	const before = await activity(notes);
	// On a parent that is not the rule's own, the label and the milestone would stay.
	const lasting = own === undefined ? [] : [`/label ~${label}`, `/unlabel ~${label}`, `/label ~${label}`, `/milestone %${label}`];
	for (const body of ["/close", "/reopen", "/close", "Again.\n/reopen", "Enough.\n/close", "/reopen", ...lasting]) {
		const response = await command(notes, body);
		// On a server where labels and milestones must exist first, the command does not apply.
		response.is(...(lasting.includes(body) ? [202, 400] : [201, 202]));
		// The specification leaves open which commands exist, except for /merge.
		const isSo = lasting.includes(body) || (await parentOf(notes)).state === (body.endsWith("/close") ? "closed" : "opened");
		t.assume(`${body} should change the state of the ${of.name}`, isSo, response);
		t.same(`the system notes after ${body}`, await activity(notes), before, response);
	}
	if (t.given.hasControl) t.assume("the milestone should be another one", (await numberOfParent(notes, "milestone")) === label);
}

/** The fields of an issue that GraphQL shows, by the names under which a mock stores them. */
async function shownIssue({ t, where }: Notes): Promise<Fields> {
	const query =
		"query ($at: ID!, $iid: String!) { project(fullPath: $at) { issue(iid: $iid) { title state confidential discussionLocked assignees { nodes { id } } } } }";
	const response = await ask(t.as("owner"), query, { at: String(where.id), iid: String(where.issue_iid) });
	const { discussionLocked: discussion_locked, assignees: _, ...rest } = response.record("project.issue");
	const assignee_ids = response.list("project.issue.assignees.nodes").map(({ id }) => numberOf(id));
	return { ...rest, discussion_locked, assignee_ids };
}

/** A field of the parent, such as time spent or estimate, as a mock stores it. */
const numberOfParent = async (notes: Notes, field: string): Promise<unknown> => (await notes.t.given.records(notes.kind.table, { id: notes.own }))[0]?.[field];

/** Lines of a note that act on its parent. */
export const quickActions: readonly Rule[] = [
	noteAssumed("NOTE-225, NOTE-226", "Quick actions without text are carried out and store no note.", { verbs: "create", on: withCommands }, async (notes) => {
		undone(notes, "/done");
		await carriesOut(notes, "/todo");
		if (!notes.t.given.hasControl) return;
		const noun = notes.kind.name;
		await carriesOut(notes, "/estimate 3h\n\n/close\n", {
			commands_changes: { time_estimate: 10_800, state_event: "close" },
			summary: [`Set time estimate to 3h. Closed this ${noun}.`],
		});
		notes.t.same("state and estimate", [(await parentOf(notes)).state, await numberOfParent(notes, "time_estimate")], ["closed", 10_800]);
	}),
	noteAssumed("NOTE-227", "/close closes an open issue; /reopen reopens a closed one.", { verbs: "create", on: kind.issue, alone }, async (notes) => {
		await opened(notes);
		for (const [body, state_event, sentence, state] of [
			["/close", "close", "Closed this issue.", "closed"],
			["/reopen", "reopen", "Reopened this issue.", "opened"],
		] as const) {
			await carriesOut(notes, body, { commands_changes: { state_event }, summary: [sentence] });
			notes.t.same("the issue's state", (await parentOf(notes)).state, state);
			await fails(notes, body, "developer");
		}
	}),
	onFreshIssue("NOTE-229", "/spend adds to the time spent on an issue, or subtracts from it if the time is negative.", async (notes) => {
		const { t } = notes;
		let spent = 0;
		for (const [span, seconds] of Object.entries({ "1h": 3_600, "1d 30m": 30_600, "1w": 144_000, "45s": 45, "-30m": -1_800 })) {
			const response = (await command(notes, `/spend ${span}`)).is(202);
			const { spend_time } = Object(response.field("commands_changes"));
			t.same(`the duration of ${span}`, Object(spend_time).duration, seconds, response);
			t.same("the summary", response.field("summary"), [`${seconds > 0 ? "Added" : "Subtracted"} ${span.replace("-", "")} spent time.`], response);
			spent += seconds;
			if (t.given.hasControl) t.same("the time spent on the issue", await numberOfParent(notes, "time_spent"), spent, response);
		}
	}),
	noteAssumed("NOTE-225", "/todo, /done and /subscribe return what they changed.", { verbs: "create", on: withCommands, id: "NOTE-225/own" }, async (notes) => {
		undone(notes, "/done");
		for (const [body, commands_changes] of [
			["/todo", { todo_event: "add" }],
			["/done", { todo_event: "done" }],
			["/unsubscribe", { subscription_event: "unsubscribe" }],
			["/subscribe", { subscription_event: "subscribe" }],
		] as const) {
			const response = (await command(notes, body)).is(202);
			notes.t.same(`what ${body} did`, response.field("commands_changes"), commands_changes, response);
		}
	}),
	noteAssumed(
		"NOTE-225",
		"Each quick action changes only the field that it names, and returns that change and a summary. One that changes nothing is refused.",
		{ verbs: "create", on: withCommands, id: "NOTE-225/each" },
		async ({ t, kind: of }) => {
			const { hasControl } = t.given;
			if (!hasControl && of !== kind.issue) return;
			const notes = hasControl ? await Notes.made(t, of, { title: "Tidy up", assignees: [], label_names: ["old"] }) : await freshIssue(t);
			const [one, two] = [t.user("developer"), t.user("maintainer")];
			const noun = of.name;
			const names = [t.unique("new"), `${t.unique("newer")} one`, t.unique("last")] as const;
			const [fresh, spaced, last] = names;
			const ids: number[] = [];
			if (hasControl) for (const name of names) ids.push((await t.given.record("labels", { project: t.scene("project"), name })).id);
			const isIssue = of === kind.issue;
			// The body that is sent, commands_changes and summary of the response, and the fields of the record that change.
			const rows: readonly (readonly [body: string, changes: Fields, summary: string, fields: Fields])[] = [
				["/title  Tidied up ", { title: "Tidied up" }, 'Changed the title to "Tidied up".', { title: "Tidied up" }],
				["/assign me", { assignee_ids: [one.id] }, `Assigned @${one.username}.`, { assignee_ids: [one.id] }],
				[`/assign @${two.username.toUpperCase()}`, { assignee_ids: [one.id, two.id] }, `Assigned @${two.username}.`, { assignee_ids: [one.id, two.id] }],
				[`/unassign @${one.username}`, { assignee_ids: [two.id] }, `Removed assignee @${one.username}.`, { assignee_ids: [two.id] }],
				[`/label ~${fresh}, ~"${spaced}"`, { add_label_ids: ids.slice(0, 2) }, `Added ~${fresh} ~"${spaced}" labels.`, { label_names: ["old", fresh, spaced] }],
				[`/unlabel ~${fresh}`, { remove_label_ids: ids.slice(0, 1) }, `Removed ~${fresh} label.`, { label_names: ["old", spaced] }],
				[`/label ~${last} ~nobody-knows-it`, { add_label_ids: ids.slice(2) }, `Added ~${last} label.`, { label_names: ["old", spaced, last] }],
				["/milestone %v2", { milestone: "v2" }, "Set the milestone to %v2.", { milestone: "v2" }],
				["/estimate 1.25h 30s", { time_estimate: 4_530 }, "Set time estimate to 1.25h 30s.", { time_estimate: 4_530 }],
				["/remove_estimate", { time_estimate: 0 }, "Removed time estimate.", { time_estimate: 0 }],
				["/remove_time_spent", { spend_time: { duration: "reset", user_id: one.id } }, "Removed spent time.", { time_spent: 0 }],
				...["/award", "/react"].map((word) => [`${word} :coffee:`, { emoji_award: "coffee" }, "Toggled :coffee: emoji reaction.", {}] as const),
				["/lock", { discussion_locked: true }, "Locked the discussion.", { discussion_locked: true }],
				["/unlock", { discussion_locked: false }, "Unlocked the discussion.", { discussion_locked: false }],
				...(isIssue
					? ([
							["/due 2027-01-31", { due_date: "2027-01-31" }, "Set the due date to Jan 31, 2027.", { due_date: "2027-01-31" }],
							["/due someday", {}, "Failed to set due date because the date format is invalid.", {}],
							["/remove_due_date", { due_date: null }, "Removed the due date.", { due_date: null }],
							["/weight 3", { weight: 3 }, "Set weight to 3.", { weight: 3 }],
							["/clear_weight", { weight: null }, "Cleared weight.", { weight: null }],
							["/confidential", { confidential: true }, "Made this issue confidential.", { confidential: true }],
						] as const)
					: ([
							[`/assign_reviewer @${two.username}`, { reviewer_ids: [two.id] }, `Assigned @${two.username} as reviewer.`, { reviewer_ids: [two.id] }],
							["/unassign_reviewer", { reviewer_ids: [] }, `Removed reviewer @${two.username}.`, { reviewer_ids: [] }],
							["/approve", {}, "Approved the current merge request.", { approved_by_ids: [one.id] }],
							["/draft", { wip_event: "draft" }, "Marked this merge request as a draft.", { title: "Draft: Tidied up" }],
							["/ready", { wip_event: "ready" }, "Marked this merge request as ready.", { title: "Tidied up" }],
						] as const)),
				["/close", { state_event: "close" }, `Closed this ${noun}.`, { state: "closed" }],
				["/reopen", { state_event: "reopen" }, `Reopened this ${noun}.`, { state: "opened" }],
			];
			const record = async (): Promise<Fields> => {
				if (!hasControl) return await shownIssue(notes);
				const { updated_at: _, closed_at: __, ...row } = Object((await t.given.records(of.table, { id: notes.own }))[0]);
				return row;
			};
			// Labels and milestones must exist first.
			for (const [body, commands_changes, summary, fields] of hasControl ? rows : rows.filter(([line]) => !/label|milestone/.test(line))) {
				const before = await record();
				const response = (await command(notes, body)).is(202);
				t.same(`the response to ${body}`, response.json, { commands_changes, summary: [summary] }, response);
				const expected = Object.entries({ ...before, ...fields }).filter(([name]) => Object.hasOwn(before, name));
				t.same(`the ${noun} after ${body}`, await record(), Object.fromEntries(expected), response);
				if (!/reopen|unlock|label|milestone|assign me|estimate|time_spent|award|react|weight 3|due 2027|someday/.test(body))
					await fails(notes, body, "developer");
			}
			for (const body of [
				"/assign @nobody-of-this-name",
				"/unassign @nobody-of-this-name",
				"/estimate 0h",
				"/estimate -1h",
				"/estimate 1x",
				"/spend 1h 2",
				"/spend 1h 2999-01-01",
				"/label ~nobody-knows-it",
				"/award :no_such_emoji:",
				"/weight much",
				"/unlabel ~never",
			])
				await fails(notes, body, "developer");
		},
	),
	noteAssumed(
		"NOTE-229",
		"/spend accepts a date and returns it as spent_at; without a date, spent_at is a time.",
		{ verbs: "create", on: withCommands, id: "NOTE-229/day" },
		async (notes) => {
			undone(notes, "/spend -1h");
			const user_id = notes.t.user("developer").id;
			const spend = async (body: string) => (await command(notes, body)).is(202);
			const dated = await spend("/spend 1h 30m 2026-01-31");
			notes.t.same(
				"the response",
				dated.json,
				{ commands_changes: { spend_time: { duration: 5_400, user_id, spent_at: "2026-01-31" } }, summary: ["Added 1h 30m spent time."] },
				dated,
			);
			const plain = await spend("/spend -30m");
			const { spent_at, ...rest } = Object(Object(plain.field("commands_changes")).spend_time);
			notes.t.same("spend_time without a date", rest, { duration: -1_800, user_id }, plain);
			notes.t.holds("spent_at should be a time", !Number.isNaN(Date.parse(String(spent_at))), plain);
		},
	),
	noteAssumed("NOTE-231", "/shrug and /tableflip are stored as text faces.", { verbs: "create", on: withCommands, id: "NOTE-231/faces" }, async (notes) => {
		for (const [sent, body] of [
			["/shrug", "¯\\＿(ツ)＿/¯"],
			["/tableflip Enough!", "Enough! (╯°□°)╯︵ ┻━┻"],
			["Hm.\n/shrug Who knows", "Hm.\nWho knows ¯\\＿(ツ)＿/¯"],
		] as const)
			(await command(notes, sent)).is(201).has({ body });
	}),
	noteAssumed(
		"NOTE-231",
		"A line that is not exactly a known command, or is inside a code block, is stored as text and has no effect.",
		{ verbs: "create", on: withCommands, id: "NOTE-231/text", alone },
		async (notes) => {
			const before = await stateOf(notes);
			for (const body of [
				"Do not /close",
				" /close",
				"/closed",
				"/no_such_command",
				"```\n/close\n```",
				"  ~~~\n/close\n~~~\nEnd",
				"Code ``` here\n/nothing",
			]) {
				const made = (await command(notes, body)).is(201).has({ body });
				notes.t.same(`the ${notes.kind.name} after ${body}`, await stateOf(notes), before, made);
			}
		},
	),
	noteAssumed(
		"NOTE-230",
		"A body of only quick actions is refused with 400 if none applies or the caller may not use them. Nothing changes.",
		{ verbs: "create", on: withCommands, alone },
		async (notes) => {
			if (notes.t.given.hasControl) await fails(notes, "/reopen", "developer");
			const never = ["/spend asdf", "/spend", `/spend ${"9".repeat(400)}h`, "/title", "/assign @nobody-of-this-name", "/label nothing"];
			for (const body of never) await fails(notes, body, "developer");
			for (const body of [
				"/close",
				"/spend 1h",
				"/title Mine",
				...(notes.kind === kind.issue ? ["/confidential"] : []),
				"/lock",
				"/label ~mine",
				"/milestone %mine",
				"/assign me",
				"/estimate 1h",
			])
				await fails(notes, body, "guest");
		},
	),
	noteAssumed("NOTE-231", "Quick actions in a note run and are removed from it.", { verbs: ["create", "get"], on: kind.issue, alone }, async (notes, t) => {
		await opened(notes);
		const body = "Done here.\nThanks to all!";
		const made = (await command(notes, "Done here.\n/close\nThanks to all!\n/todo\n")).is(201).has({ body, system: false });
		t.same("the stored note", (await notes.get(t.as("guest"), made.number("id"))).is(200).json, made.json);
		t.same("the issue's state", (await parentOf(notes)).state, "closed", made);
		// In a code block a command is text.
		const code = "Try this:\n```\n/reopen\n```";
		(await command(notes, code)).is(201).has({ body: code });
		t.same("the issue's state", (await parentOf(notes)).state, "closed");
		(await command(notes, "Hello\n/reopen")).is(201).has({ body: "Hello" });
		t.same("the issue's state", (await parentOf(notes)).state, "opened");
	}),
	noteAssumed("NOTE-232", "Text is stored even if the quick action in it does not apply.", { verbs: "create", on: kind.issue }, async (notes) => {
		const before = await stateOf(notes);
		const made = (await command(notes, "hello world\n/spend hello")).is(201).has({ body: "hello world" });
		if (notes.t.given.hasControl) notes.t.same("the issue", await stateOf(notes), before, made);
		notes.t.same("the notes", await notes.ids(notes.t.as("developer")), [made.field("id")]);
	}),
	noteAssumed("NOTE-233", "Snippets, epics and wiki pages store quick actions as text.", { verbs: ["create", "get"], on: withoutCommands }, async (notes) => {
		const owner = notes.t.as("owner");
		const before = notes.t.given.hasControl ? await stateOf(notes) : undefined;
		for (const body of ["/close", "Done.\n/close", "/todo"]) {
			const made = (await notes.create(owner, { body })).is(201).has({ body });
			(await notes.get(owner, made.number("id"))).is(200).has({ body });
		}
		if (before) notes.t.same("the parent", await stateOf(notes), before);
	}),
	noteAssumed("NOTE-262, NOTE-263", "Updating a note to quick actions that apply deletes it.", { verbs: "update", on: withCommands }, async (notes, t) => {
		undone(notes, "/done");
		const developer = t.as("developer");
		const [id, kept] = [(await notes.make({}, developer)).number("id"), (await notes.make({}, developer)).number("id")];
		for (const body of ["/spend asdf", "/reopen"]) {
			if (!t.given.hasControl && body === "/reopen") continue;
			const response = await notes.unchanged(() => notes.update(developer, id, { body }));
			isRefused(t, response.refuses(400, failed));
		}
		const text = (await notes.update(developer, kept, { body: "Now\n/todo" })).is(200).has({ body: "Now" });
		const response = (await notes.update(developer, id, { body: "/todo" })).is(202);
		const { commands_changes, summary } = response.fields;
		t.same("what the commands did", [typeof commands_changes, Array.isArray(summary)], ["object", true], response);
		(await notes.get(developer, id)).refuses(404);
		t.same("the other note", await notes.now(kept), text.fields);
	}),
];

/** A note in a private project mentions an issue or merge request: only members of that project may see the system note about it. */
async function isMentioned(scene: Notes): Promise<void> {
	const { t, kind: of } = scene;
	const here = of === kind.issue ? await freshIssue(t) : scene;
	const project = t.scene("private_project");
	const from = t.given.hasControl ? await Notes.made(t, kind.mergeRequest, { place: project }) : await within(t, kind.mergeRequest, "private");
	if (!from) return t.skip("the private project has no merge request");
	const comment = (await here.make({}, t.as("developer"))).number("id");
	const sign = of === kind.issue ? "#" : "!";
	await from.make({ body: `Same as ${t.scene("project")}${sign}${here.where[of.parameter]}?` }, t.as("developer"));
	const source = `${project}!${from.where.merge_request_iid}`;
	const mention = (await here.all(t.as("developer"))).find(({ system, body }) => system === true && String(body).includes(source));
	t.holds(`a system note mentions ${source}`, mention !== undefined);
	(await here.get(t.as("developer"), mention?.id)).is(200);
	for (const query of [{}, { sort: "asc" }, { order_by: "updated_at" }, { activity_filter: "only_activity" }, { activity_filter: "all_notes" }]) {
		const seen = (await here.all(t.as("outsider"), query)).map(({ id }) => id);
		t.holds("the list for a user who cannot see the project does not have the mention", !seen.includes(mention?.id));
		t.holds("the list for a user who cannot see the project has the comment", seen.includes(comment) || query.activity_filter === "only_activity");
	}
	(await here.get(t.as("outsider"), mention?.id)).refuses(404);
	const page = await here.list(t.as("outsider"), { per_page: 1 });
	if (here.own !== undefined) t.same("x-total for a user who cannot see the project", page.header("x-total"), "1", page);
}

/** System notes: notes that the platform itself writes. */
export const systemNotes: readonly Rule[] = [
	noteRule("NOTE-129", "System notes can be listed and read, with system true.", ["list", "get"], async (notes, t) => {
		const own = t.given.hasControl ? [await notes.record(), await notes.record({ system: true, body: "changed the description" })] : undefined;
		// If another client removes a note meanwhile, other notes move from one page to the next.
		await whileUnchanged(
			t,
			() => notes.all(t.as("owner"), { sort: "asc" }),
			async (known) => {
				// A note that mentions another record is not shown to everyone.
				const ofAll = known.filter(({ system, body }) => system === true && !/[#!]\d/.test(String(body)));
				for (const who of everyone) {
					const listed = await notes.all(t.as(who), { sort: "asc" });
					if (own)
						t.same(
							`the notes of ${who}`,
							listed.map(({ id, system }) => [id, system]),
							own.map((id, index) => [id, index === 1]),
						);
					const lost = ofAll.filter(({ id }) => !listed.some((one) => one.id === id && one.system === true));
					t.same(`the system notes that the list for ${who} lacks`, lost, []);
					const [first] = ofAll;
					if (first) (await notes.get(t.as(who), first.id)).is(200).has({ id: first.id, system: true, body: first.body });
				}
				if (ofAll.length === 0 && notes.kind === kind.issue) t.skip("the scene's issue has no system note");
			},
		);
	}),
	// The system note about the mention stays: a new issue has no other notes.
	...withCommands.map((on) =>
		noteAssumed(
			"NOTE-130",
			"A system note about a mention in a project that the caller cannot see is neither listed nor returned.",
			{ verbs: ["list", "get"], on, ...(on !== kind.issue && { effect: "destroys", id: "NOTE-130/merge-request" }) },
			(notes) => isMentioned(notes),
		),
	),
	noteRule(
		"NOTE-131, NOTE-132, CONV-101",
		"Changing an issue's state, labels or milestone adds no system note.",
		{ verbs: ["list", "create"], on: kind.issue },
		async ({ t }) => {
			await leaveNoNote(await freshIssue(t));
		},
	),
	rule(
		"CONV-101",
		"Changing a merge request's state, labels or milestone adds no system note.",
		["listMergeRequestNotes", ...onMerge],
		async (t) => {
			const { notes } = await mergeable(t);
			undone(notes, "/reopen");
			await leaveNoNote(notes);
		},
		{ effect: "writes", domain: "notes", ...ofMergeable },
	),
	onFreshIssue("NOTE-133, NOTE-228", "A change of an issue's title, assignees, confidentiality or lock, or a reference, adds a system note.", async (notes) => {
		const { t } = notes;
		const { title } = await parentOf(notes);
		const [renamed, member] = [t.unique("title"), t.user("maintainer").username];
		for (const [body, text] of [
			[`/title ${renamed}`, `changed title from **${title}** to **${renamed}**`],
			[`/assign @${member}`, `assigned to @${member}`],
			[`/unassign @${member}`, `unassigned @${member}`],
			["/lock", "locked the discussion in this issue"],
			["/unlock", "unlocked the discussion in this issue"],
			["/confidential", "made the issue confidential"],
		] as const) {
			const before = await activity(notes);
			const response = (await command(notes, body)).is(202);
			t.same("the issue's title", (await parentOf(notes)).title, renamed, response);
			const systemNotes = (await activity(notes)).slice(before.length);
			t.same(`the system notes after ${body}`, systemNotes, [text], response);
		}
		const [note] = (await notes.list(t.as("owner"), { activity_filter: "only_activity" })).is(200).items;
		t.same("the author of the system note", Object(note?.author).id, t.user("developer").id);
		for (const [from, to, text, phrase] of [
			[kind.issue, kind.issue, "See #N, please.", "issue #M"],
			[kind.mergeRequest, kind.issue, "Closes PATH#N", "merge request !M"],
			[kind.issue, kind.mergeRequest, "(!N)", "issue #M"],
		] as const) {
			// A system note on a merge request that is not the rule's own would stay.
			if (to === kind.mergeRequest && !t.given.hasControl) continue;
			const on = async (of: Kind) => (of === kind.issue ? await freshIssue(t) : await Notes.on(t, of));
			const [source, target] = [await on(from), await on(to)];
			const body = text.replace("PATH", t.scene("project")).replace("N", String(target.where[to.parameter]));
			const expected = [...(await activity(target, "outsider")), `mentioned in ${phrase.replace("M", String(source.where[from.parameter]))}`];
			await source.make({ body }, t.as("guest"));
			t.same("the system notes after a reference", await activity(target, "outsider"), expected);
			// A second reference adds no note.
			await source.make({ body: `Again: ${body} ${body}` }, t.as("guest"));
			t.same("the system notes after the reference was repeated", await activity(target, "outsider"), expected);
			t.same("the author of the system note", Object((await target.all(t.as("guest")))[0]?.author).id, t.user("guest").id);
		}
	}),
	noteAssumed(
		"NOTE-133",
		"A reference adds no system note if it is in an internal or confidential text, is to a record that its author cannot see, or is not a whole word.",
		{ verbs: ["create", "update"], on: kind.issue, id: "NOTE-133/no-trace" },
		async (notes, t) => {
			const secret = t.given.hasControl ? await notes.sibling({ confidential: true }) : await freshIssue(t);
			if (!t.given.hasControl) (await command(secret, "/confidential")).is(202);
			const [home, target] = [t.given.hasControl ? notes : await freshIssue(t), await freshIssue(t)];
			const vault = t.given.hasControl ? [await Notes.made(t, kind.issue, { place: t.scene("private_project") })] : [];
			const [here, hidden, there] = [home, secret, target].map(({ where }) => where.issue_iid);
			const foreign = vault.map(({ where }) => ` and ${t.scene("private_project")}#${where.issue_iid}`).join("");
			const all = [home, secret, target, ...vault];
			const before = await Promise.all(all.map((one) => activity(one)));
			await home.make({ body: `#${here} and #${hidden} and x#${there} and #999999${foreign}` }, t.as("outsider"));
			await home.make({ body: `#${there}`, internal: true }, t.as("developer"));
			await secret.make({ body: `#${there}` }, t.as("developer"));
			for (const [index, one] of all.entries()) t.same(`the system notes on #${one.where.issue_iid}`, await activity(one), before[index]);
			// A reference that is added by an update counts too.
			const id = (await home.make({}, t.as("developer"))).number("id");
			(await home.update(t.as("developer"), id, { body: `#${there}` })).is(200);
			t.same("the system notes on the target", await activity(target), [...(before[2] ?? []), `mentioned in issue #${here}`]);
		},
	),
];
