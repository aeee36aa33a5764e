import { describe, expect, test } from "vitest";
import { groupScene, lowerRoles } from "./record-scene";

const unprocessable = { message: "422 Unprocessable Entity" };

/** A scene with tokens of all kinds in reach of `lab`, and a subgroup with a project. */
function withTokens(options: Parameters<typeof groupScene>[1] = {}) {
	const made = groupScene({}, options);
	const { ask, at, inVain, make, sub } = made;
	sub("child");
	make.project("lab/web");
	make.project("lab/child/api");
	make.resourceToken("lab", "maintainer", { text: "group-text", name: "releases" });
	make.resourceToken("lab/web", "developer", { text: "project-text" });
	make.resourceToken("lab/child", "developer", { text: "subgroup-text" });
	make.resourceToken("lab/child/api", "developer", { text: "below-text" });
	make.deployToken("lab", { text: "deploy-text", name: "mirror", username: "mirror-user" });
	make.deployToken("lab/child", { text: "deploy-below-text" });
	make.feedToken("developer", "feed-text");
	return {
		...made,
		revoke: (token: string, who = "owner") => ask(who, "POST", `${at}/tokens/revoke`, { json: { token } }),
		refused: (token: string, who: string | null = "owner", path = at) =>
			inVain(who, "POST", `${path}/tokens/revoke`, { json: { token } }),
		/** Whether a token of the interface signs in. */
		signsIn: (token: string) => ask(null, "GET", "/user", { headers: { "PRIVATE-TOKEN": token } }),
	};
}

describe("what is revoked", () => {
	test.each([
		["GROUP-704", "developer-token", "a personal token of a member"],
		["GROUP-705", "group-text", "a token of the group"],
		["GROUP-706", "project-text", "a token of its project"],
		["GROUP-724", "subgroup-text", "a token of a group below"],
		["GROUP-724", "below-text", "a token of a project below"],
	])("%s, GROUP-710, GROUP-711, GROUP-716, ERR-011 %s: %s", async (_claim, token) => {
		const { make, revoke, signsIn } = withTokens();
		expect((await signsIn(token)).status).toBe(200);
		const row = make.state.tokens.one("text", token);
		const told = await revoke(token);
		expect(told.status).toBe(200);
		expect(told.body).toMatchObject({
			id: row?.id,
			name: row?.name,
			user_id: row?.user_id,
			revoked: true,
			active: false,
		});
		expect(JSON.stringify(told.body).replace(`"name":"${row?.name}"`, "")).not.toContain(token);
		const after = await signsIn(token);
		expect([after.status, after.body.error]).toEqual([401, "invalid_token"]);
	});

	test.each([
		["GROUP-707", "deploy-text"],
		["GROUP-724", "deploy-below-text"],
	])("%s, GROUP-716, ERR-011 a deploy token of a group: %s", async (_claim, text) => {
		const { make, revoke } = withTokens();
		const { id, name, username, scopes } = make.state.deployTokens.one("text", text) ?? {};
		const told = await revoke(text);
		expect([told.status, told.body]).toEqual([
			200,
			{ id, name, username, scopes, expires_at: null, revoked: true, expired: false },
		]);
		expect(make.state.deployTokens.one("text", text)?.revoked).toBe(true);
	});

	test("GROUP-708, GROUP-716, ERR-011 a feed token of a member is replaced", async () => {
		const { make, revoke } = withTokens();
		const user_id = make.userId("developer");
		const told = await revoke("feed-text");
		expect([told.status, told.body]).toEqual([200, { id: user_id, username: "developer", name: "Developer" }]);
		const tokens = make.state.feedTokens.in("user", user_id);
		expect(tokens.map(({ text, revoked }) => [text === "feed-text", revoked])).toEqual([
			[true, true],
			[false, false],
		]);
	});

	test.each(["developer-token", "group-text", "project-text", "deploy-text", "feed-text"])(
		"GROUP-709, ERR-011 one that is revoked already answers the same: %s",
		async (token) => {
			const { revoke, state } = withTokens();
			const first = await revoke(token);
			const after = state();
			const second = await revoke(token);
			expect([second.status, second.body]).toEqual([200, first.body]);
			expect(state()).toBe(after);
		},
	);

	test("GROUP-709 also when it has expired since", async () => {
		const { make, platform, revoke } = withTokens();
		make.token({ user_id: make.userId("guest"), text: "short-text", expires_at: "2026-01-07" });
		expect((await revoke("short-text")).status).toBe(200);
		platform.clock.advance("5 days");
		expect((await revoke("short-text")).body.revoked).toBe(true);
	});

	test("GROUP-704 the owner's own, by a form as well", async () => {
		const { ask, at, signsIn } = withTokens();
		const told = await ask("owner", "POST", `${at}/tokens/revoke`, { form: { token: "owner-read-token" } });
		expect([told.status, told.body.revoked]).toEqual([200, true]);
		expect((await signsIn("owner-read-token")).status).toBe(401);
		expect((await signsIn("owner-token")).status).toBe(200);
	});

	test.each([
		["of a subgroup", "lab/child"],
		["of a project below", "lab/child/api"],
		["of a group that is invited", "friends"],
	])("GROUP-704, GROUP-724 a personal token of a member %s", async (_where, place) => {
		const { make, refused, revoke } = withTokens();
		make.group("friends");
		make.share("friends", "lab/child", "guest");
		expect((await refused("outsider-token")).status).toBe(422);
		make.member("outsider", place, "guest");
		expect((await revoke("outsider-token")).body.revoked).toBe(true);
	});
});

describe("what is not", () => {
	test.each([
		["unknown", "no-such-text"],
		["blank", ""],
		["of an application", "oauth-text"],
		["of the registration of runners", "lab-registration-token"],
		["for deploying a project", "deploy-project-text"],
		["of somebody from outside", "outsider-token"],
		["of a group elsewhere", "elsewhere-text"],
		["for deploying a group elsewhere", "deploy-elsewhere-text"],
		["for the feeds of somebody from outside", "feed-outside-text"],
	])("GROUP-721, GROUP-722, ERR-066 a token that is %s", async (_what, token) => {
		const { make, refused } = withTokens();
		make.token({ user_id: make.userId("developer"), text: "oauth-text", kind: "oauth" });
		make.deployToken("lab/web", { text: "deploy-project-text" });
		make.group("elsewhere");
		make.resourceToken("elsewhere", "owner", { text: "elsewhere-text" });
		make.deployToken("elsewhere", { text: "deploy-elsewhere-text" });
		make.feedToken("outsider", "feed-outside-text");
		const told = await refused(token);
		expect([told.status, told.body]).toEqual([422, unprocessable]);
	});

	test.each(["expired-text", "deploy-expired-text"])("GROUP-723, ERR-066 one that only expired: %s", async (token) => {
		const { make, refused } = withTokens();
		make.token({ user_id: make.userId("developer"), text: "expired-text", expires_at: "2026-01-05" });
		make.deployToken("lab", { text: "deploy-expired-text", expires_at: "2026-01-05" });
		const told = await refused(token);
		expect([told.status, told.body]).toEqual([422, unprocessable]);
	});

	test("GROUP-703 none at all", async () => {
		const { at, inVain } = withTokens();
		const told = await inVain("owner", "POST", `${at}/tokens/revoke`, { json: {} });
		expect([told.status, told.body]).toEqual([400, { error: "token is missing" }]);
	});
});

describe("where, and by whom", () => {
	test("GROUP-717, GROUP-718 not in a subgroup", async () => {
		const { ask, refused, signsIn } = withTokens();
		const { id } = (await ask("owner", "GET", "/groups/lab%2Fchild")).body;
		const told = await refused("subgroup-text", "owner", `/groups/${id}`);
		expect([told.status, told.body]).toEqual([400, { message: "400 Bad request - Must be a top-level group" }]);
		expect((await signsIn("subgroup-text")).status).toBe(200);
	});

	test.each([...lowerRoles, "outsider"])("GROUP-719, GROUP-720, AUTH-055 not by %s", async (who) => {
		const { refused, signsIn } = withTokens();
		const told = await refused("group-text", who);
		expect([told.status, told.body]).toEqual([403, { message: "403 Forbidden" }]);
		expect((await signsIn("group-text")).status).toBe(200);
	});

	test("GROUP-720 by an administrator, by nobody without credentials, nowhere unknown", async () => {
		const { refused, revoke } = withTokens();
		expect(await refused("group-text", null)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
		for (const who of ["owner", "root"])
			expect(await refused("group-text", who, "/groups/999999")).toMatchObject({
				status: 404,
				body: { message: "404 Group Not Found" },
			});
		expect((await revoke("group-text", "root")).body.revoked).toBe(true);
	});

	test.each([
		["with the flag off", { flags: { group_token_revocation: false } }],
		["before it was introduced", { release: "17.1" }],
	])("GROUP-726 %s it is not there", async (_when, options) => {
		const { refused } = withTokens(options);
		for (const who of ["owner", "root"]) {
			const told = await refused("group-text", who);
			expect([told.status, told.body]).toEqual([404, { message: "404 Not Found" }]);
		}
	});
});
