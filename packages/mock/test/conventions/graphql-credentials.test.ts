import { describe, expect, test } from "vitest";
import { graphqlWorld, type Posted } from "../support/graphql";

const { gql, batch, platform, make, state } = graphqlWorld();
const { state: records } = platform;
const userId = (name: string): number => make.userId(name);

make.token({ user_id: userId("developer"), text: "oauth-1", kind: "oauth", scopes: ["api"] });
make.token({ user_id: userId("developer"), text: "user-only", scopes: ["read_user"] });
make.token({ user_id: userId("developer"), text: "expired", expires_at: "2026-01-05" });
make.token({ user_id: userId("developer"), text: "revoked", revoked: true });
const projectToken = make.resourceToken("acme/web", "maintainer", { scopes: ["api"] });
const groupToken = make.resourceToken("acme", "maintainer", { scopes: ["read_api"] });
for (const [text, expires_at] of [
	["session-1", null],
	["session-2", "2026-01-01T00:00:00.000Z"],
] as const)
	records.sessions.insert({ text, user_id: userId("developer"), expires_at });

const me = "{ currentUser { username } }";
const nameOf = async (posted: Posted): Promise<unknown> => {
	const { data, status } = await gql(null, me, undefined, posted);
	return data ? (data.currentUser?.username ?? null) : status;
};
const botOf = (token: { readonly user_id: number }): string | undefined => records.users.get(token.user_id)?.username;

describe("carriers", () => {
	test.each<[string, Posted, string | undefined]>([
		["AUTH-079 bearer", { headers: { authorization: "Bearer developer-token" } }, "developer"],
		["AUTH-080 access_token with an OAuth token", { address: "?access_token=oauth-1" }, "developer"],
		["AUTH-081 private_token with a personal token", { address: "?private_token=developer-token" }, "developer"],
		[
			"AUTH-081 private_token with a project's token",
			{ address: `?private_token=${projectToken.text}` },
			botOf(projectToken),
		],
		[
			"AUTH-081 private_token with a group's token",
			{ address: `?private_token=${groupToken.text}` },
			botOf(groupToken),
		],
		["AUTH-082 access_token with a personal token", { address: "?access_token=developer-token" }, "developer"],
		["AUTH-082 the header PRIVATE-TOKEN", { headers: { "PRIVATE-TOKEN": "developer-token" } }, "developer"],
		["AUTH-083 the session's cookie", { headers: { cookie: "_service_session=session-1" } }, "developer"],
	])("%s authenticates", async (_what, posted, expected) => {
		expect(expected).toBeDefined();
		expect(await nameOf(posted)).toBe(expected);
	});

	test.each<[string, Posted]>([
		["unknown", { headers: { cookie: "_service_session=none" } }],
		["expired", { headers: { cookie: "_service_session=session-2" } }],
	])("AUTH-092 an %s session counts as none", async (_what, posted) => {
		expect(await nameOf(posted)).toBeNull();
	});

	test("AUTH-083 where cookies cannot be seen the session comes from the settings", async () => {
		platform.settings.session = "session-1";
		expect(await nameOf({})).toBe("developer");
		expect(await nameOf({ headers: { authorization: "Bearer owner-token" } })).toBe("owner");
		platform.settings.session = undefined;
		expect(await nameOf({})).toBeNull();
	});

	test.each<[string, Posted]>([
		["header", { headers: { authorization: "Bearer wrong" } }],
		["PRIVATE-TOKEN", { headers: { "PRIVATE-TOKEN": "wrong" } }],
		["access_token", { address: "?access_token=wrong" }],
		["private_token", { address: "?private_token=wrong" }],
		["expired", { headers: { authorization: "Bearer expired" } }],
		["revoked", { headers: { authorization: "Bearer revoked" } }],
		["AUTH-088 scope", { headers: { authorization: "Bearer user-only" } }],
	])("AUTH-089..091, ERR-026 an invalid token (%s) is refused for any request", async (_what, posted) => {
		const { status, text } = await gql(null, '{ project(fullPath: "acme/web") { id } }', undefined, posted);
		expect([status, text]).toEqual([401, '{"errors":[{"message":"Invalid token"}]}']);
	});

	test("AUTH-093 a blocked user's token", async () => {
		const blocked = make.user({ username: "kept-out", state: "blocked" });
		const { status, text } = await gql(blocked.username, me);
		expect([status, text]).toEqual([403, '{"errors":[{"message":"API not accessible for user"}]}']);
	});

	test("AUTH-095 sudo has no effect", async () => {
		expect((await gql("root", me, undefined, { headers: { sudo: "developer" } })).data.currentUser.username).toBe(
			"root",
		);
		const address = `?sudo=${userId("developer")}`;
		expect((await gql("root", me, undefined, { address })).data.currentUser.username).toBe("root");
	});
});

describe("scopes", () => {
	const web = records.project("acme/web");
	if (!web) throw new Error("The demo has no acme/web.");
	const issue = make.issue(web);
	const lock = (locked: boolean): string =>
		`mutation { issueSetLocked(input: { projectPath: "acme/web", iid: "${issue.iid}", locked: ${locked} }) { errors } }`;
	const isLocked = (): boolean | undefined => records.issues.get(issue.id)?.discussion_locked;
	const refused = {
		message:
			"The resource that you are attempting to access does not exist or you don't have permission to perform this action",
		locations: [{ line: 1, column: 12 }],
		path: ["issueSetLocked"],
	};

	test("AUTH-085 read_api is enough for queries", async () => {
		expect((await gql("maintainer-read", me)).data.currentUser.username).toBe("maintainer");
	});

	test.each<[string, string | null]>([
		["AUTH-077..078 without credentials", null],
		["AUTH-086..087 with read_api", "maintainer-read"],
	])("%s a mutation takes no effect", async (_what, who) => {
		const before = state();
		const { status, data, errors } = await gql(who, lock(true));
		expect([status, data, errors]).toEqual([200, { issueSetLocked: null }, [refused]]);
		expect(state()).toBe(before);
	});

	test("AUTH-086 with scope api it does", async () => {
		expect((await gql("maintainer", lock(true))).data).toEqual({ issueSetLocked: { errors: [] } });
		expect(isLocked()).toBe(true);
	});

	test("AUTH-083..084 a session may change things without a CSRF token", async () => {
		records.sessions.insert({ text: "session-3", user_id: userId("maintainer"), expires_at: null });
		const posted = { headers: { cookie: "_service_session=session-3" } };
		expect((await gql(null, lock(false), undefined, posted)).errors).toBeUndefined();
		expect(isLocked()).toBe(false);
	});

	test("GQL-029 in a batch the token holds for all", async () => {
		const results = await batch("maintainer-read", [me, lock(true)]);
		expect(results.map((one) => one.data)).toEqual([
			{ currentUser: { username: "maintainer" } },
			{ issueSetLocked: null },
		]);
	});
});
