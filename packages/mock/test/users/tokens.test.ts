import { describe, expect, test } from "vitest";
import { restOperations } from "../support/operations";
import type { Asked } from "../support/world";
import { form, scene } from "./scene";

const rows = restOperations.filter(({ domain }) => domain === "users");
const addressOf = (path: string, id: number): string =>
	path.replace("{id}", String(id)).replace("{id_or_username}", "careful").replace("{provider}", "ldapmain");
const reads = rows.filter(({ verb }) => verb === "GET");
const writes = rows.filter(({ verb }) => verb !== "GET");

/** What each write is sent, so that it succeeds for the administrator. */
const bodies: { readonly [id: string]: () => Asked } = {
	createUser: () => ({ json: { username: "n", name: "N", email: "n@example.com", reset_password: true } }),
	updateUserPreferences: () => ({
		json: { view_diffs_file_by_file: true, show_whitespace_in_diffs: true, pass_user_identities_to_ci_jwt: true },
	}),
	setUserAvatar: () => ({ body: form("a.png", 10) }),
	createUserRunner: () => ({ json: { runner_type: "instance_type" } }),
};

test("USER-712, USER-716, USER-717 these are all the operations", () => {
	expect([reads.length, writes.length]).toEqual([12, 12]);
});

test.each(rows)("USER-712 the header PRIVATE-TOKEN authenticates: $id", async ({ id, verb, path }) => {
	const { ask, user } = scene();
	for (const who of ["careful", "root"]) await ask(who, "POST", "/user/support_pin");
	const { status } = await ask("root", verb, addressOf(path, user("careful").id), bodies[id]?.());
	expect(status).toBeLessThan(300);
});

test.each(rows)("USER-713, USER-714 an unknown, revoked or expired token: 401 $id", async ({ id, verb, path }) => {
	const { make, refused, user } = scene();
	const root = user("root").id;
	make.token({ user_id: root, text: "revoked-token", revoked: true });
	make.token({ user_id: root, text: "expired-token", expires_at: "2026-01-01" });
	const at = addressOf(path, user("careful").id);
	const unknown = await refused("nobody", verb, at, bodies[id]?.());
	expect(unknown).toMatchObject({ status: 401, unchanged: true });
	expect(unknown.body).toEqual({ message: "401 Unauthorized" });
	for (const who of ["revoked", "expired"]) {
		const told = await refused(who, verb, at, bodies[id]?.());
		expect(told).toMatchObject({ status: 401, unchanged: true });
		expect(told.body).toMatchObject({ error: "invalid_token", error_description: expect.stringContaining(who) });
	}
});

test("USER-715 the token of a blocked user: 403", async () => {
	const { refused } = scene();
	for (const path of ["/user", "/users", "/users?username=guest", "/users/guest/status"]) {
		const told = await refused("leaver", "GET", path);
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body.message).toMatch(/^403 Forbidden - .*blocked/);
	}
});

describe("scopes", () => {
	test.each(reads)("USER-716, USER-717 read_user and read_api read: $id", async ({ path }) => {
		const { ask, make, user } = scene();
		for (const who of ["careful", "root"]) await ask(who, "POST", "/user/support_pin");
		for (const scope of ["read_user", "read_api"]) {
			make.token({ user_id: user("root").id, text: `${scope}-token`, scopes: [scope] });
			expect((await ask(scope, "GET", addressOf(path, user("careful").id))).status).toBe(200);
		}
	});

	test.each(writes)("USER-716, USER-717 and do not write: $id", async ({ id, verb, path }) => {
		const { make, refused, user } = scene();
		for (const scope of ["read_user", "read_api"]) {
			make.token({ user_id: user("root").id, text: `${scope}-token`, scopes: [scope] });
			const told = await refused(scope, verb, addressOf(path, user("careful").id), bodies[id]?.());
			expect(told).toMatchObject({ status: 403, unchanged: true });
			expect(told.body.error).toBe("insufficient_scope");
		}
	});
});

describe("parameters", () => {
	const fields = rows.filter(({ verb, body }) => verb !== "GET" && body?.types.includes("application/json"));
	test.each(fields)("USER-718 JSON that is none: 400 $id", async ({ verb, path }) => {
		const { refused, user } = scene();
		const told = await refused("root", verb, addressOf(path, user("careful").id), {
			body: '{"name": ',
			headers: { "content-type": "application/json" },
		});
		expect(told).toMatchObject({ status: 400, unchanged: true });
	});

	const asFields = { username: "n", name: "N", email: "n@example.com", reset_password: "true", external: "1" };
	const multipart = () => {
		const data = new FormData();
		for (const [name, value] of Object.entries(asFields)) data.set(name, value);
		return data;
	};
	test.each<[string, string, () => Asked]>([
		["query", `?${new URLSearchParams(asFields)}`, () => ({})],
		["form", "", () => ({ form: asFields })],
		["multipart form", "", () => ({ body: multipart() })],
		["JSON, as text", "", () => ({ json: asFields })],
		["JSON", "", () => ({ json: { ...asFields, reset_password: true, external: true } })],
	])("USER-719, USER-720 by %s", async (_way, query, asked) => {
		const { ask } = scene();
		const { status, body } = await ask("root", "POST", `/users${query}`, asked());
		expect([status, body.username, body.external]).toEqual([201, "n", true]);
	});

	test.each([
		["true", true],
		["1", true],
		["false", false],
		["0", false],
	])("USER-719 %s is a truth value", async (text, value) => {
		const { ask } = scene();
		const others = { show_whitespace_in_diffs: "1", pass_user_identities_to_ci_jwt: "0" };
		for (const asked of [
			{ form: { ...others, view_diffs_file_by_file: text } },
			{ json: { ...others, view_diffs_file_by_file: text } },
		]) {
			const { status, body } = await ask("guest", "PUT", "/user/preferences", asked);
			expect([status, body.view_diffs_file_by_file]).toEqual([200, value]);
		}
	});
});

test.each([
	["POST", "/user", ["GET"]],
	["DELETE", "/user/status", ["GET", "PUT", "PATCH"]],
	["PATCH", "/users", ["GET", "POST"]],
	["PUT", "/user/activities", ["GET"]],
	["GET", "/user/avatar", ["PUT"]],
])("USER-721 %s %s: 405, with the verbs that there are", async (method, path, verbs) => {
	const { status, body, headers } = await scene().ask("root", method, path);
	expect([status, body]).toEqual([405, { error: "405 Not Allowed" }]);
	const allow = (headers.get("allow") ?? "").split(", ");
	for (const verb of verbs) expect(allow).toContain(verb);
	expect(allow).not.toContain(method);
});
