import { type Fields, isFields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask, type GraphqlAnswer, gid, mutate, noPermission, numberOf } from "../../rule/graphql";
import { assumed } from "../../rule/rule";
import { keepLock, setLock } from "./locking";
import { snippetOf } from "./snippet-maker";

const reads = { effect: "reads" } as const;

const where = (t: Context) => ({ id: t.scene("project"), issue_iid: t.scene("issue_iid") });

/** The Global ID of the scene's issue. */
async function issueId(t: Context): Promise<string> {
	const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { id } } }";
	const response = await ask(t.as("developer"), query, { path: t.scene("project"), iid: String(t.scene("issue_iid")) });
	return response.text("project.issue.id");
}

/** The first hundred notes of the scene's issue, oldest first, by REST. */
async function byRest(t: Context, caller: Caller, activity_filter: string): Promise<readonly Fields[]> {
	const answer = await caller.call("listIssueNotes", { ...where(t), activity_filter, sort: "asc", per_page: 100 });
	return answer.is(200).items;
}

/** The same by GraphQL. */
async function byGraphql(t: Context, caller: Caller, filter: string): Promise<readonly Fields[]> {
	const query = `query($path: ID!, $iid: String, $filter: NotesFilterType) { project(fullPath: $path) { issue(iid: $iid) {
		notes(filter: $filter, first: 100) { nodes { id body system internal createdAt } } } } }`;
	const variables = { path: t.scene("project"), iid: String(t.scene("issue_iid")), filter };
	return (await ask(caller, query, variables)).list("project.issue.notes.nodes");
}

/** Writes a note by GraphQL; it is removed after the check. */
async function say(t: Context, who: "developer" | "guest", body: string): Promise<GraphqlAnswer> {
	const selection = "note { id body } quickActionsStatus { commandNames messages commandsOnly }";
	const response = await mutate(t.as(who), "createNote", { noteableId: await issueId(t), body }, selection);
	const data = response.answer.field("data");
	const payload = isFields(data) ? data.createNote : undefined;
	const note = isFields(payload) ? payload.note : undefined;
	if (isFields(note)) t.undo(`note ${String(note.id)}`, async () => (await mutate(t.as("owner"), "destroyNote", { id: note.id })).answer);
	return response;
}

export const noteChecks = [
	assumed(
		"GQL-205",
		"issue.notes holds exactly the notes REST lists for that issue for the same caller; filter ONLY_COMMENTS = REST activity_filter only_comments.",
		"executeGraphql",
		async (t) => {
			const lengths = new Set<number>();
			for (const who of ["developer", "guest", "outsider"] as const)
				for (const [filter, word] of [
					["ALL_NOTES", "all_notes"],
					["ONLY_COMMENTS", "only_comments"],
					["ONLY_ACTIVITY", "only_activity"],
				] as const) {
					const response = await byGraphql(t, t.as(who), filter);
					const rest = await byRest(t, t.as(who), word);
					const shown = response.map(({ id, body, system }) => ({ id: numberOf(id), body, system }));
					t.same(
						`the notes of ${filter} for ${who}`,
						shown,
						rest.map(({ id, body, system }) => ({ id, body, system })),
					);
					lengths.add(shown.length);
				}
			if (lengths.size < 2) t.skip("the scene's issue has no notes of different kinds: name another as issue_iid");
		},
		reads,
	),
	assumed(
		"GQL-206",
		"GraphQL issue.notes orders by creation ascending.",
		"executeGraphql",
		async (t) => {
			const times = (await byGraphql(t, t.as("developer"), "ALL_NOTES")).map(({ createdAt }) => String(createdAt));
			if (new Set(times).size < 2) t.skip("the scene's issue has no notes of different times");
			t.same("the times of creation", times, [...times].sort());
		},
		reads,
	),
	assumed(
		"GQL-207",
		"A confidential issue is null to a guest who is not its author or assignee.",
		"executeGraphql",
		async (t) => {
			const list = `query($path: ID!) { project(fullPath: $path) { issues(confidential: true, first: 20) {
				nodes { id iid author { username } assignees { nodes { username } } } } } }`;
			const response = await ask(t.as("developer"), list, { path: t.scene("project") });
			const { username } = t.user("guest");
			const issue =
				response.list("project.issues.nodes").find(({ author, assignees }) => !JSON.stringify([author, assignees]).includes(`"${username}"`)) ??
				t.skip("the scene's project has no confidential issue of someone else's than the guest");
			const one = `query($path: ID!, $iid: String, $id: IssueID!) { issue(id: $id) { id } project(fullPath: $path) { issue(iid: $iid) { id } } }`;
			const variables = { path: t.scene("project"), iid: issue.iid, id: issue.id };
			const guest = await ask(t.as("guest"), one, variables);
			t.same("what the guest is told", guest.data, { issue: null, project: { issue: null } }, guest.answer);
			const { id } = issue;
			t.same("what the developer is told", (await ask(t.as("developer"), one, variables)).data, {
				issue: { id },
				project: { issue: { id } },
			});
		},
		reads,
	),
	assumed(
		"GQL-211",
		"A note made by createNote appears in the REST list with the same number in its Global ID, and the reverse.",
		"executeGraphql",
		async (t) => {
			const body = t.unique("by GraphQL");
			const made = await say(t, "developer", body);
			const note_id = numberOf(made.text("createNote.note.id"));
			(await t.as("guest").call("getIssueNote", { ...where(t), note_id })).is(200).has({ id: note_id, body });
			const list = await t.as("guest").call("listIssueNotes", { ...where(t), per_page: 20 });
			t.holds("the REST list should have the note", list.is(200).ids.includes(note_id), list);
			const rest = await t.given.issueNote();
			const id = gid("Note", rest.number("id"));
			const response = await ask(t.as("guest"), "query($id: NoteID!) { note(id: $id) { id body } }", { id });
			t.same("the note made by REST", response.at("note"), { id, body: rest.string("body") }, response.answer);
		},
	),
	assumed(
		"GQL-212",
		'createNote with blank body → note null, errors ["Note can\'t be blank"]; a body of 1,000,001 characters → note null with errors.',
		"executeGraphql",
		async (t) => {
			const blank = await say(t, "developer", " \n");
			const { note, errors } = blank.record("createNote");
			t.same("note and errors of a blank body", [note, errors], [null, ["Note can't be blank"]], blank.answer);
			const long = await say(t, "developer", "x".repeat(1_000_001));
			const payload = long.record("createNote");
			t.same("the note of 1,000,001 characters", payload.note, null, long.answer);
			t.holds("there should be errors", Array.isArray(payload.errors) && payload.errors.length > 0, long.answer);
			const most = await say(t, "developer", "x".repeat(1_000_000));
			t.same("errors for 1,000,000 characters", most.record("createNote").errors, [], most.answer);
		},
	),
	assumed("GQL-213", "createNote of commands only → note null, errors [], quickActionsStatus.commandsOnly true with messages.", "executeGraphql", async (t) => {
		const lock = await keepLock(t);
		await setLock(t, "issue", { ...lock, locked: false });
		const response = await say(t, "developer", "/lock");
		const { note, errors, quickActionsStatus } = response.record("createNote");
		t.same("note and errors", [note, errors], [null, []], response.answer);
		const status = isFields(quickActionsStatus) ? quickActionsStatus : {};
		t.same("commandsOnly", status.commandsOnly, true, response.answer);
		t.holds("there should be messages", Array.isArray(status.messages) && status.messages.length > 0, response.answer);
	}),
	assumed(
		"GQL-214",
		"updateNote and destroyNote need the author, Maintainer/Owner or administrator; destroyNote returns note null and errors []; REST GET then → 404.",
		"executeGraphql",
		async (t) => {
			const read = async (id: string) => await t.as("guest").call("getIssueNote", { ...where(t), note_id: numberOf(id) });
			const id = (await say(t, "guest", t.unique("mine"))).text("createNote.note.id");
			for (const who of ["outsider", "developer"] as const) {
				(await mutate(t.as(who), "updateNote", { id, body: "Not mine" })).refuses(noPermission);
				(await mutate(t.as(who), "destroyNote", { id })).refuses(noPermission);
			}
			for (const who of ["guest", "maintainer", "administrator"] as const) {
				const body = t.unique(who);
				const response = await mutate(t.as(who), "updateNote", { id, body }, "note { body }");
				t.same(`the body that ${who} gave`, response.at("updateNote.note.body"), body, response.answer);
				(await read(id)).is(200).has({ body });
			}
			const gone = await mutate(t.as("guest"), "destroyNote", { id }, "note { id }");
			t.same("the payload of destroyNote", gone.record("destroyNote"), { errors: [], note: null }, gone.answer);
			(await read(id)).is(404);
		},
	),
];

/** Exhausts the outsider's limit on notes for a minute: the last of the phase. */
export const noteLimitCheck = assumed(
	"GQL-215",
	'createNote shares the notes rate limit: past it → the mutation errors "This endpoint has been requested too many times. Try again later." and stores nothing.',
	"executeGraphql",
	async (t) => {
		const { id, number } = await snippetOf(t);
		const outsider = t.as("outsider");
		const many = Array.from({ length: 80 }, (_, at) => `n${at}: createNote(input: $input) { errors }`).join(" ");
		const input = { noteableId: id, body: "Once more" };
		let refused: Fields | undefined;
		for (let turn = 0; turn < 5 && !refused; turn++) {
			const answer = await outsider.graphql(`mutation($input: CreateNoteInput!) { ${many} }`, { input });
			const errors = answer.is(200).field("errors");
			[refused] = Array.isArray(errors) ? errors.filter(isFields) : [];
		}
		t.holds("one note of 400 in a minute should be refused", refused !== undefined);
		t.same("the message", refused?.message, "This endpoint has been requested too many times. Try again later.");
		const notes = async () => {
			const path = { id: t.scene("project"), snippet_id: number, per_page: 1 };
			return (await t.as("maintainer").call("listProjectSnippetNotes", path)).is(200).header("x-total");
		};
		const before = await notes();
		const once = await mutate(outsider, "createNote", input, "note { id }");
		t.holds("the next one should be refused too", once.errors.length > 0, once.answer);
		t.same("the number of notes", await notes(), before);
		const rest = await outsider.call("createProjectSnippetNote", { id: t.scene("project"), snippet_id: number, body: "By REST" }, { impatient: true });
		rest.is(429);
	},
	{ effect: "destroys" },
);
