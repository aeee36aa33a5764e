import { readFile } from "node:fs/promises";
import { gitlab, Translator, type WireRequest } from "@tenon/contract/dialects";
import * as documents from "@tenon/contract/graphql";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";

const forward = new Translator(gitlab, "forward");
const swap = new Translator(gitlab, "swap");
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const multipart = { "content-type": "multipart/form-data; boundary=x" };
const url = "https://host/sub/api/v4/users/7";
const text = new TextEncoder();

const part = (name: string): string =>
	`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nname="microblog"é\r\n--x--\r\n`;

/** Requests that change a user: the location of the parameters, the request, and the translated URL and body. */
const renamedUser = [
	[
		"JSON",
		{ method: "PUT", url, headers: json, body: '{"microblog":"code_host", "bio":"\\"microblog\\": 1"}' },
		[url, '{"twitter":"code_host", "bio":"\\"microblog\\": 1"}'],
	],
	[
		"a form",
		{ method: "PUT", url, headers: form, body: "microblog=code_host&bio=microblog" },
		[url, "twitter=code_host&bio=microblog"],
	],
	[
		"the query",
		{ method: "PUT", url: `${url}?microblog=code_host&bio=microblog`, headers: {} },
		[`${url}?twitter=code_host&bio=microblog`, undefined],
	],
	[
		"bytes",
		{ method: "POST", url: "/api/v4/users", headers: json, body: text.encode('{"microblog" : "é"}') },
		["/api/v4/users", '{"twitter" : "é"}'],
	],
	[
		"a multipart body",
		{ method: "PUT", url, headers: multipart, body: text.encode(part("microblog")) },
		[url, part("twitter")],
	],
] satisfies [string, WireRequest, unknown][];

const shown = ({ url: address, body }: WireRequest): unknown => [
	address,
	body instanceof Uint8Array ? new TextDecoder().decode(body) : body,
];

describe("a request", () => {
	test.each(renamedUser)("has GitLab's parameters in %s, and its values stay", (_, request, expected) => {
		const translated = forward.request(request);
		expect(shown(translated)).toEqual(expected);
		expect(shown(swap.request(translated))).toEqual(shown(request));
	});

	test("with a FormData body keeps files and the order of its parts", async () => {
		const body = new FormData();
		body.append("microblog", "a");
		body.append("avatar", new File(["x"], "face.png", { type: "image/png" }));
		const sent = forward.request({ method: "POST", url: "/api/v4/users", headers: {}, body }).body;
		if (!(sent instanceof FormData)) throw new Error("no form");
		expect([...sent.keys()]).toEqual(["twitter", "avatar"]);
		const file = sent.get("avatar");
		expect(file instanceof File && [file.name, file.type, await file.text()]).toEqual(["face.png", "image/png", "x"]);
	});

	test.each([
		["another operation", { method: "PUT", url: "/api/v4/groups/7", headers: json, body: '{"microblog":1}' }],
		["another verb", { method: "DELETE", url: `${url}?microblog=1`, headers: {} }],
		["bytes that are not UTF-8", { method: "PUT", url, headers: json, body: new Uint8Array([0xff, 0xfe]) }],
		[
			"a note with a name in it",
			{
				method: "POST",
				url: "/api/v4/projects/1/issues/1/notes",
				headers: json,
				body: '{"body":"gid://service/User/1"}',
			},
		],
	] satisfies [string, WireRequest][])("of %s stays as it is", (_, request) => {
		expect(forward.request(request)).toBe(request);
	});

	test("to the specification's side hides the names that GitLab does not know", () => {
		const body = '{"microblog":"a","linkedin":"b"}';
		expect(swap.request({ method: "PUT", url, headers: json, body }).body).toBe(
			'{"twitter":"a","professional_network":"b"}',
		);
		const path = "/api/v4/groups/acme%2Fweb/manage/keys/3";
		expect(swap.request({ method: "DELETE", url: path, headers: {} }).url).toBe(path.replace("keys", "ssh_keys"));
	});

	test.each(["", "/", ".json", "?a=1"])("to a path that GitLab names otherwise, ending in '%s'", (end) => {
		const request = {
			method: "DELETE",
			url: `http://host:1/sub/api/v4/groups/acme%2Fweb/manage/keys/3${end}`,
			headers: {},
		};
		const moved = forward.request(request);
		expect(moved.url).toBe(request.url.replace("/keys/", "/ssh_keys/"));
		expect(swap.request(moved).url).toBe(request.url);
	});

	test("has GitLab's headers and cookie", () => {
		const headers = {
			"x-service-captcha-response": "yes",
			"x-service-spam-log-id": "1",
			cookie: "a=_service_session; _service_session=secret",
		};
		expect(forward.request({ method: "POST", url: "/api/graphql", headers }).headers).toEqual({
			"x-gitlab-captcha-response": "yes",
			"x-gitlab-spam-log-id": "1",
			cookie: "a=_service_session; _gitlab_session=secret",
		});
	});

	test("of an alert is spelled as GitLab reads it", () => {
		const request = {
			method: "POST",
			url: "https://host/acme/web/alerts/notify/metrics/0123456789abcdef.json",
			headers: json,
			body: '{"alerts":[{"generatorUrl":"https://a"}],"service_environment_name":"production"}',
		};
		expect(forward.request(request).body).toBe(
			'{"alerts":[{"generatorURL":"https://a"}],"gitlab_environment_name":"production"}',
		);
		const theirs = { ...request, body: '{"alerts":[{"generatorURL":"https://a"}]}' };
		expect(swap.request(theirs)).toBe(theirs);
	});
});

describe("a GraphQL request", () => {
	const query =
		'query P($iid: String, $id: ID!) { project(fullPath: "a") { pipeline(iid: $iid) { id } } node(id: "gid://service/Ci::Runner/7") { id } }';

	test("has GitLab's Global IDs, enum values and variable types", () => {
		const variables = {
			id: "gid://service/User/1",
			text: "see gid://service/User/1",
			field: "SERVICE_ENVIRONMENT_NAME",
		};
		const request = { method: "POST", url: "/api/graphql", headers: json, body: JSON.stringify({ query, variables }) };
		const sent = JSON.parse(String(forward.request(request).body)) as { query: string; variables: object };
		expect(sent.query).toContain("$iid: ID, $id: ID!");
		expect(sent.query).toContain('"gid://gitlab/Ci::Runner/7"');
		expect(sent.variables).toEqual({
			id: "gid://gitlab/User/1",
			text: "see gid://service/User/1",
			field: "GITLAB_ENVIRONMENT_NAME",
		});
	});

	test("in the query of an address, or as a form, is translated too", () => {
		const parameters = new URLSearchParams({ query });
		const get = forward.request({ method: "GET", url: `/api/graphql?${parameters}`, headers: {} });
		const post = forward.request({ method: "POST", url: "/api/graphql", headers: form, body: `${parameters}` });
		for (const sent of [get.url.slice("/api/graphql?".length), String(post.body)])
			expect(new URLSearchParams(sent).get("query")).toContain("gid://gitlab/Ci::Runner/7");
		const plain = { method: "GET", url: "/api/graphql?query=%7B%20metadata%20%7B%20version%20%7D%20%7D", headers: {} };
		expect(forward.request(plain)).toBe(plain);
	});

	test("that a caller wrote keeps its variable types on the way in: GitLab refuses the others", () => {
		const request = { method: "POST", url: "/api/graphql", headers: json, body: JSON.stringify({ query }) };
		expect(String(swap.request(request).body)).toContain("$iid: String");
	});
});

describe("a response", () => {
	test.each([
		["GET", "/api/v4/users", '[{"microblog":"microblog"}]', '[{"twitter":"microblog"}]'],
		["HEAD", "/api/v4/user", '{"code_host":""}', '{"github":""}'],
		["GET", "/api/v4/groups/1", '{"assist_availability":null}', '{"duo_availability":null}'],
		[
			"GET",
			"/api/v4/groups/1/manage/personal_access_tokens",
			'[{"scopes":["manage_runners"]}]',
			'[{"scopes":["manage_runner"]}]',
		],
		["POST", "/api/graphql", '{"id":"gid://service/User/1"}', '{"id":"gid://gitlab/User/1"}'],
		["GET", "/api/v4/projects/1/issues/1/notes", '[{"body":"microblog"}]', '[{"body":"microblog"}]'],
	])("%s %s", (method, path, ours, theirs) => {
		expect(swap.response(method, path, 200, ours)).toBe(theirs);
		expect(swap.response(method, path, 200, theirs)).toBe(ours);
	});

	test("that refuses names parameters and scopes as GitLab does", () => {
		expect(swap.response("PUT", url, 400, '{"error":"microblog is invalid"}')).toBe('{"error":"twitter is invalid"}');
		expect(swap.response("GET", "/api/v4/runners/1", 403, '{"scope":"api manage_runners"}')).toBe(
			'{"scope":"api manage_runner"}',
		);
		const refusal = '{"errors":[{"message":"\\"x\\" is not a valid Global ID"}]}';
		expect(swap.response("POST", "/api/graphql", 200, refusal)).toContain("is not a Gitlab Global ID");
	});
});

test("GitLab's documents have GitLab's names, and every operation that it has", async () => {
	const read = (name: string): Promise<string> => readFile(new URL(`../${name}`, import.meta.url), "utf8");
	const [openapi, sdl, ours] = await Promise.all([
		read("openapi.gitlab.json"),
		read("schema.gitlab.graphql"),
		read("openapi.json"),
	]);
	for (const word of [
		"microblog",
		"assist_availability",
		"manage_runners",
		"gid://service",
		"X-Service",
		"_service_session",
		"generatorUrl",
	])
		expect(`${openapi}${sdl}`, word).not.toContain(word);
	const idsOf = (document: string): string[] =>
		[...document.matchAll(/"operationId": "(\w+)"/g)].map(([, id = ""]) => id).sort();
	expect(idsOf(openapi)).toEqual(idsOf(ours).filter((id) => !gitlab.absent.includes(id)));
	expect(openapi).toContain('"/groups/{id}/manage/ssh_keys/{key_id}"');
	const schema = buildSchema(sdl);
	for (const [name, document] of Object.entries(documents).filter(([key]) => key.endsWith("Document"))) {
		const body = JSON.stringify({ query: String(document) });
		const request = { method: "POST", url: "/api/graphql", headers: json, body };
		const { query } = JSON.parse(String(forward.request(request).body)) as { query: string };
		expect(validate(schema, parse(query)), name).toEqual([]);
	}
});
