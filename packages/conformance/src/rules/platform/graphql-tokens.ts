import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "@tenon/contract";
import { whileUnchanged } from "../../laws/while-unchanged";
import { type ActorName, narrowTokens } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { SendOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { dig } from "../../rule/dig";
import { GraphqlResponse, gid, noPermission } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";
import { sharing } from "../../rule/rule";
import { found, snippetOf } from "../graphql/snippet-lab";
import { onIssue } from "./lab";

const who = "{ currentUser { username } }";
const invalid = { errors: [{ message: "Invalid token" }] };
const username = (response: ApiResponse) => dig(response.is(200).json, "data", "currentUser", "username");

/** Sends a query with a credential. If the server supports batches, the credential must apply to every query of one. */
async function send(t: Context, query: string, at: Pick<SendOptions, "headers" | "query">): Promise<ApiResponse> {
	const post = async (json: unknown) => await t.anonymous.send("POST", "/api/graphql", { json, ...at });
	const [alone, batch] = [await post({ query }), await post([{ query }, { query }])];
	const isShutOut = ({ status }: ApiResponse) => status === 401 || status === 403;
	// A server may support batches only in another form: it refuses this one, before or after it checks the token.
	const isUnsupported = batch.status >= 400 && batch.status < 500 && !isShutOut(batch);
	if (!isUnsupported) t.same("whether the token of a batch is refused", isShutOut(batch), isShutOut(alone), batch);
	const result = dig(alone.json, "data");
	const results = Array.isArray(batch.json) ? batch.json.map((one) => dig(one, "data")) : [result, result];
	t.same("the results of a batch", results, [result, result], batch);
	return alone;
}
const ask = async (t: Context, headers: Record<string, string>, query: Record<string, string> = {}) => await send(t, who, { headers, query });

/** Where a request can have its token: as the specification says, and in further places. */
const stated = [(token: string) => ({ headers: { authorization: `Bearer ${token}` } }), (token: string) => ({ query: { private_token: token } })];
const places = [...stated, (token: string) => ({ headers: { "PRIVATE-TOKEN": token } }), (token: string) => ({ query: { access_token: token } })];
type Place = (typeof places)[number];
const sentIn = async (t: Context, place: Place, actor: ActorName, query: string) => await send(t, query, place(t.token(actor)));

const isDeveloper = (t: Context, response: ApiResponse) => t.same("the current user", username(response), t.user("developer").username, response);

/** A mutation that would write a note on the scene's issue. */
export async function mutation(t: Context): Promise<string> {
	const asked = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { id } } }`;
	const found = await t.as("owner").graphql(asked, { path: t.scene("project"), iid: String(t.scene("issue_iid")) });
	const id = String(dig(found.json, "data", "project", "issue", "id"));
	const body = t.unique("note");
	return `mutation { createNote(input: { noteableId: "${id}", body: "${body}" }) { note { id } errors } }`;
}
/** How many notes on the scene's issue the mutation wrote, found by their unique text. They are removed after the rule. */
export async function notesBy(t: Context, mutation: string): Promise<number> {
	const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
	const { items } = (await t.as("owner").list("listIssueNotes", where)).is(200);
	// The whole text: a note of another rule, such as "x", may be a part of it.
	const made = items.filter(({ body }) => mutation.includes(`body: ${JSON.stringify(body)}`));
	for (const { id: note_id } of made) t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id }));
	return made.length;
}

const asking = sharing({ domain: "graphql" });
const writing = sharing({ domain: "graphql", effect: "writes" });

/** Credentials of GraphQL requests. */
export const graphqlTokens = [
	asking.rule("AUTH-076", "Without credentials, a public project can be read and currentUser is null.", "executeGraphql", async (t) => {
		const query = `{ project(fullPath: "${t.scene("project")}") { id } currentUser { id } }`;
		const response = (await t.anonymous.graphql(query)).is(200);
		t.holds("the project should be returned", typeof dig(response.json, "data", "project", "id") === "string", response);
		t.same("currentUser", dig(response.json, "data", "currentUser"), null, response);
	}),
	writing.rule(
		"AUTH-077, AUTH-078, AUTH-086, AUTH-087",
		"A mutation without credentials, or with only the scope read_api, has no effect. It should return 200 with an error for the missing permission.",
		"executeGraphql",
		async (t) => {
			const text = await mutation(t);
			const [note, pipeline, runner] = [await t.given.issueNote(), await t.given.pipeline(), await t.given.runner()];
			const own = [
				["getIssueNote", { ...onIssue(t), note_id: note.number("id") }, (seen) => seen.body],
				// A pipeline may go on by itself, but not be canceled.
				["getPipeline", { id: t.scene("project"), pipeline_id: pipeline.number("id") }, (seen) => seen.status === "canceled"],
				["getRunner", { id: runner.number("id") }, (seen) => seen.paused],
			] as const satisfies readonly (readonly [OperationId, Params, (seen: Fields) => unknown])[];
			const read = () => Promise.all(own.map(async ([operation, at, shown]) => shown((await t.as("owner").call(operation, at)).is(200).fields)));
			const before = await read();
			const byId = [
				`updateNote(input: { id: "${gid("Note", note.number("id"))}", body: "${t.unique("changed")}" })`,
				`destroyNote(input: { id: "${gid("Note", note.number("id"))}" })`,
				...["pipelineCancel", "pipelineDestroy"].map((name) => `${name}(input: { id: "${gid("Ci::Pipeline", pipeline.number("id"))}" })`),
				`runnerUpdate(input: { id: "${gid("Ci::Runner", runner.number("id"))}", paused: true })`,
				`runnerDelete(input: { id: "${gid("Ci::Runner", runner.number("id"))}" })`,
			];
			const all = text.replace(/\}$/, `${byId.map((one) => `${one} { errors }`).join(" ")} }`);
			const responses = [await t.anonymous.graphql(all)];
			for (const place of places) responses.push(await sentIn(t, place, "read-only", all));
			// The same for a mutation that comes after a query: as the selected operation, and in a batch.
			const behind = [{ query: `query Q ${who} ${all.replace("mutation", "mutation M")}`, operationName: "M" }, [{ query: who }, { query: all }]];
			for (const at of [{}, ...places.map((place) => place(t.token("read-only")))])
				for (const json of behind) await t.anonymous.send("POST", "/api/graphql", { json, ...at });
			t.same("the number of notes", await notesBy(t, text), 0);
			t.same("a note, a pipeline and a runner after mutations by their ids", await read(), before);
			for (const response of responses) {
				t.assume("the status should be 200 and createNote null", response.status === 200 && dig(response.json, "data", "createNote") === null, response);
				const [message, path] = ["message", "path"].map((name) => dig(response.json, "errors", 0, name));
				t.assume("the error should be for createNote: a missing permission", message === noPermission && isDeepStrictEqual(path, ["createNote"]), response);
			}
			const made = new GraphqlResponse(await t.as("maintainer").graphql(text));
			// A schema may lack this mutation: then the rule cannot check it and is skipped.
			t.holds("there should be data for a maintainer", Object.keys(made.data).length > 0, made.http);
			t.same("the number of notes", await notesBy(t, text), 1);
		},
	),
	writing.rule(
		"AUTH-086, AUTH-077",
		"A snippet is neither changed nor removed without credentials, or with only the scope read_api.",
		"executeGraphql",
		async (t) => {
			const { id } = await snippetOf(t);
			const before = await found(t, "maintainer", id);
			const change = `updateSnippet(input: { id: "${String(id)}", title: "${t.unique("changed")}" })`;
			for (const one of [change, `destroySnippet(input: { id: "${String(id)}" })`])
				for (const at of [{}, ...places.map((place) => place(t.token("read-only")))])
					await t.anonymous.send("POST", "/api/graphql", { json: { query: `mutation { ${one} { errors } }` }, ...at });
			t.same("the snippet", await found(t, "maintainer", id), before);
		},
		{ id: "AUTH-086/snippets" },
	),
	writing.rule(
		"AUTH-079..082",
		"An access token authenticates queries and mutations as Bearer or private_token, an OAuth token as access_token. Each should work in the other places too.",
		"executeGraphql",
		async (t) => {
			const token = t.token("developer");
			isDeveloper(t, await ask(t, { authorization: `Bearer ${token}` }));
			isDeveloper(t, await ask(t, {}, { access_token: t.scene("oauth_token") }));
			isDeveloper(t, await ask(t, {}, { private_token: token }));
			for (const response of [
				await ask(t, { authorization: `Bearer ${t.scene("oauth_token")}` }),
				await ask(t, { authorization: `bearer ${token}` }),
				await ask(t, {}, { access_token: token }),
				await ask(t, { "PRIVATE-TOKEN": token }),
			])
				t.assume("currentUser should be the developer", dig(response.json, "data", "currentUser", "username") === t.user("developer").username, response);
			const writes = async (at: Pick<SendOptions, "headers" | "query">): Promise<void> => {
				const query = await mutation(t);
				const response = await t.anonymous.send("POST", "/api/graphql", { json: { query }, ...at });
				t.holds("there should be data", Object.keys(new GraphqlResponse(response).data).length > 0, response);
				t.same("the number of notes", await notesBy(t, query), 1, response);
			};
			for (const place of stated) await writes(place(token));
			// The scopes of the OAuth token are not known.
			await t.assuming(() => writes({ query: { access_token: t.scene("oauth_token") } }));
		},
	),
	asking.rule("AUTH-085", "The scope read_api is enough for queries.", "executeGraphql", async (t) => {
		// Public and private records, and their lists, as for a token of the same user with more scopes.
		const name = t.user("read-only").username;
		const nodes = "(first: 3) { nodes { id } }";
		const fields = `id issues${nodes} pipelines${nodes} mergeRequests${nodes}`;
		const projects = [t.scene("project"), t.scene("private_project")].map((path, index) => `p${index}: project(fullPath: "${path}") { ${fields} }`);
		const query = `{ ${projects.join(" ")} group(fullPath: "${t.scene("group")}") { id projects${nodes} } user(username: "${name}") { id } currentUser { id } }`;
		for (const place of stated) t.same("the current user", username(await sentIn(t, place, "read-only", who)), name);
		await whileUnchanged(
			t,
			async () => [(await t.as("maintainer").graphql(query)).is(200).fields],
			async ([whole]) => {
				for (const place of stated) {
					const response = await t.anonymous.send("POST", "/api/graphql", { json: { query }, ...place(t.token("read-only")) });
					t.same("the result of a query", response.fields, whole, response);
				}
			},
		);
	}),
	asking.rule("AUTH-088", "A token with neither api nor read_api gets no data; it is refused with 401 Invalid token.", "executeGraphql", async (t) => {
		for (const [bearer] of narrowTokens.filter(([, scope]) => scope !== "read_api"))
			for (const place of places) {
				const response = await sentIn(t, place, bearer, who);
				t.holds(`there should be no data for ${bearer}`, !/"username"/.test(response.text), response);
				t.assume("the response is 401 Invalid token", response.status === 401 && isDeepStrictEqual(response.json, invalid), response);
			}
	}),
	asking.assumed("AUTH-093", "The token of a blocked user is refused with 403 API not accessible for user.", "executeGraphql", async (t) => {
		const shutOut = { errors: [{ message: "API not accessible for user" }] };
		for (const place of places) (await sentIn(t, place, "blocked", who)).refuses(403, shutOut);
	}),
	asking.rule(
		"AUTH-089, AUTH-091, ERR-026",
		"An unknown, expired or revoked token, in a header or the query, is refused with 401 and an error message.",
		"executeGraphql",
		async (t) => {
			const dead = (["expired", "revoked"] as const).flatMap((who) => (t.hasToken(who) ? [t.token(who)] : []));
			const saysWhy = (response: ApiResponse) => response.status === 401 && typeof dig(response.json, "errors", 0, "message") === "string";
			for (const token of [t.unique("no-token"), ...dead]) {
				for (const response of [
					await ask(t, { authorization: `Bearer ${token}` }),
					await ask(t, {}, { access_token: token }),
					await ask(t, {}, { private_token: token }),
				])
					t.holds("the response should be 401 with a message in errors", saysWhy(response), response);
				// The specification states that header only for REST.
				const other = await ask(t, { "PRIVATE-TOKEN": token });
				t.assume("the response should be 401 with a message in errors, with PRIVATE-TOKEN too", saysWhy(other), other);
			}
		},
	),
	asking.rule("AUTH-090", "Unknown, expired and revoked tokens are refused with 401, even for queries that need no token.", "executeGraphql", async (t) => {
		const open = `{ project(fullPath: "${t.scene("project")}") { id } }`;
		for (const caller of [t.bearing(t.unique("no-token")), t.as("expired"), t.as("revoked")])
			for (const query of [open, who]) (await caller.graphql(query)).refuses(401, invalid);
	}),
	writing.rule("AUTH-083", "A session cookie authenticates queries and mutations.", "executeGraphql", async (t) => {
		const session = t.unique("session");
		await t.given.record("sessions", { text: session, user: t.user("developer").username, expires_at: null });
		const headers = { cookie: `theme=dark; _service_session=${session}` };
		isDeveloper(t, await ask(t, headers));
		const text = await mutation(t);
		t.holds("there is data", Object.keys(new GraphqlResponse(await t.anonymous.graphql(text, undefined, { headers })).data).length > 0);
		t.same("the number of notes", await notesBy(t, text), 1);
	}),
	writing.assumed("AUTH-084", "A session cookie needs no CSRF token and is valid until the session expires.", "executeGraphql", async (t) => {
		await t.given.setClock("2026-01-05T09:30:00.000Z");
		for (const [expires_at, counts] of Object.entries({ "2026-01-05T09:30:00.001Z": true, "2026-01-05T09:30:00.000Z": false })) {
			const text = t.unique("session");
			await t.given.record("sessions", { text, user: t.user("developer").username, expires_at });
			const name = username(await ask(t, { cookie: `_service_session=${text}` }));
			t.same("the current user", name ?? null, counts ? t.user("developer").username : null);
		}
	}),
	writing.assumed(
		"AUTH-092",
		"A request with an unknown, empty or expired session cookie is anonymous; it is not refused with 401.",
		"executeGraphql",
		async (t) => {
			const texts = ["no-such-session", ""];
			for (const expires_at of t.given.hasControl ? ["2020-01-01T00:00:00.000Z", "2025-12-31T23:59:59.000Z"] : []) {
				const text = t.unique("session");
				await t.given.record("sessions", { text, user: t.user("developer").username, expires_at });
				texts.push(text);
			}
			const open = `{ project(fullPath: "${t.scene("project")}") { id } currentUser { id } }`;
			const write = await mutation(t);
			for (const text of texts) {
				const options = { headers: { cookie: `_service_session=${text}` } };
				const responses = await Promise.all([open, write].map((query) => t.anonymous.graphql(query, undefined, options)));
				const plain = await Promise.all([open, write].map((query) => t.anonymous.graphql(query)));
				for (const [index, response] of responses.entries())
					t.same(`the response with the session "${text}"`, response.is(200).json, plain[index]?.json, response);
				t.same("currentUser", username(await ask(t, options.headers)) ?? null, null);
			}
			t.same("the number of notes", await notesBy(t, write), 0);
		},
	),
	asking.assumed("AUTH-095", "sudo has no effect on the GraphQL endpoint.", "executeGraphql", async (t) => {
		const sudo = String(t.user("developer").id);
		for (const place of [{ Sudo: sudo }, {}]) {
			const response = await ask(t, { ...place, "PRIVATE-TOKEN": t.token("administrator") }, "Sudo" in place ? {} : { sudo });
			t.same("the current user", username(response), t.user("administrator").username, response);
		}
	}),
];
