import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse, gid, mutate, numberOf, succeed } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { generic, projectOf, raise } from "../alerts/intake";
import { longest, longText } from "../notes/lab";
import { inner, whole } from "./connections";
import { incidentWith } from "./incident";
import { by, enrich, everyone, forbids, freshProject, inProject, inVain, pathOf, quoted, stated, those, unstated, type Who, writes } from "./lab";
import { snippetOf } from "./snippet-lab";

const noteFields = "id body system internal author { username } createdAt noteableId noteableType";
/** A note of REST as GraphQL writes it. */
const asGraphql = (rest: Fields): Fields => ({
	...{ body: rest.body, system: rest.system, internal: rest.internal, author: { username: inner(rest, "author", "username") } },
	...{ createdAt: whole(rest.created_at), noteableId: rest.noteable_id, noteableType: rest.noteable_type },
});

/** The web pages of the records that take notes. */
const pages = {
	...{ Issue: /\/-\/issues\/\d+#/, MergeRequest: /\/-\/merge_requests\/\d+#/, Snippet: /\/-\/snippets\/\d+#/, Epic: /\/groups\/.*\/-\/epics\/\d+#/ },
	"AlertManagement::Alert": /\/-\/alert_management\/\d+\/details#/,
};
const payloadFields = `note { ${noteFields} } clientMutationId quickActionsStatus { commandNames messages errorMessages commandsOnly }`;

/** Writes a note; it is removed after the rule. */
async function say(t: Context, who: Who, noteableId: unknown, body: string, more: Fields = {}): Promise<GraphqlResponse> {
	const response = await mutate(by(t, who), "createNote", { noteableId, body, ...more }, payloadFields);
	const id = inner(response.http.fields, "data", "createNote", "note", "id");
	if (id !== undefined) t.undo(`note ${id}`, async () => (await mutate(t.as("administrator"), "destroyNote", { id })).http);
	return response;
}
/** A note that must be written. */
const said = async (t: Context, who: Who, noteableId: unknown, body: string, more: Fields = {}): Promise<Fields> =>
	(await say(t, who, noteableId, body, more)).record("createNote.note");

const note = async (t: Context, who: Who, id: unknown, fields = "id"): Promise<unknown> =>
	(await ask(by(t, who), `query($id: NoteID!) { note(id: $id) { ${fields} } }`, { id })).at("note");

/** The scene's issue: its Global ID, and where REST has its notes. */
async function issueOf(t: Context): Promise<{ readonly id: unknown; readonly where: Fields }> {
	const project = await inProject(t, "developer", t.scene("project"), `issue(iid: "${t.scene("issue_iid")}") { id }`);
	return { id: inner(project ?? {}, "issue", "id"), where: { id: t.scene("project"), issue_iid: t.scene("issue_iid") } };
}

/** A new issue: in a new project if the bench can create one; otherwise an incident of the scene's project. */
async function freshIssue(t: Context) {
	let made = { path: "", iid: 0, id: "" };
	const isFresh = await enrich(async () => {
		const path = pathOf(await freshProject(t, { visibility: "public" }));
		const { id, iid } = await t.given.record("issues", { project: path, author: "owner" });
		made = { path, iid: Number(iid), id: gid("Issue", id) };
	});
	if (!isFresh) made = await incidentWith(t);
	const { path, iid, id } = made;
	const rest = { id: path, issue_iid: iid };
	const bodies = async () => (await t.as("administrator").call("listIssueNotes", { ...rest, sort: "asc" })).ok.pluck("body");
	const stored = async () => (await inProject(t, "developer", path, `issue(iid: "${iid}") { state discussionLocked }`))?.issue;
	return { path, id, number: numberOf(id), iid, rest, bodies, stored };
}

const blank = "Note can't be blank";
const tooLong = "Note is too long (maximum is 1000000 characters)";

const single: readonly Rule[] = [
	unstated("GQL-088", "note(id:) returns a note only to callers who can read it by REST, on every kind of record.", { id: "GQL-088/notes" }, async (t) => {
		const { path, number, rest } = await freshIssue(t);
		const group = t.scene("group");
		const hidden = pathOf(await t.given.record("projects", { full_path: `${group}/${t.unique("hidden")}`, visibility: "private" }));
		const make = async (table: string, fields: Fields) => await t.given.record(table, fields);
		const secret = await make("issues", { project: path, confidential: true, author: "owner" });
		const merge = await make("merge_requests", { project: hidden });
		const [snippet, page, epic] = [
			await make("snippets", { project: path, visibility: "private" }),
			await make("wiki_pages", { project: hidden }),
			await make("epics", { group, confidential: true }),
		];
		const seen = new Set<string>();
		for (const [on, fields, operation, where] of [
			[{ issue: number }, {}, "getIssueNote", rest],
			[{ issue: number }, { internal: true }, "getIssueNote", rest],
			[{ issue: number }, { system: true, mentions_project_id: merge.project_id }, "getIssueNote", rest],
			[{ issue: secret.id }, {}, "getIssueNote", { ...rest, issue_iid: secret.iid }],
			[{ merge_request: merge.id }, {}, "getMergeRequestNote", { id: hidden, merge_request_iid: merge.iid }],
			[{ snippet: snippet.id }, {}, "getProjectSnippetNote", { id: path, snippet_id: snippet.id }],
			[{ wiki_page: page.id }, {}, "getProjectWikiPageNote", { id: hidden, wiki_page_meta_id: page.id }],
			[{ epic: epic.id }, {}, "getEpicNote", { id: group, epic_id: epic.id }],
		] as const) {
			const { id } = await t.given.record("notes", { on, ...fields });
			for (const who of everyone) {
				if (who === null) continue;
				const { succeeded } = await t.as(who).call(operation, { ...where, note_id: id });
				t.same(`whether ${who} sees a note of ${operation} ${quoted(fields)}`, (await note(t, who, gid("Note", id))) !== null, succeeded);
				seen.add(`${who} ${succeeded}`);
			}
		}
		for (const expected of ["guest true", "guest false", "outsider false", "reporter true"]) t.holds(`somebody is ${expected}`, seen.has(expected));
		const alert = await t.given.record("notes", { on: { alert: (await make("alerts", { project: path })).id } });
		const seesAlert = async (who: Who) => (await note(t, who, gid("Note", alert.id))) !== null;
		t.same("who sees the note of an alert", await those(everyone, seesAlert), ["administrator", "auditor", "owner", "maintainer", "developer"]);
		const [onEpic, onPage] = [await make("epics", { group }), await make("wiki_pages", { group, slug: t.unique("page") })];
		const paid = [await t.given.record("notes", { on: { epic: onEpic.id } }), await t.given.record("notes", { on: { wiki_page: onPage.id } })];
		for (const tier of ["ultimate", "free"]) {
			await t.given.settings({ tier });
			for (const { id } of paid)
				t.same(`whether there is a note of a group in tier ${tier}`, (await note(t, "developer", gid("Note", id))) !== null, tier !== "free");
		}
	}),
];

const creation: readonly Rule[] = [
	unstated("GQL-211, CONV-100", "A note of createNote is in REST at once with the same number, and note(id:) finds notes made by REST.", writes, async (t) => {
		const { id, where } = await issueOf(t);
		for (const who of ["developer", "guest"] as const) {
			const body = t.unique("by GraphQL");
			const response = await say(t, who, id, body, { clientMutationId: "m-1" });
			const { note: made, ...payload } = response.record("createNote");
			t.same("the payload", payload, { errors: [], clientMutationId: "m-1", quickActionsStatus: null }, response.http);
			const note_id = numberOf(inner({ made }, "made", "id"));
			const rest = (await t.as("outsider").call("getIssueNote", { ...where, note_id })).ok.fields;
			t.same("the note in REST", { id: gid("Note", Number(rest.id)), ...asGraphql(rest) }, made, response.http);
			t.same(
				"its author and kind",
				[inner({ made }, "made", "author", "username"), inner({ made }, "made", "system"), inner({ made }, "made", "internal")],
				[t.user(who).username, false, false],
			);
			const list = (await t.as("outsider").call("listIssueNotes", { ...where, per_page: 50 })).ok;
			t.holds("the list of REST has the note", list.ids.includes(note_id), list);
			const byRest = await t.given.issueNote();
			t.same("a note of REST", await note(t, "guest", gid("Note", byRest.number("id")), "id body"), {
				id: gid("Note", byRest.number("id")),
				body: byRest.string("body"),
			});
		}
	}),
	unstated(
		"GQL-208, GQL-203",
		"createNote adds a note to a merge request, snippet, epic or alert. On a snippet, epic or alert, commands are stored as text. Callers without access are refused.",
		{ effect: "writes" },
		async (t) => {
			const [project, personal] = [await snippetOf(t), await snippetOf(t, { projectPath: null, visibilityLevel: "private" }, "developer")];
			const { id: issue, alert } = await incidentWith(t, "/lock");
			const at = `mergeRequest(iid: "${t.scene("merge_request_iid")}") { id } alertManagementAlert(iid: "${alert}") { id }`;
			const scene = (await inProject(t, "developer", t.scene("project"), at)) ?? {};
			const alertId = inner(scene, "alertManagementAlert", "id");
			for (const [noteableId, type] of [
				[inner(scene, "mergeRequest", "id"), "MergeRequest"],
				[project.id, "Snippet"],
				[gid("Snippet", project.number), "Snippet"],
				[personal.id, "Snippet"],
				...(t.facts.tier === "free" ? [] : [[gid("Epic", t.scene("epic_id")), "Epic"] as const]),
				[alertId, "AlertManagement::Alert"],
			] as const)
				for (const body of type === "MergeRequest" ? ["Seen."] : ["/close", "Seen."]) {
					const { note: made, errors, quickActionsStatus } = (await say(t, "developer", noteableId, body)).record("createNote");
					t.same(
						`${body} on ${noteableId}`,
						[inner({ made }, "made", "body"), inner({ made }, "made", "noteableType"), errors, quickActionsStatus],
						[body, type, [], null],
					);
					const { id, ...shown } = isFields(made) ? made : {};
					const { url, ...found } = Object(await note(t, "developer", id, `${noteFields} url`));
					t.same("the note as it is found", found, { id, ...shown });
					t.holds(`its address ${url} is on the page of ${noteableId}`, pages[type].test(String(url)) && String(url).endsWith(`#note_${numberOf(id)}`));
				}
			const { id: secret } = await incidentWith(t, "/confidential");
			for (const [noteableId, who] of [
				[secret, ["guest", "outsider"]],
				[issue, ["outsider", "read-only", null]],
				[gid("Issue", 999_999_999), ["owner"]],
				[personal.id, ["guest", "maintainer"]],
				[gid("ProjectSnippet", personal.number), ["developer"]],
				[gid("PersonalSnippet", project.number), ["developer"]],
				[alertId, ["reporter", "guest"]],
				[gid("Noteable", numberOf(issue)), ["developer"]],
			] as const)
				await forbids(t, "createNote", { noteableId, body: "Hello" }, who);
			await said(t, "guest", issue, "A member");
		},
	),
	unstated("GQL-212", "createNote with a body that is blank or has more than 1,000,000 characters returns errors and writes nothing.", writes, async (t) => {
		const { id, number } = await snippetOf(t);
		const count = async () => (await t.as("maintainer").call("listProjectSnippetNotes", { id: t.scene("project"), snippet_id: number })).ok.items.length;
		const refuses = async () => {
			for (const [body, error] of [
				["", blank],
				[" \n\t", blank],
				[longText(longest + 1), tooLong],
			] as const) {
				const response = await say(t, "developer", id, body);
				const { note: made, errors, quickActionsStatus } = response.record("createNote");
				t.same("the payload", [made, errors, quickActionsStatus], [null, [error], null], response.http);
			}
		};
		await inVain(t, refuses, count);
		for (const body of [longText(longest), "x"]) t.same("the text", (await said(t, "developer", id, body)).body, body);
	}),
	unstated(
		"GQL-208",
		"createNote applies internal for Reporters and above and ignores it for guests. On a snippet, internal is an error. A reply inherits internal from its thread.",
		{ id: "GQL-208/internal", effect: "writes" },
		async (t) => {
			const { id, iid, rest } = await freshIssue(t);
			// A command after the text makes no difference.
			for (const [who, internal, expected] of [
				["reporter", true, true],
				["developer", true, true],
				["guest", true, false],
				["reporter", null, false],
				["reporter", false, false],
			] as const)
				for (const text of ["Psst", "Psst\n/spend hello"])
					t.same(`internal ${internal} of ${who} with ${text}`, (await said(t, who, id, text, { internal })).internal, expected);
			const snippet = (await snippetOf(t)).id;
			const refused = (await say(t, "reporter", snippet, "Psst", { internal: true })).record("createNote");
			t.same("an internal note on a snippet", [refused.note, refused.errors], [null, ["Confidential can not be set for this resource"]]);
			const reply = async (to: unknown, more: Fields) => await said(t, "developer", id, "Yes", { discussionId: gid("Discussion", numberOf(to)), ...more });
			for (const internal of [true, false]) {
				const begin = await said(t, "developer", id, "Begin", { internal });
				for (const more of [{}, { internal: !internal }, { internal: null }]) {
					const first = await reply(begin.id, more);
					t.same("the class and visibility of a reply", [String(first.id).split("/").at(-2), first.internal], ["DiscussionNote", internal]);
					t.same("the visibility of a reply to a reply", (await reply(first.id, more)).internal, internal);
					(await t.as("developer").call("getIssueNote", { ...rest, note_id: numberOf(first.id) })).ok.has({ body: "Yes", internal });
				}
			}
			const other = await freshIssue(t);
			await said(t, "developer", id, `See #${other.iid}`);
			const mentions = (await t.as("developer").call("listIssueNotes", { ...other.rest, activity_filter: "only_activity" })).ok;
			const isSame = other.path === rest.id;
			if (isSame) t.same("the trace in the other issue", mentions.pluck("body"), [`mentioned in issue #${iid}`], mentions);
			const system = mentions.ids[0] ?? 0;
			for (const [note, noteableId, who] of [
				[numberOf((await said(t, "owner", other.id, "Elsewhere")).id), id, ["guest", "owner"]],
				[numberOf((await said(t, "owner", id, "Psst", { internal: true })).id), id, ["guest"]],
				[system, other.id, ["guest", "owner"]],
			] as const)
				await forbids(t, "createNote", { noteableId, body: "Yes", discussionId: gid("Discussion", note) }, who);
			await forbids(t, "createNote", { noteableId: id, body: "Yes", discussionId: "gid://service/Discussion/6a9c1750b37d513a43987b574953fceb50b03ce7" }, [
				"owner",
			]);
		},
	),
	stated(
		"GQL-079, GQL-084",
		"note(id:) finds a note or a reply by a Global ID of any note class, but not of another class.",
		{ ...writes, id: "GQL-079" },
		async (t) => {
			const { id } = await issueOf(t);
			const begin = await said(t, "developer", id, t.unique("begin"));
			t.same("the note that a mutation made", await note(t, "guest", String(begin.id)), { id: begin.id });
			const response = await say(t, "developer", id, t.unique("reply"), { discussionId: gid("Discussion", numberOf(begin.id)) });
			if (response.errors.length > 0) t.skip("discussions cannot be handled by the number of their first note here");
			for (const one of [String(begin.id), response.text("createNote.note.id")]) {
				t.same("the note", await note(t, "guest", one), { id: one });
				for (const className of ["Note", "DiscussionNote", "DiffNote"]) {
					const found = (await note(t, "guest", gid(className, numberOf(one)))) as Fields | null;
					t.assume(`the note should be found as ${className}`, found?.id === one);
				}
				const other = await ask(t.as("guest"), `{ note(id: "${gid("Issue", numberOf(one))}") { id } }`);
				t.assume("an issue's class should not find it", /does not represent an instance of Note/.test(other.message ?? ""), other.http);
			}
		},
	),
	unstated("GQL-213", "createNote with only failing commands returns an error and their names, and changes nothing.", { id: "GQL-213/failed" }, async (t) => {
		const { id, where } = await issueOf(t);
		const refused = async () => {
			const response = await say(t, "outsider", id, "/close");
			const failed = ["Failed to apply commands."];
			const quickActionsStatus = { commandNames: ["close"], messages: [], errorMessages: failed, commandsOnly: true };
			t.same("the payload", response.record("createNote"), { note: null, errors: failed, quickActionsStatus, clientMutationId: null }, response.http);
		};
		const noteable = async () => (await inProject(t, "developer", String(where.id), `issue(iid: "${String(where.issue_iid)}") { state }`))?.issue;
		await inVain(t, refused, noteable);
	}),
	unstated("GQL-210, GQL-213", "createNote with only commands creates no note. quickActionsStatus has the same messages as REST.", writes, async (t) => {
		const { id, rest, bodies, stored, path } = await freshIssue(t);
		const status = (fields: Fields) => ({ commandNames: ["close"], messages: [], errorMessages: [], commandsOnly: false, ...fields });
		const expect = async (who: Who, body: string, expected: Fields, more: Fields = {}) => {
			const { noteableId = id, ...input } = more;
			const response = await say(t, who, noteableId, body, input);
			const { note: made, errors, quickActionsStatus } = response.record("createNote");
			t.same(
				`the payload of ${quoted(body)}`,
				{ note: inner({ made }, "made", "body") ?? null, errors, quickActionsStatus },
				{ note: null, errors: [], ...expected },
				response.http,
			);
		};
		const all = {
			commandNames: ["close", "spend", "lock"],
			messages: ["Closed this issue. Added 1h spent time. Locked the discussion."],
			errorMessages: [],
			commandsOnly: true,
		};
		await expect("developer", "/close\n/spend 1h\n/lock", { quickActionsStatus: all });
		t.same("what the commands did", await stored(), { state: "closed", discussionLocked: true });
		t.same("the notes", await bodies(), ["added 1h of time spent", "locked the discussion in this issue"]);
		const summary = (await t.as("developer").call("createIssueNote", { ...rest, body: "/reopen\n/spend 1h" })).ok.field("summary");
		await t.as("developer").call("createIssueNote", { ...rest, body: "/close" });
		const again = await say(t, "developer", id, "/reopen\n/spend 1h");
		t.same("the words of REST", again.at("createNote.quickActionsStatus.messages"), summary, again.http);
		await expect("developer", "Done.\n/close", { note: "Done.", quickActionsStatus: status({ messages: ["Closed this issue."] }) });
		await expect("developer", "Again.\n/close", { note: "Again.", quickActionsStatus: status({}) });
		const failed = "Failed to apply commands.";
		await inVain(
			t,
			async () => await expect("guest", "/close", { errors: [failed], quickActionsStatus: status({ errorMessages: [failed], commandsOnly: true }) }),
		);
		await enrich(async () => {
			const merge = await t.given.record("merge_requests", { project: path });
			const noteableId = gid("MergeRequest", merge.id);
			const blind = await say(t, "developer", noteableId, "/merge");
			t.same(
				"a blind merge",
				[blind.at("createNote.note"), blind.at("createNote.errors"), blind.at("createNote.quickActionsStatus.messages")],
				[null, [], []],
				blind.http,
			);
			t.holds("the payload asks for the SHA", String(blind.at("createNote.quickActionsStatus.errorMessages.0")).includes("requires the SHA"), blind.http);
			const seen = await say(t, "developer", noteableId, "/merge", { mergeRequestDiffHeadSha: merge.diff_head_sha });
			t.same("a merge of the newest commit", seen.at("createNote.quickActionsStatus.messages"), ["Merged this merge request."], seen.http);
		});
	}),
	unstated("GQL-215", "createNote and REST share one rate limit for notes. Above it, nothing is written until the minute is over.", writes, async (t) => {
		const { id, rest, bodies } = await freshIssue(t);
		await t.given.settings({ rateLimits: { notes_create: 3 } });
		(await t.as("guest").call("createIssueNote", { ...rest, body: "1" })).ok;
		for (const body of ["2", "3"]) await said(t, "guest", id, body);
		const before = await bodies();
		const refused = await say(t, "guest", id, "4");
		refused.refuses("This endpoint has been requested too many times. Try again later.");
		t.same("the error's path", refused.errors[0]?.path, ["createNote"], refused.http);
		t.same("the notes", await bodies(), before);
		(await t.as("guest").call("createIssueNote", { ...rest, body: "5" }, { impatient: true })).is(429);
		await said(t, "developer", id, "Somebody else");
		await t.given.advance("1 minute");
		await said(t, "guest", id, "6");
	}),
];

const changes: readonly Rule[] = [
	unstated("GQL-214", "Only the author and maintainers or above can use updateNote and destroyNote. REST shows both changes.", writes, async (t) => {
		const { id: on, where } = await issueOf(t);
		const rest = async (id: unknown) => await t.as("administrator").call("getIssueNote", { ...where, note_id: numberOf(id) });
		const others: readonly Who[] = ["auditor", "developer", "guest", "outsider", "read-only", null];
		const { id } = await said(t, "reporter", on, t.unique("mine"));
		for (const [name, input] of Object.entries({ updateNote: { id, body: "Not mine" }, destroyNote: { id } }))
			await forbids(t, name, input, others, async () => (await rest(id)).json);
		for (const who of ["reporter", "maintainer", "owner", "administrator"] as const) {
			const body = t.unique(who);
			const response = await mutate(t.as(who), "updateNote", { id, body, clientMutationId: "m" }, "note { id body } clientMutationId");
			t.same("the payload of updateNote", response.record("updateNote"), { errors: [], note: { id, body }, clientMutationId: "m" }, response.http);
			(await rest(id)).ok.has({ body });
			for (const more of [{}, { internal: true }, { discussionId: gid("Discussion", numberOf(id)) }]) {
				const doomed = await said(t, "reporter", on, body, more);
				const asReply = who === "owner" ? gid("DiscussionNote", numberOf(doomed.id)) : doomed.id;
				const gone = await mutate(t.as(who), "destroyNote", { id: asReply }, "note { id }");
				t.same("the payload of destroyNote", gone.record("destroyNote"), { errors: [], note: null }, gone.http);
				(await rest(doomed.id)).is(404);
				await forbids(t, "destroyNote", { id: doomed.id }, [who], async () => (await rest(id)).json);
			}
		}
	}),
	unstated(
		"GQL-214",
		"updateNote with an invalid body returns the unchanged note and an error. A body of only commands executes them and removes the note.",
		{ id: "GQL-214/refused", effect: "writes" },
		async (t) => {
			const { id: issue, rest, stored } = await freshIssue(t);
			const { id } = await said(t, "developer", issue, "As it was");
			const update = async (body: string | null) => (await mutate(t.as("developer"), "updateNote", { id, body }, "note { body }")).record("updateNote");
			await inVain(
				t,
				async () => {
					for (const [body, errors] of [
						["", [blank]],
						[longText(longest + 1), [tooLong]],
						["/reopen", ["Failed to apply commands."]],
						[null, []],
					] as const)
						t.same(`the payload of ${body?.slice(0, 10)}`, await update(body), { errors, note: { body: "As it was" } });
				},
				async () => await note(t, "guest", id, "body"),
			);
			t.same("the payload of a body with only commands", await update("/close"), { errors: [], note: null });
			t.same("the state of the issue", await stored(), { state: "closed", discussionLocked: false });
			(await t.as("developer").call("getIssueNote", { ...rest, note_id: numberOf(id) })).is(404);
			const strange = await said(t, "outsider", issue, "Strange");
			await say(t, "developer", issue, "/lock");
			const [system] = (await t.as("developer").call("listIssueNotes", { ...rest, activity_filter: "only_activity" })).ok.ids;
			await forbids(t, "updateNote", { id: gid("Note", system ?? 0), body: "Mine" }, ["administrator", "developer"]);
			for (const [name, input] of Object.entries({ destroyNote: {}, updateNote: { body: "Mine" } }))
				await forbids(t, name, { id: strange.id, ...input }, ["outsider"], async () => await note(t, "guest", strange.id, "body"));
			await say(t, "developer", issue, "/unlock");
			t.same("errors of the author of an open discussion", (await mutate(t.as("outsider"), "destroyNote", { id: strange.id })).at("destroyNote.errors"), []);
			const snippet = await snippetOf(t, { projectPath: null }, "developer");
			for (const who of ["guest", "administrator"] as const) {
				const one = await said(t, "guest", snippet.id, "Mine");
				await forbids(t, "destroyNote", { id: one.id }, ["developer", "outsider"], async () => await note(t, "guest", one.id, "body"));
				t.same(`errors of ${who} on a personal snippet`, (await mutate(t.as(who), "destroyNote", { id: one.id })).at("destroyNote.errors"), []);
			}
		},
	),
];

/** Records that take notes: their Global ID, and the query around their fields. */
const noteables: { readonly [slug: string]: (t: Context) => Promise<{ readonly id: unknown; readonly around?: string; readonly internal?: true }> } = {
	async issue(t) {
		const { id } = await freshIssue(t);
		return { id, around: `issue(id: ${quoted(id)}) { @ }`, internal: true };
	},
	async mergeRequest(t) {
		const merge = `mergeRequest(iid: "${t.scene("merge_request_iid")}")`;
		const id = inner((await inProject(t, "developer", t.scene("project"), `${merge} { id }`)) ?? {}, "mergeRequest", "id");
		return { id, around: `mergeRequest(id: ${quoted(id)}) { @ }` };
	},
	async snippet(t) {
		const { id } = await snippetOf(t, { visibilityLevel: "private" });
		return { id, around: `snippets(ids: [${quoted(id)}]) { nodes { @ } }` };
	},
	epic: async (t) => ({ id: gid("Epic", t.scene("epic_id")), internal: true }),
	async alert(t) {
		const [path, iid] = [projectOf(generic(t)), await raise(t, generic(t), { title: t.unique("noted") })];
		const alert = `alertManagementAlert(iid: ${quoted(iid)})`;
		const id = inner((await inProject(t, "developer", path, `${alert} { id }`)) ?? {}, "alertManagementAlert", "id");
		return { id, around: `project(fullPath: ${quoted(path)}) { ${alert} { @ } }` };
	},
};

/** A note on each kind of record, from its creation to its removal. */
const lives: readonly Rule[] = Object.entries(noteables).map(([slug, make]) =>
	unstated(
		"GQL-203, GQL-209, GQL-214",
		`A note on a record of kind ${slug} can be created, read, updated and destroyed. note(id:) finds it only for callers who see it in the record's notes.`,
		{ ...writes, id: `GQL-203/${slug}`, ...(slug === "epic" && { tier: "premium" }) },
		async (t) => {
			const { id, around, internal } = await make(t);
			const made = await said(t, "developer", id, t.unique("noted"), internal && { internal });
			t.same("the note as it is read", await note(t, "owner", made.id, noteFields), made);
			const isListed = async (who: Who, filter: string): Promise<boolean> => {
				const all = await ask(by(t, who), `{ ${around?.replace("@", `notes(last: 100, filter: ${filter}) { nodes { id } }`)} }`);
				return quoted(all.data).includes(quoted(made.id));
			};
			if (around) {
				for (const [filter, isFound] of Object.entries({ ALL_NOTES: true, ONLY_COMMENTS: true, ONLY_ACTIVITY: false }))
					t.same(`whether ${filter} has the note`, await isListed("developer", filter), isFound);
				for (const who of ["reporter", "guest", "outsider", null] as const)
					t.same(`whether ${who} finds the note by its id`, (await note(t, who, made.id)) !== null, await isListed(who, "ALL_NOTES"));
			}
			const body = t.unique("changed");
			const { note: changed } = await succeed(t.as("developer"), "updateNote", { id: made.id, body }, `note { ${noteFields} }`);
			t.same("the changed note", changed, { ...made, body });
			t.same("the changed note as it is read", await note(t, "owner", made.id, noteFields), changed);
			await succeed(t.as("owner"), "destroyNote", { id: made.id });
			t.same("the removed note", await note(t, "owner", made.id), null);
		},
	),
);

export const noteRules: readonly Rule[] = [...single, ...creation, ...changes, ...lives];
