import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { dig } from "../../rule/dig";
import { noPermission } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";

const who = "{ currentUser { username } }";
const invalid = { errors: [{ message: "Invalid token" }] };
const username = (answer: Answer) => dig(answer.is(200).json, "data", "currentUser", "username");

/** A query with headers and query parameters of its own. */
const ask = async (t: Context, headers: Record<string, string>, query: Record<string, string> = {}) =>
	await t.anonymous.send("POST", "/api/graphql", { json: { query: who }, headers, query });

const isDeveloper = (t: Context, answer: Answer) => t.same("the current user", username(answer), t.user("developer").username, answer);

/** A mutation that would write a note on the scene's issue. */
async function mutation(t: Context): Promise<string> {
	const asked = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { id } } }`;
	const found = await t.as("owner").graphql(asked, { path: t.scene("project"), iid: String(t.scene("issue_iid")) });
	const id = String(dig(found.json, "data", "project", "issue", "id"));
	const body = t.unique("note");
	return `mutation { createNote(input: { noteableId: "${id}", body: "${body}" }) { note { id } errors } }`;
}
/** How many of the newest notes of the scene's issue a mutation wrote: its text is unlike all others. */
async function notesBy(t: Context, mutation: string): Promise<number> {
	const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
	const { items } = (await t.as("owner").call("listIssueNotes", { ...where, per_page: 100 })).is(200);
	return items.filter(({ body }) => typeof body === "string" && mutation.includes(body)).length;
}

const graphql = { operations: ["executeGraphql"], domain: "graphql" } as const;
const writes = { ...graphql, effect: "writes" } as const;

/** Credentials of GraphQL requests. */
export const graphqlTokens = [
	rule(
		"AUTH-076",
		"Some queries work without credentials: `{ project(fullPath) { id } }` of a public project → data; `{ currentUser { id } }` → null.",
		"executeGraphql",
		async (t) => {
			const query = `{ project(fullPath: "${t.scene("project")}") { id } currentUser { id } }`;
			const answer = (await t.anonymous.graphql(query)).is(200);
			t.holds("the project should be there", typeof dig(answer.json, "data", "project", "id") === "string", answer);
			t.same("currentUser", dig(answer.json, "data", "currentUser"), null, answer);
		},
		{ domain: "graphql" },
	),
	rule(
		"AUTH-077",
		"A mutation without credentials never takes effect.",
		"executeGraphql",
		async (t) => {
			const text = await mutation(t);
			await t.anonymous.graphql(text);
			t.same("the number of notes", await notesBy(t, text), 0);
		},
		writes,
	),
	assumed(
		"AUTH-078",
		'Anonymous mutation → 200, mutation field null, error "The resource that you are attempting to access does not exist or you don\'t have permission to perform this action" with locations and path.',
		"executeGraphql",
		async (t) => {
			const answer = (await t.anonymous.graphql(await mutation(t))).is(200);
			t.same("the mutation's field", dig(answer.json, "data", "createNote"), null, answer);
			t.same("the error", dig(answer.json, "errors", 0, "message"), noPermission, answer);
			t.same("its path", dig(answer.json, "errors", 0, "path"), ["createNote"], answer);
		},
		writes,
	),
	rule(
		"AUTH-079",
		"`Authorization: Bearer <ACCESS_TOKEN>` authenticates: currentUser is the token's owner.",
		"executeGraphql",
		async (t) => isDeveloper(t, await ask(t, { authorization: `Bearer ${t.token("developer")}` })),
		{ domain: "graphql" },
	),
	rule(
		"AUTH-080",
		"Query parameter `access_token` with an OAuth 2.0 token authenticates.",
		"executeGraphql",
		async (t) => isDeveloper(t, await ask(t, {}, { access_token: t.scene("oauth_token") })),
		{ domain: "graphql" },
	),
	rule(
		"AUTH-081",
		"Query parameter `private_token` authenticates with a personal, a project and a group access token.",
		"executeGraphql",
		async (t) => isDeveloper(t, await ask(t, {}, { private_token: t.token("developer") })),
		{ domain: "graphql" },
	),
	assumed(
		"AUTH-082",
		"A personal access token sent as `access_token` is accepted too; header `PRIVATE-TOKEN` is accepted as well.",
		"executeGraphql",
		async (t) => {
			isDeveloper(t, await ask(t, {}, { access_token: t.token("developer") }));
			isDeveloper(t, await ask(t, { "PRIVATE-TOKEN": t.token("developer") }));
		},
		{ domain: "graphql" },
	),
	rule(
		"AUTH-085",
		"Scope read_api is enough for queries.",
		"executeGraphql",
		async (t) => {
			t.same("the current user", username(await t.as("read-only").graphql(who)), t.user("read-only").username);
		},
		{ domain: "graphql" },
	),
	rule(
		"AUTH-086",
		"Mutations need scope api: the same mutation succeeds with api and does not take effect with read_api.",
		"executeGraphql",
		async (t) => {
			const text = await mutation(t);
			await t.as("read-only").graphql(text);
			t.same("the number of notes", await notesBy(t, text), 0);
			const made = await t.as("maintainer").graphql(text);
			t.same("the number of notes", await notesBy(t, text), 1, made);
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
	assumed(
		"AUTH-087",
		'A read_api token on a mutation → 200, mutation field null, error with the "does not exist or you don\'t have permission" text.',
		"executeGraphql",
		async (t) => {
			const answer = (await t.as("read-only").graphql(await mutation(t))).is(200);
			t.same("the mutation's field", dig(answer.json, "data", "createNote"), null, answer);
			t.same("the error", dig(answer.json, "errors", 0, "message"), noPermission, answer);
		},
		writes,
	),
	assumed(
		"AUTH-088",
		'A token with neither api nor read_api (e.g. read_user only) → 401 {"errors":[{"message":"Invalid token"}]}.',
		"executeGraphql",
		async (t) => void (await t.as("user-reader").graphql(who)).refuses(401, invalid),
		{ domain: "graphql" },
	),
	assumed(
		"AUTH-093",
		'A blocked user\'s token → 403 {"errors":[{"message":"API not accessible for user"}]}.',
		"executeGraphql",
		async (t) => {
			(await t.as("blocked").graphql(who)).refuses(403, { errors: [{ message: "API not accessible for user" }] });
		},
		{ domain: "graphql" },
	),
	rule(
		"AUTH-089, ERR-026",
		"Invalid credentials → 401 with `errors` array whose message says e.g. Invalid token.",
		"executeGraphql",
		async (t) => {
			const answer = (await t.bearing(t.unique("no-token")).graphql(who)).is(401);
			t.holds("errors should say why", typeof dig(answer.json, "errors", 0, "message") === "string", answer);
		},
		{ domain: "graphql" },
	),
	assumed(
		"AUTH-090",
		'The 401 body is exactly {"errors":[{"message":"Invalid token"}]}, also for a query that would work without credentials, and for expired and revoked tokens.',
		"executeGraphql",
		async (t) => {
			const open = `{ project(fullPath: "${t.scene("project")}") { id } }`;
			(await t.bearing(t.unique("no-token")).graphql(open)).refuses(401, invalid);
			for (const actor of ["expired", "revoked"] as const) (await t.as(actor).graphql(who)).refuses(401, invalid);
		},
		{ domain: "graphql" },
	),
	assumed(
		"AUTH-091",
		"An invalid token in any carrier (header, access_token, private_token) → 401.",
		"executeGraphql",
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
		{ domain: "graphql" },
	),
	rule(
		"AUTH-083",
		"A session's cookie authenticates queries and mutations; nothing more is asked for.",
		"executeGraphql",
		async (t) => {
			const session = t.unique("session");
			await t.given.record("sessions", { text: session, user: t.user("developer").username, expires_at: null });
			const headers = { cookie: `theme=dark; _service_session=${session}` };
			isDeveloper(t, await ask(t, headers));
			const text = await mutation(t);
			(await t.anonymous.graphql(text, undefined, { headers })).is(200).lacks("errors");
			t.same("the number of notes", await notesBy(t, text), 1);
		},
		writes,
	),
	assumed(
		"AUTH-084",
		"A session's cookie needs no CSRF token beside it, and counts until it expires.",
		"executeGraphql",
		async (t) => {
			await t.given.setClock("2026-01-05T09:30:00.000Z");
			for (const [expires_at, counts] of Object.entries({ "2026-01-05T09:30:00.001Z": true, "2026-01-05T09:30:00.000Z": false })) {
				const text = t.unique("session");
				await t.given.record("sessions", { text, user: t.user("developer").username, expires_at });
				const name = username(await ask(t, { cookie: `_service_session=${text}` }));
				t.same("the current user", name ?? null, counts ? t.user("developer").username : null);
			}
		},
		writes,
	),
	assumed(
		"AUTH-092",
		"An unknown or expired session cookie counts as anonymous, not as 401.",
		"executeGraphql",
		async (t) => {
			const answer = await ask(t, { cookie: "_service_session=no-such-session" });
			t.same("currentUser", dig(answer.is(200).json, "data", "currentUser"), null, answer);
		},
		{ domain: "graphql" },
	),
	assumed(
		"AUTH-095",
		"`sudo` has no effect on the GraphQL endpoint.",
		"executeGraphql",
		async (t) => {
			const answer = await t.as("administrator").sudo(t.user("developer").id).graphql(who);
			t.same("the current user", username(answer), t.user("administrator").username, answer);
		},
		{ domain: "graphql" },
	),
	rule(
		"ERR-028",
		"A query above the complexity limit → a response holding an error message.",
		"executeGraphql",
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
		{ domain: "graphql" },
	),
	assumed(
		"CONV-100",
		"REST and GraphQL read and write one state: a change made through one is visible through the other in the next request.",
		[],
		async (t) => {
			const body = t.unique("note");
			const id = (await t.given.issueNote({ body })).number("id");
			const query = `query ($id: NoteID!) { note(id: $id) { body } }`;
			const answer = await t.as("owner").graphql(query, { id: `gid://service/Note/${id}` });
			t.holds("the note should be read", dig(answer.json, "data", "note", "body") === body, answer);
		},
		writes,
	),
	assumed(
		"CONV-139",
		"The instance's release is observable through GraphQL `metadata { version }` for a signed-in caller.",
		"executeGraphql",
		async (t) => {
			const answer = (await t.as("developer").graphql("{ metadata { version } }")).is(200);
			const version = dig(answer.json, "data", "metadata", "version");
			t.holds("the version should be told", /^\d+\.\d+/.test(String(version)), answer);
		},
		{ domain: "graphql" },
	),
];
