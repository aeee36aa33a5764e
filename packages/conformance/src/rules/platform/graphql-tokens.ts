import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { dig } from "../../rule/dig";
import { noPermission } from "../../rule/graphql";
import { check } from "../../rule/rule";

const who = "{ currentUser { username } }";
const invalid = { errors: [{ message: "Invalid token" }] };
const username = (answer: Answer) => dig(answer.is(200).json, "data", "currentUser", "username");

/** A query with headers and query parameters of its own. */
const ask = async (t: Trial, headers: Record<string, string>, query: Record<string, string> = {}) =>
	await t.anonymous.send("POST", "/api/graphql", { json: { query: who }, headers, query });

const isDeveloper = (t: Trial, answer: Answer) =>
	t.same("the current user", username(answer), t.user("developer").username, answer);

/** A mutation that would write a note on the scene's issue. */
async function mutation(t: Trial): Promise<string> {
	const asked = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { id } } }`;
	const found = await t.as("owner").graphql(asked, { path: t.scene("project"), iid: String(t.scene("issue_iid")) });
	const id = String(dig(found.json, "data", "project", "issue", "id"));
	const body = t.unique("note");
	return `mutation { createNote(input: { noteableId: "${id}", body: "${body}" }) { note { id } errors } }`;
}
const notes = async (t: Trial) =>
	(await t.as("owner").call("listIssueNotes", { id: t.scene("project"), issue_iid: t.scene("issue_iid") }))
		.is(200)
		.header("x-total");

const graphql = { operations: ["executeGraphql"], domain: "graphql" } as const;
const writes = { ...graphql, effect: "writes" } as const;

/** Credentials of GraphQL requests. */
export const graphqlTokens = [
	check(
		"AUTH-076",
		async (t) => {
			const query = `{ project(fullPath: "${t.scene("project")}") { id } currentUser { id } }`;
			const answer = (await t.anonymous.graphql(query)).is(200);
			t.holds("the project should be there", typeof dig(answer.json, "data", "project", "id") === "string", answer);
			t.same("currentUser", dig(answer.json, "data", "currentUser"), null, answer);
		},
		graphql,
	),
	check(
		"AUTH-077",
		async (t) => {
			const [text, before] = [await mutation(t), await notes(t)];
			await t.anonymous.graphql(text);
			t.same("the number of notes", await notes(t), before);
		},
		writes,
	),
	check(
		"AUTH-078",
		async (t) => {
			const answer = (await t.anonymous.graphql(await mutation(t))).is(200);
			t.same("the mutation's field", dig(answer.json, "data", "createNote"), null, answer);
			t.same("the error", dig(answer.json, "errors", 0, "message"), noPermission, answer);
			t.same("its path", dig(answer.json, "errors", 0, "path"), ["createNote"], answer);
		},
		writes,
	),
	check(
		"AUTH-079",
		async (t) => isDeveloper(t, await ask(t, { authorization: `Bearer ${t.token("developer")}` })),
		graphql,
	),
	check("AUTH-080", async (t) => isDeveloper(t, await ask(t, {}, { access_token: t.scene("oauth_token") })), graphql),
	check("AUTH-081", async (t) => isDeveloper(t, await ask(t, {}, { private_token: t.token("developer") })), graphql),
	check(
		"AUTH-082",
		async (t) => {
			isDeveloper(t, await ask(t, {}, { access_token: t.token("developer") }));
			isDeveloper(t, await ask(t, { "PRIVATE-TOKEN": t.token("developer") }));
		},
		graphql,
	),
	check(
		"AUTH-085",
		async (t) => {
			t.same("the current user", username(await t.as("read-only").graphql(who)), t.user("read-only").username);
		},
		graphql,
	),
	check(
		"AUTH-086",
		async (t) => {
			const [text, before] = [await mutation(t), Number(await notes(t))];
			await t.as("read-only").graphql(text);
			t.same("the number of notes", Number(await notes(t)), before);
			const made = await t.as("maintainer").graphql(text);
			t.same("the number of notes", Number(await notes(t)), before + 1, made);
			const note_id = Number(
				String(dig(made.json, "data", "createNote", "note", "id"))
					.split("/")
					.at(-1),
			);
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id }));
		},
		writes,
	),
	check(
		"AUTH-087",
		async (t) => {
			const answer = (await t.as("read-only").graphql(await mutation(t))).is(200);
			t.same("the mutation's field", dig(answer.json, "data", "createNote"), null, answer);
			t.same("the error", dig(answer.json, "errors", 0, "message"), noPermission, answer);
		},
		writes,
	),
	check("AUTH-088", async (t) => void (await t.as("user-reader").graphql(who)).refuses(401, invalid), graphql),
	check(
		"AUTH-093",
		async (t) => {
			(await t.as("blocked").graphql(who)).refuses(403, { errors: [{ message: "API not accessible for user" }] });
		},
		graphql,
	),
	check(
		"AUTH-089, ERR-026",
		async (t) => {
			const answer = (await t.bearing(t.unique("no-token")).graphql(who)).is(401);
			t.holds("errors should say why", typeof dig(answer.json, "errors", 0, "message") === "string", answer);
		},
		graphql,
	),
	check(
		"AUTH-090",
		async (t) => {
			const open = `{ project(fullPath: "${t.scene("project")}") { id } }`;
			(await t.bearing(t.unique("no-token")).graphql(open)).refuses(401, invalid);
			for (const actor of ["expired", "revoked"] as const) (await t.as(actor).graphql(who)).refuses(401, invalid);
		},
		graphql,
	),
	check(
		"AUTH-091",
		async (t) => {
			const token = t.unique("no-token");
			for (const answer of [
				await ask(t, { "PRIVATE-TOKEN": token }),
				await ask(t, { authorization: `Bearer ${token}` }),
				await ask(t, {}, { access_token: token }),
				await ask(t, {}, { private_token: token }),
			])
				answer.is(401);
		},
		graphql,
	),
	check(
		"AUTH-092",
		async (t) => {
			const answer = await ask(t, { cookie: "_service_session=no-such-session" });
			t.same("currentUser", dig(answer.is(200).json, "data", "currentUser"), null, answer);
		},
		graphql,
	),
	check(
		"AUTH-095",
		async (t) => {
			const answer = await t.as("administrator").sudo(t.user("developer").id).graphql(who);
			t.same("the current user", username(answer), t.user("administrator").username, answer);
		},
		graphql,
	),
	check(
		"ERR-028",
		async (t) => {
			const fields = Array.from({ length: 300 }, (_, at) => `e${at}: echo(text: "x")`);
			const answer = await t.anonymous.graphql(`{ ${fields.join(" ")} }`);
			const errors: unknown = answer.field("errors");
			t.holds("there should be errors", Array.isArray(errors) && errors.length > 0, answer);
			t.holds("the error should hold a message", /\S/.test(String(dig(errors, 0, "message") ?? "")), answer);
			t.same("the first field", dig(answer.json, "data", "e0") ?? null, null, answer);
			const few = await t.anonymous.graphql(`{ ${fields.slice(0, 2).join(" ")} }`);
			t.holds("a small query should be answered", dig(few.is(200).json, "data", "e0") !== undefined, few);
			few.lacks("errors");
		},
		graphql,
	),
	check(
		"CONV-100",
		async (t) => {
			const body = t.unique("note");
			const id = (await t.make.issueNote({ body })).number("id");
			const query = `query ($id: NoteID!) { note(id: $id) { body } }`;
			const answer = await t.as("owner").graphql(query, { id: `gid://service/Note/${id}` });
			t.holds("the note should be read", dig(answer.json, "data", "note", "body") === body, answer);
		},
		writes,
	),
	check(
		"CONV-139",
		async (t) => {
			const answer = (await t.as("developer").graphql("{ metadata { version } }")).is(200);
			const version = dig(answer.json, "data", "metadata", "version");
			t.holds("the version should be told", /^\d+\.\d+/.test(String(version)), answer);
		},
		graphql,
	),
];
