import { createPlatform, demo, type PlatformOptions } from "@tenon/mock";
import { describe, expect, test } from "vitest";

interface Sent extends Omit<RequestInit, "headers"> {
	readonly as?: string;
	readonly json?: unknown;
	readonly headers?: Record<string, string>;
}

/** A platform with GitLab's names whose responses are validated against the contract. */
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
		// Tests read fields whose shape is what they check.
		return { status: response.status, text, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
	};
	const gql = (query: string, variables = {}, sent: Sent = {}) =>
		ask("/api/graphql", { json: { query, variables }, ...sent });
	return { platform, ask, gql };
}

describe("REST", () => {
	test("users have GitLab's profile fields, in requests and responses of every kind", async () => {
		const { ask } = gitlabPlatform();
		const json = { linkedin: "l", twitter: "t", discord: "", github: "g" };
		const changed = await ask("/api/v4/users/4", { method: "PUT", json });
		expect(changed.body).toMatchObject({ linkedin: "l", twitter: "t", github: "g" });
		expect(changed.text).not.toMatch(/professional_network|microblog|chat_account|code_host/);
		const form = new URLSearchParams({ twitter: "by form" });
		await ask("/api/v4/users/4", { method: "PUT", body: form });
		expect((await ask("/api/v4/users/4")).body).toMatchObject({ linkedin: "l", twitter: "by form" });
		const parts = new FormData();
		parts.append("github", "by multipart");
		await ask("/api/v4/users/4", { method: "PUT", body: parts });
		const list = await ask("/api/v4/users?search=developer");
		expect(list.body).toMatchObject([{ github: "by multipart" }]);
	});

	test("the specification's names are unknown", async () => {
		const { ask } = gitlabPlatform({ strict: false });
		await ask("/api/v4/users/4", { method: "PUT", json: { microblog: "ours", bio: "new" } });
		expect((await ask("/api/v4/users/4")).body).toMatchObject({ twitter: "", bio: "new" });
	});

	test("groups, paths, scopes and missing operations are GitLab's", async () => {
		const { ask, platform } = gitlabPlatform();
		const group = await ask("/api/v4/groups/acme", { method: "PUT", json: { duo_features_enabled: false } });
		expect(group.body).toMatchObject({ duo_features_enabled: false, lock_duo_features_enabled: false });
		const missing = await ask("/api/v4/groups/acme/manage/ssh_keys/999", { method: "DELETE" });
		expect(missing.body).not.toEqual({ error: "404 Not Found" });
		const other = await ask("/api/v4/groups/acme/manage/keys/999", { method: "DELETE" });
		expect(other.body).toEqual({ error: "404 Not Found" });
		expect((await ask("/api/v4/groups/acme/tokens/revoke", { json: { token: "x" } })).status).toBe(404);
		platform.load({ tokens: [{ user: "root", text: "narrow", scopes: ["read_user"] }] });
		const refused = await ask("/api/v4/runners/1", { as: "", headers: { "private-token": "narrow" } });
		expect(refused.text).toContain('manage_runner"');
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

	test("a challenge takes GitLab's headers, a session GitLab's cookie", async () => {
		const { gql, platform } = gitlabPlatform({ spam: {}, captcha: { siteKey: "site" } });
		platform.load({ sessions: [{ user: "developer", text: "signed-in" }] });
		const me = await gql(
			"{ currentUser { username } }",
			{},
			{ as: "", headers: { cookie: "_gitlab_session=signed-in" } },
		);
		expect(me.body).toEqual({ data: { currentUser: { username: "developer" } } });
		const query =
			'mutation { createSnippet(input: { title: "a [spam]", visibilityLevel: private, blobActions: [{ action: create, filePath: "a.txt", content: "a" }] }) { errors snippet { id } } }';
		const challenge = await gql(query, {}, { as: "developer" });
		const spamLogId = /"spamLogId":(\d+)/.exec(challenge.text)?.[1] ?? "";
		const headers = { "x-gitlab-captcha-response": `solution-${spamLogId}`, "x-gitlab-spam-log-id": spamLogId };
		const solved = await gql(query, {}, { as: "developer", headers });
		expect(solved.text).toContain("gid://gitlab/PersonalSnippet/");
	});
});

test("alerts name the environment as GitLab does, and show it so", async () => {
	const { ask, gql, platform } = gitlabPlatform();
	const [intake] = platform.state.alertIntegrations.all();
	if (!intake) throw new Error("no integration in the demo");
	const path = platform.state.projects.get(intake.project_id)?.full_path ?? "";
	const sent = await ask(`/${path}/alerts/notify/any/${intake.endpoint}.json`, {
		as: "",
		json: { title: "Dialect", gitlab_environment_name: "production" },
		headers: { authorization: `Bearer ${intake.key}` },
	});
	expect(sent.status).toBe(200);
	const shown = await gql(
		`{ project(fullPath: "${path}") { alertManagementAlerts(search: "Dialect") { nodes { title environment { name } details } } } }`,
	);
	expect(shown.body).toMatchObject({
		data: { project: { alertManagementAlerts: { nodes: [{ environment: { name: "production" } }] } } },
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
