/** The control API's details of single requests, for the inspector: reasons, changes, code, and sending them again. */
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { controlled } from "../support/control";

/** Returns a platform, and a function that sends a request and returns its id. */
function mock() {
	const made = controlled();
	const call = async (method: string, path: string, as: string | null = null, json?: unknown): Promise<string> =>
		(await made.call(path, { as, method, json })).headers.get("x-request-id") ?? "";
	return { ...made, call };
}

const note = "/projects/acme%2Fweb/issues/1/notes";

test("a refusal says which role was needed, which one the caller has, and from where, though nobody asked before", async () => {
	const { control, call } = mock();
	const id = await call("DELETE", "/projects/acme%2Fweb/pipelines/1", "guest");
	const missing = await control("GET", `/journal/${id}`);
	expect(missing.body).toMatchObject({ status: 404, access: { has: "guest", where: "acme/web", from: "acme" } });
	const created = await call("POST", "/projects/acme%2Fweb/pipeline?ref=main", "guest");
	const { body } = await control("GET", `/journal/${created}`);
	expect(body).toMatchObject({
		status: 403,
		why: { rule: "role", noted: "now" },
		access: { needed: "developer", has: "guest", where: "acme/web", from: "acme", who: "owner" },
		credential: { kind: "personal access token", sentBy: "PRIVATE-TOKEN" },
	});
	expect(JSON.stringify(body)).not.toContain("guest-token");
});

test("a request shows the rows that it wrote, before and after, and one that failed shows none", async () => {
	const { control, call } = mock();
	const made = await control("GET", `/journal/${await call("POST", note, "developer", { body: "hi" })}`);
	expect(made.body.changes).toContainEqual(
		expect.objectContaining({ table: "notes", before: null, after: expect.objectContaining({ body: "hi" }) }),
	);
	const { id } = made.body.responseBody;
	const changed = await control("GET", `/journal/${await call("PUT", `${note}/${id}`, "developer", { body: "ho" })}`);
	expect(changed.body.changes).toContainEqual(
		expect.objectContaining({
			table: "notes",
			id,
			before: expect.objectContaining({ body: "hi" }),
			after: expect.objectContaining({ body: "ho" }),
		}),
	);
	const refused = await control("GET", `/journal/${await call("DELETE", `${note}/${id}`, "guest")}`);
	expect([refused.body.status, refused.body.changes]).toEqual([403, []]);
});

test("a mutation of GraphQL shows the rows that it wrote", async () => {
	const { control } = mock();
	const query = `mutation { createNote(input: { noteableId: "gid://service/Issue/201", body: "hi" }) { errors note { id } } }`;
	const sent = await control("POST", "/send", {
		method: "POST",
		path: "/api/graphql",
		body: { query },
		as: "developer",
	});
	const { body } = await control("GET", `/journal/${sent.body.id}`);
	expect(body.changes.map(({ table }: { table: string }) => table)).toContain("notes");
});

test("a list of summaries is searched in bodies, and never finds a secret", async () => {
	const { control, call } = mock();
	await call("POST", note, "developer", { body: "something rare" });
	await call("GET", "/user", "guest");
	const { body } = await control("GET", "/journal/summaries?q=RARE");
	expect(body).toMatchObject({ count: 1, entries: [{ operation: "createIssueNote", user: "developer", status: 201 }] });
	expect(body.entries[0]).not.toHaveProperty("requestBody");
	expect(body.entries[0].changes).toBeGreaterThan(0);
	expect((await control("GET", "/journal/summaries?q=guest-token")).body.count).toBe(0);
	expect((await control("GET", "/journal/summaries?sort=x")).status).toBe(400);
});

test("a request is sent again, as another user, and edited", async () => {
	const { control, call } = mock();
	const id = await call("POST", "/projects/acme%2Fweb/pipeline?ref=main", "guest");
	expect((await control("POST", "/send", { request: id })).body).toMatchObject({ status: 403 });
	const { body } = await control("POST", "/send", { request: id, as: "owner" });
	expect(body.status).toBe(201);
	expect((await control("GET", `/journal/${body.id}`)).body).toMatchObject({
		user: "owner",
		operation: "createPipeline",
	});
	expect((await control("POST", "/send", { request: id, as: null })).body.status).toBe(401);
	const sent = await control("POST", "/send", { path: `/api/v4${note}`, body: { body: "hi" }, as: "developer" });
	expect(sent.body.status).toBe(201);
});

test.each([
	[{ as: "nobody", path: "/api/v4/user" }, 400, "there is no user"],
	[{ path: "/_mock/reset", method: "POST" }, 400, "a path such as"],
	[{ as: "guest" }, 400, "missing: a path"],
	[{ request: "00000000ffff" }, 404, "The journal has no request"],
	[{ path: "/api/v4/user", body: {}, colour: 1 }, 400, "colour"],
])("what cannot be sent is refused: %j", async (input, status, message) => {
	const { control } = mock();
	const refused = await control("POST", "/send", input);
	expect([refused.status, JSON.stringify(refused.body)]).toEqual([status, expect.stringContaining(message)]);
});

test("a request becomes code without its secret; a request without an operation does not become a call of the client", async () => {
	const { control, call } = mock();
	const id = await call("POST", note, "developer", { body: "it's" });
	const { body } = await control("GET", `/journal/${id}/code`);
	expect(body.curl).toBe(`curl -X POST 'http://127.0.0.1:4010/api/v4${note}' \\
  -H "PRIVATE-TOKEN: $TENON_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"body":"it'\\''s"}'`);
	expect(body.client).toContain('tenon.issueNotes.create({\n\tid: "acme/web",\n\tissue_iid: 1,\n\tbody: "it\'s"\n})');
	expect(body.vitest).toContain("expect(response.status).toBe(201)");
	expect(JSON.stringify(body)).not.toContain("developer-token");
	const unmatched = await call("GET", "/projects/1/merge_requets", "developer");
	expect((await control("GET", `/journal/${unmatched}/code`)).body.client).toBeNull();
	expect((await control("GET", `/journal/${unmatched}`)).body.didYouMean.length).toBeGreaterThan(0);
	const har = await control("GET", `/journal/har?id=${id}`);
	expect(har.body.log.entries).toHaveLength(1);
});

test("users to send as are listed, those with a token first", async () => {
	const { platform, control } = mock();
	const { body } = await control("GET", "/users?limit=3");
	expect(body.users).toHaveLength(3);
	expect(body.count).toBe(platform.state.users.size);
	expect(body.users[0].can_send).toBe(true);
	expect((await control("GET", "/users?q=GUEST")).body.users[0].username).toBe("guest");
	expect((await control("GET", "/users?limit=x")).status).toBe(400);
});

test("while the journal is followed, entries say why and whether they conform, and clients see no difference", async () => {
	const platform = createPlatform({ seed: demo });
	const server = await listen(platform);
	onTestFinished(() => server.close({ grace: 0 }));
	const stream = await fetch(`${server.url}/_mock/journal/stream?fields=summary`);
	const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
	const refused = await fetch(`${server.url}/api/v4/projects/acme%2Fweb/pipeline?ref=main`, {
		method: "POST",
		headers: { "private-token": "guest-token" },
	});
	expect([refused.status, refused.headers.get("x-mock-reason")]).toEqual([403, null]);
	let text = "";
	while (!text.includes("event: request")) text += (await reader?.read())?.value ?? "";
	expect(text).toContain('"rule":"role"');
	expect(text).toContain('"conforms":true');
	platform.journal.clear();
	while (!text.includes("event: clear")) text += (await reader?.read())?.value ?? "";
	await reader?.cancel();
	const first = platform.journal;
	platform.settings.journal = 1;
	for (let count = 0; count < 3; count++) await fetch(`${server.url}/api/v4/user`);
	expect(first.calls()).toHaveLength(1);
	const late = await fetch(`${server.url}/_mock/journal/stream`, { headers: { "Last-Event-ID": "000000000001" } });
	const lateReader = late.body?.pipeThrough(new TextDecoderStream()).getReader();
	let lateText = "";
	while (!lateText.includes("event: request")) lateText += (await lateReader?.read())?.value ?? "";
	expect(lateText).toContain('event: gap\ndata: {"dropped":2}');
	await lateReader?.cancel();
});
