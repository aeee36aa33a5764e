import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { startOfTime, world } from "../support/world";

const pipelines = "/projects/acme%2Fweb/pipelines";
const notes = "/projects/acme%2Fweb/issues/1/notes";

test("the journal has the request, the user and the response", async () => {
	const { platform, ask } = world();
	const list = await ask("developer", "GET", `${pipelines}?per_page=2&status=failed`);
	platform.clock.advance("1 hour");
	const note = await ask("guest", "POST", notes, { json: { body: "hi" } });
	await ask(null, "GET", "/user");
	const [first, second, third] = platform.journal.calls();
	expect(first).toMatchObject({
		id: list.headers.get("x-request-id"),
		time: startOfTime,
		operation: "listPipelines",
		method: "GET",
		url: "http://tenon.test/api/v4/projects/acme%2Fweb/pipelines?per_page=2&status=failed",
		path: "/api/v4/projects/acme%2Fweb/pipelines",
		params: { id: "acme/web", per_page: 2, page: 1, status: "failed" },
		requestBody: undefined,
		status: 200,
		responseBody: list.body,
		user: "developer",
		faults: [],
		overridden: false,
	});
	expect(first?.responseHeaders["x-total"]).toBe(list.headers.get("x-total"));
	expect(first?.milliseconds).toBeGreaterThan(0);
	expect(second).toMatchObject({
		time: "2026-01-05T10:30:00.000Z",
		operation: "createIssueNote",
		params: { id: "acme/web", issue_iid: 1, body: "hi" },
		requestBody: { body: "hi" },
		status: 201,
		responseBody: note.body,
		user: "guest",
	});
	expect(third).toMatchObject({ operation: "getCurrentUser", status: 401, user: null });
	expect(platform.journal.count()).toBe(3);
});

test("entries are found by operation and by what they hold", async () => {
	const { platform, ask } = world();
	for (const body of ["one", "two", "three"]) await ask("guest", "POST", notes, { json: { body } });
	await ask("reporter", "POST", notes, { json: { body: "two" } });
	const { journal } = platform;
	expect(journal.count("createIssueNote")).toBe(4);
	expect(journal.count("createPipeline")).toBe(0);
	expect(journal.last("createIssueNote")?.user).toBe("reporter");
	expect(journal.last("createPipeline")).toBeUndefined();
	expect(journal.calls("createIssueNote", { requestBody: { body: "two" } }).map(({ user }) => user)).toEqual([
		"guest",
		"reporter",
	]);
	expect(journal.calls(undefined, ({ user }) => user === "reporter")).toHaveLength(1);
	expect(journal.count("createIssueNote", { requestBody: { body: ["two"] } })).toBe(0);
	expect(journal.count("createIssueNote", { faults: [] })).toBe(4);
	expect(journal.count("createIssueNote", { faults: ["fault-1"] })).toBe(0);
	platform.faults.add({ latency: 1 });
	platform.faults.add({ latency: 1 });
	await ask("guest", "POST", notes, { json: { body: "four" } });
	expect(journal.count("createIssueNote", { faults: ["fault-1"] })).toBe(0);
	expect(journal.count("createIssueNote", { faults: ["fault-1", "fault-2"] })).toBe(1);
	// TypeScript rejects this value, but JavaScript does not.
	expect(() => journal.calls("createIssueNotes" as "createIssueNote")).toThrow('Did you mean "createIssueNote"?');
	journal.clear();
	expect(journal.calls()).toEqual([]);
});

test("secrets are hidden: in headers, URLs, parameters, bodies and responses, of REST and GraphQL", async () => {
	const { platform, ask } = world();
	await ask("root", "POST", "/users", {
		json: { email: "a@example.com", username: "ada", name: "Ada", password: "correct-horse-battery" },
	});
	await ask(null, "GET", "/user?private_token=developer-token", {
		headers: { authorization: "Bearer owner-token", cookie: "_service_session=abc123" },
	});
	await ask("developer", "POST", "/user/support_pin");
	await ask("root", "POST", "/user/runners", { form: { runner_type: "instance_type" } });
	await ask("developer", "POST", "/runners/verify", { form: { token: "runner-secret-text" } });
	await ask("developer", "POST", "/projects/acme%2Fweb/pipeline", {
		json: { ref: "main", variables: [{ key: "PLACE", value: "shibboleth" }] },
	});
	await ask("developer", "POST", "/runners/verify", {
		body: '{"token":"half-a-secret',
		headers: { "content-type": "application/json" },
	});
	const pin = platform.journal.last("createSupportPin");
	const made = platform.journal.last("createUserRunner");
	const output = String(
		JSON.stringify([platform.journal.calls(), platform.journal.toHar(), platform.journal.unmatched()]),
	);
	for (const secret of [
		"correct-horse",
		"developer-token",
		"owner-token",
		"root-token",
		"abc123",
		"runner-secret-text",
		"shibboleth",
		"half-a-secret",
	])
		expect(output, secret).not.toContain(secret);
	expect(pin?.responseBody).toMatchObject({ pin: "[hidden]" });
	expect(made?.responseBody).toMatchObject({ id: expect.any(Number), token: "[hidden]" });
	expect(platform.journal.last("createPipeline")?.requestBody).toEqual({
		ref: "main",
		variables: [{ key: "PLACE", value: "[hidden]" }],
	});
	expect(output).toContain("PLACE");
});

test("secrets in a GraphQL document, in its variables and in its response are hidden", async () => {
	const { platform } = world();
	const ask = (body: object) =>
		platform.fetch("http://tenon.test/api/graphql", {
			method: "POST",
			headers: { "PRIVATE-TOKEN": "root-token", "content-type": "application/json" },
			body: JSON.stringify(body),
		});
	await ask({ query: 'mutation { createNote(input: { token: "in-the-document", body: "shown" }) { errors } }' });
	await ask({
		query: "query q($token: String) { currentUser { username } }",
		variables: { token: "in-a-variable", fullPath: "acme" },
	});
	const output = JSON.stringify(platform.journal.calls("executeGraphql"));
	expect(output).not.toContain("in-the-document");
	expect(output).not.toContain("in-a-variable");
	expect(output).toContain("shown");
	expect(output).toContain('"fullPath":"acme"');
	expect(platform.journal.last("executeGraphql")?.user).toBe("root");
});

test("the response to HEAD has no body, though a list's items are kept otherwise", async () => {
	const { platform, ask } = world();
	const list = await ask("developer", "GET", pipelines);
	await ask("developer", "HEAD", pipelines);
	expect(platform.journal.calls().map(({ responseBody }) => responseBody)).toEqual([list.body, undefined]);
});

test("it keeps the newest requests, as many as the setting says; 0 keeps none", async () => {
	const { platform, ask } = world({ journal: 3 });
	for (let page = 1; page <= 5; page++) await ask("developer", "GET", `${pipelines}?page=${page}`);
	expect(platform.journal.calls().map(({ params }) => params.page)).toEqual([3, 4, 5]);
	platform.settings.journal = 0;
	await ask("developer", "GET", pipelines);
	expect(platform.journal.calls()).toEqual([]);
});

test("it keeps no more of large bodies than fits, and always the newest", async () => {
	const platform = createPlatform({ seed: demo });
	const body = new Uint8Array(15 * 1024 * 1024);
	for (let call = 0; call < 6; call++)
		await platform.handle({ method: "POST", url: `/api/v4/nowhere?${call}`, headers: {}, body });
	expect(platform.journal.calls().map(({ url }) => url.at(-1))).toEqual(["2", "3", "4", "5"]);
	expect(platform.journal.last()?.requestBody).toBe("\0".repeat(body.length));
});

test("waiting for a request ends with it, with an error that says what came instead, its signal, or a predicate that throws", async () => {
	const { platform, ask } = world();
	const coming = platform.journal.waitFor({ operation: "createIssueNote", status: 201 });
	await ask("developer", "GET", pipelines);
	await ask("developer", "POST", notes, { json: { body: "hi" } });
	expect((await coming).requestBody).toEqual({ body: "hi" });
	await expect(platform.journal.waitFor({ operation: "createPipeline" }, { timeout: 20 })).rejects.toThrow(
		"No matching request arrived within 20 ms; the last were listPipelines, createIssueNote.",
	);
	const aborted = new AbortController();
	const stopped = platform.journal.waitFor({ operation: "createPipeline" }, { signal: aborted.signal });
	aborted.abort(new Error("enough"));
	await expect(stopped).rejects.toThrow("enough");
	const thrown = platform.journal.waitFor(({ status }) => {
		if (status === 404) throw new Error("not this one");
		return false;
	});
	expect((await ask("developer", "GET", "/nowhere")).status).toBe(404);
	await expect(thrown).rejects.toThrow("not this one");
});

test.each<[string, string, string | undefined]>([
	["GET", "/api/v4/project/1/pipelines", "listPipelines"],
	["GET", "/v4/projects/1/pipelines/latest", "getLatestPipeline"],
	["GET", "/projects/1/pipelnes/7", "getPipeline"],
	["POST", "/api/v4/projects/1/pipelines", "createPipeline"],
	["GET", "/api/v3/groups/1", "getGroup"],
	["GET", "/favicon.ico", undefined],
	["GET", "/", undefined],
])("reports a request without an operation with a suggestion: %s %s", async (method, path, operation) => {
	const platform = createPlatform({ seed: demo });
	await platform.fetch(`http://tenon.test${path}`, { method });
	await platform.fetch("http://tenon.test/api/v4/projects");
	const [entry] = platform.journal.unmatched();
	expect(entry).toMatchObject({ method, path, operation: undefined });
	expect(entry?.didYouMean[0]?.operation).toBe(operation);
});

test("the HTTP archive holds each exchange with its times, headers and bodies", async () => {
	const { platform, ask } = world();
	await ask("developer", "GET", `${pipelines}?per_page=1`);
	await platform.handle({ method: "GET", url: "/api/v4/groups/acme", headers: { host: "code.example.org" } });
	const { log } = platform.journal.toHar();
	expect(log).toMatchObject({ version: "1.2", creator: { name: "@tenon/mock" } });
	expect(log.entries).toMatchObject([
		{
			startedDateTime: startOfTime,
			time: expect.any(Number),
			request: {
				method: "GET",
				url: `http://tenon.test/api/v4${pipelines}?per_page=1`,
				httpVersion: "HTTP/1.1",
				queryString: [{ name: "per_page", value: "1" }],
				cookies: [],
				headersSize: -1,
				bodySize: 0,
			},
			response: {
				status: 200,
				content: { mimeType: "application/json", text: expect.stringMatching(/^\[\{"id":\d+/) },
			},
			cache: {},
			timings: { send: 0, wait: expect.any(Number), receive: 0 },
		},
		{ request: { url: "http://code.example.org/api/v4/groups/acme" }, response: { status: 200 } },
	]);
});

test("a held request is in the journal after its response, with the fault that applied", async () => {
	const { platform, ask } = world();
	const gate = platform.faults.add({ operation: "listPipelines", hold: true });
	const pending = ask("developer", "GET", pipelines);
	await expect.poll(() => gate.held).toBe(1);
	expect(platform.journal.count()).toBe(0);
	gate.release();
	await pending;
	expect(platform.journal.last()).toMatchObject({ operation: "listPipelines", faults: [gate.id] });
});

test("a refused call has the user whose credential it carried", async () => {
	const platform = createPlatform({ seed: demo });
	const ask = (token: string, path = "/api/v4/user") =>
		platform.fetch(`http://tenon.test${path}`, { headers: { "PRIVATE-TOKEN": token } });
	const last = () => platform.journal.last();
	const { state, faults } = platform;
	state.users.update(state.users.one("username", "guest")?.id ?? 0, { state: "blocked" });
	expect([(await ask("guest-token")).status, last()?.user]).toEqual([403, "guest"]);
	state.tokens.update(state.tokens.one("text", "reporter-token")?.id ?? 0, { revoked: true });
	expect([(await ask("reporter-token")).status, last()?.user]).toEqual([401, "reporter"]);
	expect([(await ask("developer-token", "/api/v4/nothing")).status, last()?.user]).toEqual([404, "developer"]);
	expect([(await ask("unknown")).status, last()?.user]).toEqual([401, null]);
	faults.add({ operation: "getCurrentUser", status: 503, times: 1 });
	expect([(await ask("owner-token")).status, last()?.user]).toEqual([503, "owner"]);
	faults.add({ operation: "getCurrentUser", kind: "drop", times: 1 });
	await expect(ask("owner-token")).rejects.toThrow();
	expect(last()).toMatchObject({ status: 0, broken: "dropped", user: "owner" });
});
