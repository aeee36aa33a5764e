import { createPlatform, demo, type PlatformOptions } from "@tenon/mock";
import { describe, expect, test } from "vitest";

interface Sent extends Omit<RequestInit, "headers"> {
	readonly as?: string;
	readonly json?: unknown;
	readonly headers?: Record<string, string>;
}

/** Returns a platform with GitLab's names, whose responses are validated against the contract. */
function gitlabPlatform(options: PlatformOptions = {}) {
	const problems: unknown[] = [];
	const onError = (error: unknown): unknown => problems.push(error);
	const platform = createPlatform({ seed: demo, dialect: "gitlab", strict: true, onError, ...options });
	const ask = async (path: string, { as = "root", json, headers, ...init }: Sent = {}) => {
		const response = await platform.fetch(`http://gitlab.test${path}`, {
			...init,
			...(json === undefined ? {} : { method: init.method ?? "POST", body: JSON.stringify(json) }),
			headers: {
				...(as && { "private-token": `${as}-token` }),
				...(json === undefined ? {} : { "content-type": "application/json" }),
				...headers,
			},
		});
		const text = await response.text();
		expect(problems).toEqual([]);
		// The body has no type, because the tests check its shape.
		return { status: response.status, text, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
	};
	const gql = (query: string, variables = {}, sent: Sent = {}) =>
		ask("/api/graphql", { json: { query, variables }, ...sent });
	return { platform, ask, gql };
}

describe("REST", () => {
	test("the specification's names and paths are unknown", async () => {
		const { ask } = gitlabPlatform({ strict: false });
		expect((await ask("/api/v4/groups/acme/tokens/revoke", { json: { token: "x" } })).status).toBe(404);
		const key = await ask("/api/v4/groups/acme/manage/keys/999", { method: "DELETE" });
		expect(key.body).toEqual({ error: "404 Not Found" });
		await ask("/api/v4/users/4", { method: "PUT", json: { microblog: "ours", bio: "new" } });
		expect((await ask("/api/v4/users/4")).body).toMatchObject({ twitter: "", bio: "new" });
	});

	test("new tokens have GitLab's prefixes, unless others are set", async () => {
		const { ask, platform } = gitlabPlatform();
		const runner = await ask("/api/v4/user/runners", { json: { runner_type: "instance_type" } });
		expect(runner.body).toMatchObject({ token: expect.stringMatching(/^glrt-/) });
		expect(platform.settings.accessTokenPrefix).toBe("glpat-");
		expect(createPlatform({ dialect: "gitlab", accessTokenPrefix: "own-" }).settings.accessTokenPrefix).toBe("own-");
	});
});

describe("GraphQL", () => {
	test("Global IDs, variables and error messages are GitLab's", async () => {
		const { gql } = gitlabPlatform();
		const query = "query($id: UserID!) { user(id: $id) { id username } }";
		const found = await gql(query, { id: "gid://gitlab/User/4" });
		expect(found.body).toEqual({ data: { user: { id: "gid://gitlab/User/4", username: "developer" } } });
		const refused = await gql(query, { id: "gid://service/User/4" });
		expect(refused.text).toContain("is not a Gitlab Global ID");
		const inline = await gql('{ user(id: "gid://gitlab/User/4") { username } }');
		expect(inline.body).toEqual({ data: { user: { username: "developer" } } });
	});

	test.each([
		["ID", true],
		["String", false],
	])("a pipeline's iid may be a variable of type %s: %s", async (type, allowed) => {
		const { gql } = gitlabPlatform();
		const query = `query($iid: ${type}) { project(fullPath: "acme/web") { pipeline(iid: $iid) { iid } } }`;
		const { text } = await gql(query, { iid: "1" });
		expect(text.includes('"iid":"1"')).toBe(allowed);
	});
});

test("the dialect changes at run time; the journal has what was sent, control and seeds the specification's names", async () => {
	const { ask, platform } = gitlabPlatform({ dialect: "specification" });
	platform.configure({ dialect: "gitlab" });
	expect(platform.settings.runnerTokenPrefix).toBe("glrt-");
	await ask("/api/v4/users/4", { method: "PUT", json: { twitter: "t" } });
	expect(platform.journal.last("updateUser")).toMatchObject({
		requestBody: { twitter: "t" },
		responseBody: { twitter: "t" },
	});
	expect(platform.state.users.get(4)?.microblog).toBe("t");
});
