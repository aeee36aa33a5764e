import { describe, expect, test } from "vitest";
import { type Lab, lab } from "../support/lab";
import { addressOf, restOperations } from "../support/operations";
import { type Asked, world } from "../support/world";

const unauthorized = { message: "401 Unauthorized" };

/** A pipeline is made by whoever sends this; their name is told, or the status and the body of the refusal. */
async function made(there: Lab, asked: Asked, query = "") {
	const path = `/projects/${there.project.id}/pipeline?ref=develop${query}`;
	const { status, body } = await there.ask(null, "POST", path, asked);
	return status === 201 ? body.user.username : [status, body];
}

const header = (token: string): Asked => ({ headers: { "PRIVATE-TOKEN": token } });

/** A signed-in session of a user, as the cookie that carries it. */
function cookieOf({ make, platform }: Lab, username: string, expires_at: string | null = null): string {
	const session = platform.state.sessions.insert({
		text: `session-${username}`,
		user_id: make.userId(username),
		expires_at,
	});
	return `_service_session=${session.text}`;
}

describe("carriers", () => {
	test("AUTH-002 PRIVATE-TOKEN tells who asks, on any endpoint", async () => {
		const there = lab({ visibility: "private" });
		for (const who of ["owner", "developer"]) {
			const { status, body } = await there.ask(who, "GET", "/user");
			expect([status, body.username]).toEqual([200, who]);
			expect(await made(there, header(`${who}-token`))).toBe(who);
			expect((await there.ask(who, "GET", there.at)).status).toBe(200);
		}
	});

	test.each<[string, Asked, string?]>([
		["AUTH-003", { headers: { "private-token": "developer-token" } }],
		["AUTH-003", { headers: { "Private-Token": "developer-token" } }],
		["AUTH-003", { headers: { "PRIVATE-TOKEN": "developer-token" } }],
		["AUTH-004", { headers: { authorization: "Bearer developer-token" } }],
		["AUTH-004", { headers: { Authorization: "bearer developer-token" } }],
		["AUTH-005", {}, "&private_token=developer-token"],
		["AUTH-005", { form: { private_token: "developer-token" } }],
		["AUTH-005", {}, "&access_token=oauth-1"],
		["AUTH-005", { form: { access_token: "oauth-1" } }],
	])("%s %j %s is the developer's token", async (_claim, asked, query) => {
		const there = lab();
		there.make.token({ user_id: there.make.userId("developer"), text: "oauth-1", kind: "oauth", scopes: ["api"] });
		expect(await made(there, asked, query)).toBe("developer");
	});

	test("AUTH-006 the session cookie", async () => {
		const there = lab();
		const cookie = cookieOf(there, "developer");
		expect(await made(there, { headers: { cookie: `theme=dark; ${cookie}; x=y` } })).toBe("developer");
		expect(await made(there, { headers: { cookie: "_service_session=unknown" } })).toEqual([401, unauthorized]);
		const expired = cookieOf(there, "maintainer", "2026-01-01T00:00:00.000Z");
		expect(await made(there, { headers: { cookie: expired } })).toEqual([401, unauthorized]);
	});

	test("AUTH-007 a token goes before the cookie, even one that is not known", async () => {
		const there = lab();
		const cookie = cookieOf(there, "maintainer");
		for (const asked of [header("developer-token"), { headers: { authorization: "Bearer developer-token" } }])
			expect(await made(there, { headers: { ...asked.headers, cookie } })).toBe("developer");
		expect(await made(there, { headers: { cookie } }, "&private_token=developer-token")).toBe("developer");
		expect(await made(there, { headers: { "PRIVATE-TOKEN": "unknown", cookie } })).toEqual([401, unauthorized]);
	});
});

describe("no token, or none that counts", () => {
	test("AUTH-008, ERR-054 nobody is told to sign in", async () => {
		const { refused, at, pipeline, project } = lab();
		const { id } = pipeline();
		for (const [method, path] of [
			["POST", `/projects/${project.id}/pipeline?ref=main`],
			["POST", `${at}/${id}/retry`],
			["DELETE", `${at}/${id}`],
			["GET", "/projects/acme%2Fweb/issues/1/notes"],
			["POST", "/groups/acme/epics/501/notes?body=x"],
		] as const)
			expect(await refused(null, method, path)).toMatchObject({ status: 401, body: unauthorized, unchanged: true });
	});

	test.each(restOperations.filter(({ verb, anonymous }) => verb !== "GET" && !anonymous))(
		"AUTH-031, ERR-051 $id without credentials: 401, whatever else is wrong",
		async (row) => {
			const { ask, state } = world();
			const before = state();
			for (const address of [addressOf(row), addressOf(row, "%00nonsense"), addressOf(row).replace("acme", "nobody")])
				for (const asked of [
					{},
					{ json: { nonsense: [] } },
					{ body: "{", headers: { "content-type": "application/json" } },
				]) {
					const { status, body } = await ask(null, row.verb, address, asked);
					expect([status, body], address).toEqual([401, unauthorized]);
				}
			expect(state()).toBe(before);
		},
	);

	test.each(restOperations.filter(({ access }) => access.role !== "token"))(
		"AUTH-009, ERR-054 $id with an unknown token: 401",
		async (row) => {
			const { ask, state } = world();
			const before = state();
			const { status, body } = await ask("nobody-known", row.verb, addressOf(row));
			expect([status, body]).toEqual([401, unauthorized]);
			expect(state()).toBe(before);
		},
	);

	test.each(restOperations.filter(({ access }) => access.role === "token"))(
		"$id has a credential of its own: access tokens are not looked at",
		async (row) => {
			const { ask } = world();
			const without = await ask(null, row.verb, addressOf(row), { json: { token: "unknown" } });
			const unknown = await ask("nobody-known", row.verb, addressOf(row), { json: { token: "unknown" } });
			expect([unknown.status, unknown.body]).toEqual([without.status, without.body]);
		},
	);

	test("AUTH-010 an empty token is none", async () => {
		const there = lab();
		const { ask, at } = there;
		for (const asked of [header(""), header("  "), { headers: { authorization: "Bearer " } }]) {
			expect((await ask(null, "GET", at, asked)).status).toBe(200);
			expect(await made(there, asked)).toEqual([401, unauthorized]);
		}
	});
});

describe("tokens that counted once", () => {
	const expired = "Token is expired. You can either do re-authorization or token refresh.";
	const revoked = "Token was revoked. You have to re-authorize from the user.";

	test.each([
		["AUTH-011", { expires_at: "2026-01-01" }, expired],
		["AUTH-012", { revoked: true }, revoked],
	])("%s, AUTH-013 %j", async (_claim, given, description) => {
		const { ask, at, make, project, state } = lab();
		make.token({ user_id: make.userId("owner"), text: "old-token", ...given });
		const before = state();
		for (const [method, path] of [
			["GET", at],
			["POST", `/projects/${project.id}/pipeline?ref=main`],
		] as const) {
			const { status, body, headers } = await ask("old", method, path);
			expect(status).toBe(401);
			expect(body).toEqual({ error: "invalid_token", error_description: description });
			expect(headers.get("www-authenticate")).toMatch(/^Bearer realm="[^"]+", error="invalid_token"/);
		}
		expect(state()).toBe(before);
	});

	test("AUTH-014 valid through the day before expires_at, UTC", async () => {
		const there = lab();
		const { make, platform } = there;
		make.token({ user_id: make.userId("developer"), text: "short", expires_at: "2026-02-01" });
		platform.clock.set("2026-01-31T23:59:59.999Z");
		expect(await made(there, header("short"))).toBe("developer");
		platform.clock.set("2026-02-01T00:00:00.000Z");
		expect(await made(there, header("short"))).toEqual([401, { error: "invalid_token", error_description: expired }]);
	});
});

test.each(["blocked", "banned", "deactivated", "blocked_pending_approval"] as const)(
	"AUTH-015 the token of a %s user",
	async (state) => {
		const { ask, at, make, platform, project } = lab();
		platform.state.users.update(make.userId("developer"), { state });
		for (const [method, path] of [
			["GET", at],
			["POST", `/projects/${project.id}/pipeline?ref=develop`],
		] as const) {
			const told = await ask("developer", method, path);
			expect(told.status).toBe(403);
			expect(told.body).toEqual({ message: expect.stringMatching(/^403 Forbidden - \S/) });
		}
	},
);

test.each(["project", "group"] as const)("AUTH-017 a %s token is its bot, there and nowhere else", async (kind) => {
	const there = lab({ visibility: "private" });
	const { ask, make, project } = there;
	make.group("secret", { visibility: "private" });
	const other = make.project("secret/lab");
	const bot = make.user({ username: "bot_1", kind: kind === "project" ? "project_bot" : "group_bot" });
	make.member("bot_1", kind === "project" ? project.full_path : "acme", "developer");
	make.token({ user_id: bot.id, text: "place-token", kind, scopes: ["api"] });
	expect(await made(there, header("place-token"))).toBe("bot_1");
	// Its level is the token's.
	expect((await ask("place", "POST", `/projects/${project.id}/pipeline?ref=main`)).status).toBe(400);
	expect((await ask("place", "DELETE", `/projects/${project.id}/pipelines/${there.pipeline().id}`)).status).toBe(403);
	expect((await ask("place", "GET", `/projects/${other.id}/pipelines`)).status).toBe(404);
	expect((await ask("place", "POST", `/projects/acme%2Fweb/pipeline?ref=develop`)).status).toBe(
		kind === "group" ? 201 : 403,
	);
});

test.each(["/issues/2/notes", "/snippets/401/notes", "/merge_requests/1/notes"])(
	"AUTH-066, AUTH-067 created_at counts for owners and administrators, and is ignored from others: %s",
	async (path) => {
		const { ask } = world();
		const then = "2025-06-01T12:00:00.000Z";
		const write = async (who: string) => {
			const { status, body } = await ask(who, "POST", `/projects/acme%2Fweb${path}`, {
				json: { body: "Hello", created_at: then },
			});
			const read = await ask(who, "GET", `/projects/acme%2Fweb${path}/${body.id}`);
			expect([status, read.body]).toEqual([201, body]);
			return body.created_at;
		};
		for (const who of ["owner", "root"]) expect(await write(who), who).toBe(then);
		for (const who of ["maintainer", "developer", "reporter"])
			expect(await write(who), who).toBe("2026-01-05T09:30:00.000Z");
	},
);
