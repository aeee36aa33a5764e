import { describe, expect, test } from "vitest";
import { baseUrl, clientOn, failure, json, script } from "../../test/support/script";
import { UsageError } from "../errors/errors";
import type { Route } from "../transport/route";
import { call } from "./call";

const get: Route = { id: "listThings", verb: "GET", path: "/things" };
const post: Route = { id: "createThing", verb: "POST", path: "/things" };

/** The request that the server gets when an operation is called with these parameters. */
async function sent(route: Route, params: object) {
	const { fetch, requests } = script(json({}));
	await call(clientOn(fetch), route, params);
	const [one] = requests;
	if (!one) throw new Error("nothing was sent");
	return one;
}

/** The error that refuses the call before anything is sent. */
async function refused(route: Route, params: object): Promise<UsageError> {
	const { fetch, requests } = script();
	const error = await failure<UsageError>(call(clientOn(fetch), route, params));
	expect(error).toBeInstanceOf(UsageError);
	expect(requests).toEqual([]);
	return error;
}

describe("the path", () => {
	const project: Route = { id: "getThing", verb: "GET", path: "/projects/{id}/releases/{tag_name}" };
	const path = async (id: unknown, tag_name: unknown = "v1") => (await sent(project, { id, tag_name })).url;

	test("SDK-131, NOTE-272, PIPE-251, RUNNER-509 a full path is one segment, a number its digits", async () => {
		expect(await path("a/b")).toBe(`${baseUrl}/api/v4/projects/a%2Fb/releases/v1`);
		expect(await path(42)).toBe(`${baseUrl}/api/v4/projects/42/releases/v1`);
	});

	test("GROUP-735 a space and a slash within an id are encoded", async () => {
		const { url } = await sent({ id: "getGroup", verb: "GET", path: "/groups/{id}" }, { id: "a/b c" });
		expect(url).toBe(`${baseUrl}/api/v4/groups/a%2Fb%20c`);
	});

	test("SDK-132 what is encoded already is encoded once more, not decoded", async () => {
		expect(await path("a%2Fb")).toContain("/projects/a%252Fb/");
	});

	test("SDK-133, LINK-087, USER-730 each parameter is encoded on its own", async () => {
		expect(await path("a/b", "v1/rc+1 x")).toBe(`${baseUrl}/api/v4/projects/a%2Fb/releases/v1%2Frc%2B1%20x`);
		expect(await path("a?b#c", "é")).toBe(`${baseUrl}/api/v4/projects/a%3Fb%23c/releases/%C3%A9`);
	});

	test.each([".", ".."])("SDK-133 %j cannot climb out of the path", async (dots) => {
		expect((await refused(project, { id: 7, tag_name: dots })).parameter).toBe("tag_name");
		expect(await path("a/../b")).toContain("/projects/a%2F..%2Fb/");
	});

	test.each(["", null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1.5, {}, [1]])(
		"SDK-134 the path parameter %j is refused by name before anything is sent",
		async (id) => {
			const error = await refused(project, { id, tag_name: "v1" });
			expect(error.parameter).toBe("id");
			expect(error.message).toMatch(/^getThing: id /);
			expect(error.operationId).toBe("getThing");
		},
	);

	test.each(["/a", "a/", "/", "a/b/"])("SDK-135 %j, with a slash at its edge, is refused", async (id) => {
		expect((await refused(project, { id, tag_name: "v1" })).parameter).toBe("id");
	});

	test("SDK-134 half a surrogate pair is refused by name, not thrown as a URIError", async () => {
		expect((await refused(project, { id: "\ud800", tag_name: "v1" })).parameter).toBe("id");
	});
});

describe("the query", () => {
	test("SDK-136, GROUP-736, GROUP-737 arrays are sent with brackets, empty ones not at all", async () => {
		const { query } = await sent(get, { skip_groups: [1, 2], relation: ["direct", "inherited"], none: [] });
		expect(query).toBe("skip_groups[]=1&skip_groups[]=2&relation[]=direct&relation[]=inherited");
	});

	test("SDK-136, RUNNER-506 a joined array is one comma-separated value", async () => {
		const route: Route = { ...get, joined: ["tag_list"] };
		const search = new URLSearchParams((await sent(route, { tag_list: ["tag1", "tag 2"] })).query);
		expect([...search]).toEqual([["tag_list", "tag1,tag 2"]]);
		expect((await sent(route, { tag_list: [] })).query).toBe("");
		expect((await sent(route, { tag_list: "a,b" })).query).toBe("tag_list=a%2Cb");
	});

	test("SDK-137, GROUP-736, USER-726 hashes are sent as name[key]=value, key and value encoded", async () => {
		const { query } = await sent(get, { custom_attributes: { k: "v", "a&b": "c=d" } });
		expect(query).toBe("custom_attributes[k]=v&custom_attributes[a%26b]=c%3Dd");
	});

	test("SDK-138 an array of hashes is never [object Object]", async () => {
		const { query } = await sent(get, {
			variables: [
				{ key: "A", value: "1" },
				{ key: "B", value: "2" },
			],
		});
		expect(query).toBe("variables[][key]=A&variables[][value]=1&variables[][key]=B&variables[][value]=2");
	});

	test("SDK-139 booleans, numbers and the plus of a time zone", async () => {
		const { query } = await sent(get, { yes: true, no: false, n: 12, zero: 0, since: "2026-01-01T00:00:00+02:00" });
		expect(query).toBe("yes=true&no=false&n=12&zero=0&since=2026-01-01T00%3A00%3A00%2B02%3A00");
	});

	test("SDK-118 what is undefined is not sent", async () => {
		expect((await sent(get, { a: undefined, b: 1 })).url).toBe(`${baseUrl}/api/v4/things?b=1`);
		expect((await sent(get, { a: undefined })).url).toBe(`${baseUrl}/api/v4/things`);
	});

	test("SDK-120, PIPE-252, USER-729, CRED-234 a Date is sent as ISO 8601", async () => {
		const at = new Date("2026-02-03T04:05:06.789Z");
		expect(new URLSearchParams((await sent(get, { updated_after: at })).query).get("updated_after")).toBe(
			"2026-02-03T04:05:06.789Z",
		);
	});

	test("SDK-120, CRED-233 a Date for a parameter that is a day is sent as a day", async () => {
		const at = new Date("2026-02-03T04:05:06Z");
		expect((await sent({ ...get, dates: ["from"] }, { from: at })).query).toBe("from=2026-02-03");
		const { body } = await sent({ ...post, dates: ["expires_at"] }, { expires_at: at });
		expect(body).toBe('{"expires_at":"2026-02-03"}');
	});

	test("an invalid number or Date is refused by name", async () => {
		expect((await refused(get, { n: Number.NaN })).parameter).toBe("n");
		expect((await refused(get, { since: new Date("never") })).parameter).toBe("since");
	});
});

describe("where a parameter travels", () => {
	test.each(["GET", "DELETE"] as const)("SDK-141 %s: in the query, with no body and no content type", async (verb) => {
		const { query, body, headers } = await sent({ id: "x", verb, path: "/things/{id}" }, { id: 7, hard_delete: true });
		expect(query).toBe("hard_delete=true");
		expect(body ?? null).toBeNull();
		expect(headers.has("content-type")).toBe(false);
	});

	test.each(["POST", "PUT", "PATCH"] as const)("SDK-141 %s: in a JSON body", async (verb) => {
		const { query, body, headers } = await sent({ id: "x", verb, path: "/things/{id}" }, { id: 7, name: "n" });
		expect(query).toBe("");
		expect(body).toBe('{"name":"n"}');
		expect(headers.get("content-type")).toBe("application/json");
	});

	test("SDK-141, SDK-142 a secret travels in the body although the verb is DELETE", async () => {
		const { url, body } = await sent(
			{ id: "deleteRunnerByToken", verb: "DELETE", path: "/runners", body: true },
			{ token: "t" },
		);
		expect(url).toBe(`${baseUrl}/api/v4/runners`);
		expect(body).toBe('{"token":"t"}');
	});

	test("SDK-142, GROUP-746 a token to be revoked or verified is in the body, not in the address", async () => {
		for (const path of ["/groups/{id}/tokens/revoke", "/runners/verify"]) {
			const { url, body } = await sent({ id: "x", verb: "POST", path }, { id: 7, token: "tok-1" });
			expect(url).not.toContain("tok-1");
			expect(JSON.parse(String(body)).token).toBe("tok-1");
		}
	});

	test("a query parameter of a verb with a body stays in the query", async () => {
		const { query, body } = await sent({ ...post, query: ["dry"] }, { dry: true, name: "n" });
		expect([query, body]).toEqual(["dry=true", '{"name":"n"}']);
	});

	test("no fields, no body", async () => {
		const { body, headers } = await sent({ id: "x", verb: "POST", path: "/user/support_pin" }, {});
		expect(body ?? null).toBeNull();
		expect(headers.has("content-type")).toBe(false);
	});
});

describe("the body", () => {
	test("SDK-118, GROUP-742, USER-732 null is sent as null, undefined not at all", async () => {
		const { body } = await sent(
			{ id: "updateCurrentUserStatus", verb: "PATCH", path: "/user/status" },
			{ message: null, emoji: undefined },
		);
		expect(body).toBe('{"message":null}');
	});

	test("SDK-116, PIPE-254 hashes and arrays of hashes pass unchanged", async () => {
		const params = { ref: "main", inputs: { myKey: "a", "Other-Key": [1] }, variables: [{ key: "A_b", value: "1" }] };
		expect(JSON.parse(String((await sent(post, params)).body))).toEqual(params);
	});

	test("SDK-120 a Date in a JSON body is sent as ISO 8601", async () => {
		expect((await sent(post, { created_at: new Date(0) })).body).toBe('{"created_at":"1970-01-01T00:00:00.000Z"}');
	});

	test("an array for a comma-separated field is joined, any other stays an array", async () => {
		const joined: Route = { ...post, joined: ["tag_list"] };
		expect((await sent(joined, { tag_list: ["a", "b"] })).body).toBe('{"tag_list":"a,b"}');
		expect((await sent(joined, { tag_list: "a,b" })).body).toBe('{"tag_list":"a,b"}');
		expect((await sent(post, { tag_list: ["a", "b"] })).body).toBe('{"tag_list":["a","b"]}');
	});

	test("SDK-134 a body that no JSON can hold is refused, nothing being sent", async () => {
		const circular: { self?: object } = {};
		circular.self = circular;
		expect((await refused(post, { circular })).message).toBe("createThing: cannot be serialized");
	});
});

describe("files", () => {
	const update: Route = { id: "updateGroup", verb: "PUT", path: "/groups/{id}" };
	const form = async (params: object) => {
		const { body, headers } = await sent(update, { id: 3, ...params });
		expect(body).toBeInstanceOf(FormData);
		// `fetch` sets it: only `fetch` knows the boundary.
		expect(headers.has("content-type")).toBe(false);
		return body as FormData; // as just seen
	};

	test("SDK-243, SDK-244, GROUP-740, USER-735, USER-737 a File makes a form with one part of that name", async () => {
		const avatar = new File(["png"], "me.png", { type: "image/png" });
		const sentForm = await form({ avatar });
		expect([...sentForm.keys()]).toEqual(["avatar"]);
		const part = sentForm.get("avatar") as File; // a file part
		expect([part.name, part.type, await part.text()]).toEqual(["me.png", "image/png", "png"]);
	});

	test("SDK-246 other fields are sent with the file, arrays as name[]", async () => {
		const sentForm = await form({
			avatar: new Blob(["x"]),
			name: "n",
			private_profile: false,
			ids: [1, 2],
			hash: { a: "b" },
			cleared: null,
			absent: undefined,
		});
		expect([...sentForm].filter(([name]) => name !== "avatar")).toEqual([
			["name", "n"],
			["private_profile", "false"],
			["ids[]", "1"],
			["ids[]", "2"],
			["hash[a]", "b"],
			["cleared", ""],
		]);
	});

	test("SDK-244, GROUP-741 a blank avatar is sent blank, which removes it", async () => {
		const { body } = await sent(update, { id: 3, avatar: "" });
		expect(body).toBe('{"avatar":""}');
	});
});
