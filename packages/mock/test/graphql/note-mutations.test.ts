import type { Issue, Note, Project } from "@tenon/mock";
import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld, type Posted } from "../support/graphql";

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";

let there: GraphqlWorld;
let lab: Project;
let issue: Issue;
beforeEach(() => {
	there = graphqlWorld();
	lab = there.make.project("acme/lab");
	issue = there.make.issue(lab, { author_id: there.make.userId("owner") });
});

const gid = ({ id }: { id: number }, className = "Issue"): string => `gid://service/${className}/${id}`;
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf("/") + 1));

const create = `mutation($i: CreateNoteInput!) { createNote(input: $i) {
	note { id body internal system author { username } noteableType noteableId }
	errors clientMutationId quickActionsStatus { commandNames messages errorMessages commandsOnly }
} }`;
const update =
	"mutation($i: UpdateNoteInput!) { updateNote(input: $i) { note { id body updatedAt } errors clientMutationId } }";
const destroy = "mutation($i: DestroyNoteInput!) { destroyNote(input: $i) { note { id } errors clientMutationId } }";

const say = (who: string | null, body: string, given: object = {}, posted?: Posted) =>
	there.gql(who, create, { i: { noteableId: gid(issue), body, ...given } }, posted);
const change = (who: string | null, note: Note, body: string | null) =>
	there.gql(who, update, { i: { id: gid(note, "Note"), body } });
const remove = (who: string | null, note: Note, className = "Note") =>
	there.gql(who, destroy, { i: { id: gid(note, className) } });
const written = (given: Partial<Note> = {}): Note =>
	there.make.note(
		{ type: "Issue", id: issue.id, project_id: lab.id },
		{ author_id: there.make.userId("developer"), ...given },
	);
const rest = (who: string, method: string, path = "", json?: object) =>
	there.ask(who, method, `/projects/${lab.id}/issues/${issue.iid}/notes${path}`, json ? { json } : {});
const bodies = async (): Promise<string[]> =>
	(await rest("root", "GET", "?sort=asc")).body.map((one: { body: string }) => one.body);

/** Asks, and sees that nothing was changed by it. */
async function inVain<Told>(ask: () => Promise<Told>): Promise<Told> {
	const before = there.state();
	const result = await ask();
	expect(there.state() === before, "the state is as before").toBe(true);
	return result;
}

describe("createNote", () => {
	test("GQL-093, GQL-211 what is written here REST lists by the same number, and the reverse", async () => {
		const { data, errors } = await say("guest", "Hello", { clientMutationId: "m-1" });
		expect(errors).toBeUndefined();
		expect(data.createNote).toEqual({
			note: {
				id: expect.stringMatching(/^gid:\/\/service\/Note\/\d+$/),
				body: "Hello",
				internal: false,
				system: false,
				author: { username: "guest" },
				noteableType: "Issue",
				noteableId: issue.id,
			},
			errors: [],
			clientMutationId: "m-1",
			quickActionsStatus: null,
		});
		const number = numberOf(data.createNote.note.id);
		expect((await rest("outsider", "GET")).body).toMatchObject([{ id: number, body: "Hello" }]);
		const made = (await rest("outsider", "POST", "", { body: "Well met" })).body;
		const listed = await there.gql("guest", `{ issue(id: "${gid(issue)}") { notes { nodes { id body } } } }`);
		expect(listed.data.issue.notes.nodes).toEqual([
			{ id: `gid://service/Note/${number}`, body: "Hello" },
			{ id: `gid://service/Note/${made.id}`, body: "Well met" },
		]);
	});

	test("on everything that takes notes", async () => {
		const acme = there.platform.state.group("acme");
		if (!acme) throw new Error("The demo has it.");
		const { make } = there;
		const personal = make.snippet(null, { visibility: "private", author_id: make.userId("developer") });
		const own = make.snippet(lab);
		for (const [noteableId, noteableType] of [
			[gid(make.mergeRequest(lab), "MergeRequest"), "MergeRequest"],
			[gid(own, "ProjectSnippet"), "Snippet"],
			[gid(own, "Snippet"), "Snippet"],
			[gid(personal, "PersonalSnippet"), "Snippet"],
			[gid(make.epic(acme), "Epic"), "Epic"],
			[gid(make.alert(lab), "AlertManagement::Alert"), "AlertManagement::Alert"],
		]) {
			const { data } = await say("developer", "/close", { noteableId });
			if (noteableType !== "MergeRequest") {
				// Commands are read on issues and merge requests alone.
				expect(data.createNote).toMatchObject({ note: { body: "/close", noteableType }, quickActionsStatus: null });
			}
			const { data: plain } = await say("developer", "Seen.", { noteableId });
			expect(plain.createNote).toMatchObject({ note: { body: "Seen.", noteableType }, errors: [] });
		}
	});

	test("what does not show to the caller, or is of another class, is refused like what is not there", async () => {
		const { make } = there;
		const secret = make.issue(lab, { confidential: true });
		const personal = make.snippet(null, { visibility: "private", author_id: make.userId("developer") });
		const own = make.snippet(lab);
		there.platform.state.issues.update(issue.id, { discussion_locked: true });
		for (const [who, noteableId] of [
			["guest", gid(secret)],
			["outsider", gid(issue)],
			["guest", gid({ id: 99_999 })],
			["guest", gid(personal, "PersonalSnippet")],
			["developer", gid(personal, "ProjectSnippet")],
			["developer", gid(own, "PersonalSnippet")],
			["reporter", gid(make.alert(lab), "AlertManagement::Alert")],
			["developer", gid(issue, "Noteable")],
		] as const) {
			const { data, errors } = await inVain(() => say(who, "Hello", { noteableId }));
			expect(data).toEqual({ createNote: null });
			expect(errors).toMatchObject([{ message: noPermission, path: ["createNote"] }]);
		}
		expect((await say("guest", "A member")).data.createNote.errors).toEqual([]);
	});

	test("AUTH-077..078, AUTH-086..087 needs credentials with scope api", async () => {
		for (const who of [null, "developer-read"]) {
			const { status, data, errors } = await inVain(() => say(who, "Hello"));
			expect([status, data]).toEqual([200, { createNote: null }]);
			expect(errors).toMatchObject([{ message: noPermission, path: ["createNote"], locations: [{ line: 1 }] }]);
		}
		expect((await say("developer", "Hello")).data.createNote.errors).toEqual([]);
	});

	test("GQL-212 a blank text and one that is too long are refused in the payload", async () => {
		for (const body of ["", " \n\t"]) {
			const { data, errors } = await inVain(() => say("guest", body));
			expect(errors).toBeUndefined();
			expect(data.createNote).toMatchObject({
				note: null,
				errors: ["Note can't be blank"],
				quickActionsStatus: null,
			});
		}
		const long = await inVain(() => say("guest", "x".repeat(1_000_001)));
		expect(long.data.createNote).toMatchObject({
			note: null,
			errors: ["Note is too long (maximum is 1000000 characters)"],
		});
		expect((await say("guest", "é".repeat(1_000_000))).data.createNote.errors).toEqual([]);
	});

	test("internal is for reporters and above; on snippets it is refused", async () => {
		expect((await say("reporter", "Psst", { internal: true })).data.createNote.note.internal).toBe(true);
		expect((await say("guest", "Psst", { internal: true })).data.createNote.note.internal).toBe(false);
		expect((await say("reporter", "Psst", { internal: null })).data.createNote.note.internal).toBe(false);
		const noteableId = gid(there.make.snippet(lab), "ProjectSnippet");
		expect((await say("reporter", "Psst", { internal: true, noteableId })).data.createNote).toMatchObject({
			note: null,
			errors: ["Confidential can not be set for this resource"],
		});
	});

	test("a note that names another issue leaves a trace there, as in REST", async () => {
		const other = there.make.issue(lab);
		await say("developer", `See #${other.iid}`);
		const { body } = await there.ask("developer", "GET", `/projects/${lab.id}/issues/${other.iid}/notes`);
		expect(body).toMatchObject([{ system: true, body: `mentioned in issue #${issue.iid}` }]);
	});

	test("GQL-215 shares the limit on notes with REST", async () => {
		there.platform.settings.rateLimits = { ...there.platform.settings.rateLimits, notes_create: 3 };
		expect((await rest("guest", "POST", "", { body: "1" })).status).toBe(201);
		expect((await say("guest", "2")).data.createNote.errors).toEqual([]);
		expect((await say("guest", "3")).data.createNote.errors).toEqual([]);
		const { data, errors } = await inVain(() => say("guest", "4"));
		expect(data).toEqual({ createNote: null });
		expect(errors).toMatchObject([
			{
				message: "This endpoint has been requested too many times. Try again later.",
				path: ["createNote"],
			},
		]);
		expect((await rest("guest", "POST", "", { body: "5" })).status).toBe(429);
		expect((await say("developer", "Somebody else")).errors).toBeUndefined();
		there.platform.clock.advance("1 minute");
		expect((await say("guest", "6")).errors).toBeUndefined();
	});

	test("is looked at for spam before anything happens", async () => {
		there.platform.settings.spam = {};
		const { data, errors } = await inVain(() => say("developer", "[certain spam] watches\n/close").then(forgetful));
		expect(data).toEqual({ createNote: null });
		expect(errors).toMatchObject([{ message: "Request denied. Spam detected", extensions: { spam: true } }]);
		expect(await bodies()).toEqual([]);
		there.platform.settings.captcha = { siteKey: "key" };
		const challenged = await say("developer", "[spam] watches");
		const { spamLogId, needsCaptchaResponse } = challenged.errors?.[0].extensions ?? {};
		expect(needsCaptchaResponse).toBe(true);
		const headers = {
			"X-Service-Captcha-Response": `solution-${spamLogId}`,
			"X-Service-Spam-Log-Id": String(spamLogId),
		};
		const solved = await say("developer", "[spam] watches", {}, { headers });
		expect(solved.data.createNote).toMatchObject({ note: { body: "[spam] watches" }, errors: [] });
	});

	/** That something was refused as spam is kept: taken out again, to compare the rest of the state. */
	function forgetful<Told>(result: Told): Told {
		const { spamLogs } = there.platform.state;
		expect(spamLogs.size).toBe(1);
		there.platform.state.spamLogs.load([], 60);
		return result;
	}
});

describe("an answer in a discussion", () => {
	test("GQL-079 is a DiscussionNote, found by either class, for the same readers", async () => {
		const begin = written({ internal: true });
		const { data } = await say("developer", "Yes", { discussionId: gid(begin, "Discussion"), internal: false });
		const { note } = data.createNote;
		expect(note).toMatchObject({ id: expect.stringMatching(/^gid:\/\/service\/DiscussionNote\/\d+$/), internal: true });
		for (const className of ["Note", "DiscussionNote"]) {
			const found = await there.gql(
				"developer",
				`{ note(id: "gid://service/${className}/${numberOf(note.id)}") { id } }`,
			);
			expect(found.data.note).toEqual({ id: note.id });
		}
		expect((await rest("developer", "GET", `/${numberOf(note.id)}`)).body).toMatchObject({ body: "Yes" });
		const again = await say("developer", "No", { discussionId: `gid://service/Discussion/${numberOf(note.id)}` });
		expect(again.data.createNote.note.internal).toBe(true);
		expect(
			(await remove("developer", { ...begin, id: numberOf(again.data.createNote.note.id) })).errors,
		).toBeUndefined();
	});

	test("one that is not here, or not for the caller, is refused like what is not there", async () => {
		const elsewhere = there.make.issue(lab);
		const there_ = there.make.note({ type: "Issue", id: elsewhere.id, project_id: lab.id });
		for (const discussionId of [
			gid(there_, "Discussion"),
			gid(written({ internal: true }), "Discussion"),
			gid(written({ system: true }), "Discussion"),
			"gid://service/Discussion/6a9c1750b37d513a43987b574953fceb50b03ce7",
		]) {
			const { data, errors } = await inVain(() => say("guest", "Yes", { discussionId }));
			expect(data).toEqual({ createNote: null });
			expect(errors).toMatchObject([{ message: noPermission }]);
		}
	});
});

describe("commands in a note's text", () => {
	const current = () => there.platform.state.issues.get(issue.id);

	test("GQL-213 of commands alone there is no note, and what they did is told", async () => {
		const { data, errors } = await say("developer", "/close\n/spend 1h\n/lock");
		expect(errors).toBeUndefined();
		expect(data.createNote).toEqual({
			note: null,
			errors: [],
			clientMutationId: null,
			quickActionsStatus: {
				commandNames: ["close", "spend", "lock"],
				messages: ["Closed this issue. Added 1h spent time. Locked the discussion."],
				errorMessages: [],
				commandsOnly: true,
			},
		});
		expect(current()).toMatchObject({ state: "closed", time_spent: 3600, discussion_locked: true });
		expect(await bodies()).toEqual(["added 1h of time spent", "locked the discussion in this issue"]);
	});

	test("GQL-213 the same text has the same effect by REST", async () => {
		const { body } = await rest("developer", "POST", "", { body: "/close\n/spend 1h" });
		there.platform.state.issues.update(issue.id, { state: "opened" });
		const { data } = await say("developer", "/close\n/spend 1h");
		expect(data.createNote.quickActionsStatus.messages).toEqual(body.summary);
	});

	test("of text and commands the text is kept", async () => {
		const { data } = await say("developer", "Done.\n/close");
		expect(data.createNote).toMatchObject({
			note: { body: "Done." },
			errors: [],
			quickActionsStatus: {
				commandNames: ["close"],
				messages: ["Closed this issue."],
				errorMessages: [],
				commandsOnly: false,
			},
		});
		const failed = await say("developer", "Again.\n/close");
		expect(failed.data.createNote).toMatchObject({
			note: { body: "Again." },
			errors: [],
			quickActionsStatus: { commandNames: ["close"], messages: [], errorMessages: [], commandsOnly: false },
		});
	});

	test("commands alone that do nothing are refused", async () => {
		const { data, errors } = await inVain(() => say("guest", "/close"));
		expect(errors).toBeUndefined();
		expect(data.createNote).toMatchObject({
			note: null,
			errors: ["Failed to apply commands."],
			quickActionsStatus: {
				commandNames: ["close"],
				messages: [],
				errorMessages: ["Failed to apply commands."],
				commandsOnly: true,
			},
		});
	});

	test("/merge needs the newest commit that the writer saw", async () => {
		const merge = there.make.mergeRequest(lab);
		const noteableId = gid(merge, "MergeRequest");
		const blind = await inVain(() => say("developer", "/merge", { noteableId }));
		expect(blind.data.createNote).toMatchObject({
			note: null,
			errors: [],
			quickActionsStatus: { messages: [], errorMessages: [expect.stringContaining("requires the SHA")] },
		});
		const seen = await say("developer", "/merge", { noteableId, mergeRequestDiffHeadSha: merge.diff_head_sha });
		expect(seen.data.createNote.quickActionsStatus.messages).toEqual(["Merged this merge request."]);
		expect(there.platform.state.mergeRequests.get(merge.id)?.state).toBe("merged");
	});
});

describe("updateNote", () => {
	test("GQL-214 by its author, maintainers and owners, and administrators", async () => {
		const note = written();
		there.platform.clock.advance("1 hour");
		for (const who of ["guest", "reporter", "outsider", null, "maintainer-read"]) {
			const { data, errors } = await inVain(() => change(who, note, `By ${who}`));
			expect(data, String(who)).toEqual({ updateNote: null });
			expect(errors).toMatchObject([{ message: noPermission, path: ["updateNote"] }]);
		}
		for (const who of ["developer", "maintainer", "owner", "root"]) {
			const { data } = await change(who, note, `By ${who}`);
			expect(data.updateNote).toEqual({
				note: { id: gid(note, "Note"), body: `By ${who}`, updatedAt: "2026-01-05T10:30:00Z" },
				errors: [],
				clientMutationId: null,
			});
			expect((await rest("guest", "GET", `/${note.id}`)).body.body).toBe(`By ${who}`);
		}
	});

	test("what is refused leaves the note as it was, and shows it", async () => {
		const note = written({ body: "As it was" });
		for (const [body, error] of [
			["", "Note can't be blank"],
			["x".repeat(1_000_001), "Note is too long (maximum is 1000000 characters)"],
			["/reopen", "Failed to apply commands."],
		] as const) {
			const { data, errors } = await inVain(() => change("developer", note, body));
			expect(errors).toBeUndefined();
			expect(data.updateNote).toMatchObject({ note: { body: "As it was" }, errors: [error] });
		}
		const same = await inVain(() => change("developer", note, null));
		expect(same.data.updateNote).toMatchObject({ note: { body: "As it was" }, errors: [] });
	});

	test("a note that is changed to commands alone is gone", async () => {
		const note = written();
		expect((await change("developer", note, "/close")).data.updateNote).toMatchObject({ note: null, errors: [] });
		expect(there.platform.state.issues.get(issue.id)?.state).toBe("closed");
		expect((await rest("developer", "GET", `/${note.id}`)).status).toBe(404);
	});

	test("one of the system is nobody's", async () => {
		const note = written({ system: true });
		expect((await inVain(() => change("root", note, "Mine"))).errors).toMatchObject([{ message: noPermission }]);
	});
});

describe("destroyNote", () => {
	test("GQL-214 by its author, maintainers and owners, and administrators; REST then finds none", async () => {
		const note = written();
		for (const who of ["guest", "reporter", "outsider", null, "developer-read"]) {
			const { data, errors } = await inVain(() => remove(who, note));
			expect(data, String(who)).toEqual({ destroyNote: null });
			expect(errors).toMatchObject([{ message: noPermission, path: ["destroyNote"] }]);
		}
		for (const who of ["developer", "maintainer", "owner", "root"]) {
			const doomed = written();
			const { data, errors } = await remove(who, doomed, who === "owner" ? "DiscussionNote" : "Note");
			expect(errors).toBeUndefined();
			expect(data.destroyNote).toEqual({ note: null, errors: [], clientMutationId: null });
			expect((await rest("root", "GET", `/${doomed.id}`)).status).toBe(404);
			expect((await remove(who, doomed)).errors).toMatchObject([{ message: noPermission }]);
		}
		expect((await rest("root", "GET")).body.map((one: { id: number }) => one.id)).toEqual([note.id]);
	});

	test("in a locked discussion an author who is no member has no more to say", async () => {
		const note = written({ author_id: there.make.userId("outsider") });
		there.platform.state.issues.update(issue.id, { discussion_locked: true });
		expect((await inVain(() => remove("outsider", note))).errors).toMatchObject([{ message: noPermission }]);
		there.platform.state.issues.update(issue.id, { discussion_locked: false });
		expect((await remove("outsider", note)).errors).toBeUndefined();
	});

	test("on a personal snippet: the note's author and administrators", async () => {
		const snippet = there.make.snippet(null, { visibility: "public", author_id: there.make.userId("developer") });
		const on = { type: "Snippet", id: snippet.id, project_id: null } as const;
		const note = there.make.note(on, { author_id: there.make.userId("guest") });
		for (const who of ["developer", "outsider"])
			expect((await inVain(() => remove(who, note))).errors).toMatchObject([{ message: noPermission }]);
		expect((await remove("guest", note)).errors).toBeUndefined();
		expect((await remove("root", there.make.note(on))).errors).toBeUndefined();
	});
});
