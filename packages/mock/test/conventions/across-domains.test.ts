import { expect, test } from "vitest";
import { world } from "../support/world";

const date = /^\d{4}-\d{2}-\d{2}$/;

test("CONV-030 dates have no time part", async () => {
	const { ask } = world();
	const tokens = await ask("owner", "GET", "/groups/acme/manage/personal_access_tokens?per_page=100");
	const expiring = tokens.body.filter((one: { expires_at: string | null }) => one.expires_at !== null);
	expect(expiring.length).toBeGreaterThan(0);
	for (const one of expiring) expect(one.expires_at).toMatch(date);
	const users = await ask("root", "GET", "/users?per_page=100");
	const active = users.body.filter((one: { last_activity_on: string | null }) => one.last_activity_on !== null);
	expect(active.length).toBeGreaterThan(0);
	for (const one of active) expect(one.last_activity_on).toMatch(date);
});

test("CONV-039 a list is read from name[] in query and form, and from a JSON array", async () => {
	const { ask, platform } = world();
	const acme = platform.state.group("acme")?.id ?? 0;
	const partners = platform.state.group("partners")?.id ?? 0;
	const all = await ask("root", "GET", "/groups?per_page=100");
	const less = await ask("root", "GET", `/groups?per_page=100&skip_groups[]=${acme}&skip_groups[]=${partners}`);
	const ids = (body: { id: number }[]) => body.map((one) => one.id);
	expect(ids(less.body)).toEqual(ids(all.body).filter((id) => id !== acme && id !== partners));
	const [runner] = (await ask("root", "GET", "/runners/all")).body;
	const form: [string, string][] = [
		["tag_list[]", "a"],
		["tag_list[]", "b"],
	];
	expect((await ask("root", "PUT", `/runners/${runner.id}`, { form })).body.tag_list).toEqual(["a", "b"]);
	const json = { tag_list: ["c", "d"] };
	expect((await ask("root", "PUT", `/runners/${runner.id}`, { json })).body.tag_list).toEqual(["c", "d"]);
});

test("CONV-095 a parameter of a paid plan has no effect below it, and its field is not told there", async () => {
	const { ask, platform } = world({ tier: "free" });
	const free = await ask("owner", "PUT", "/groups/acme", { json: { membership_lock: true, description: "new" } });
	expect(free.status).toBe(200);
	expect(free.body.description).toBe("new");
	expect(free.body).not.toHaveProperty("membership_lock");
	platform.settings.tier = "premium";
	expect((await ask("owner", "GET", "/groups/acme")).body.membership_lock).toBe(false);
	const paid = await ask("owner", "PUT", "/groups/acme", { json: { membership_lock: true } });
	expect(paid.body.membership_lock).toBe(true);
});

test("CONV-096 an operation of the other offering is not there; `any` gates nothing; all runners keep their own rule", async () => {
	const hosted = "/groups/acme/manage/personal_access_tokens";
	const managed = "/groups/acme/ldap_sync";
	for (const [offering, tokens, sync] of [
		["any", 200, 202],
		["hosted", 200, 404],
		["self-managed", 404, 202],
	] as const) {
		const { ask } = world({ offering });
		expect((await ask("owner", "GET", hosted)).status).toBe(tokens);
		expect((await ask("owner", "POST", managed)).status).toBe(sync);
		expect((await ask("root", "GET", "/runners/all")).status).toBe(200);
	}
});

test("CONV-127 a deprecated name alone does what its replacement does", async () => {
	const { ask } = world();
	const [runner] = (await ask("root", "GET", "/runners/all")).body;
	const old = await ask("root", "PUT", `/runners/${runner.id}`, { json: { active: false } });
	expect(old.body).toMatchObject({ active: false, paused: true });
	const now = await ask("root", "PUT", `/runners/${runner.id}`, { json: { paused: false } });
	expect(now.body).toMatchObject({ active: true, paused: false });
	const disabled = await ask("owner", "PUT", "/groups/acme", { json: { emails_disabled: true } });
	expect(disabled.body).toMatchObject({ emails_disabled: true, emails_enabled: false });
	const enabled = await ask("owner", "PUT", "/groups/acme", { json: { emails_enabled: true } });
	expect(enabled.body).toMatchObject({ emails_disabled: false, emails_enabled: true });
	const note = { json: { body: "For us", confidential: true } };
	const written = await ask("reporter", "POST", "/projects/acme%2Fweb/issues/1/notes", note);
	expect(written.body).toMatchObject({ confidential: true, internal: true });
});

test("CONV-135, CONV-137 what is behind a flag, or of a later release, is not there", async () => {
	const revoke = { json: { token: "nothing" } };
	const path = "/groups/acme/tokens/revoke";
	expect((await world().ask("owner", "POST", path, revoke)).status).toBe(422);
	expect((await world({ release: "17.1" }).ask("owner", "POST", path, revoke)).status).toBe(404);
	const off = world({ flags: { group_token_revocation: false, group_step_up_authentication: false } });
	expect((await off.ask("owner", "POST", path, revoke)).status).toBe(404);
	const json = { step_up_auth_required_oauth_provider: "no-such-provider" };
	// With the flag the provider is checked; without it the parameter is as unknown as any other.
	expect((await world().ask("owner", "PUT", "/groups/acme", { json })).status).toBe(400);
	const ignored = await off.ask("owner", "PUT", "/groups/acme", { json });
	expect(ignored.status).toBe(200);
	expect(ignored.body).not.toHaveProperty("step_up_auth_required_oauth_provider");
});

test.each([
	["/projects/acme%2Fweb/pipelines", 200],
	["/projects/acme%2Fweb/releases/v1.0/assets/links", 200],
	["/groups", 200],
	["/groups/acme/subgroups", 200],
	["/groups/acme/projects", 200],
	["/projects/acme%2Fweb/issues/1/notes", 401],
	["/groups/acme/epics/501/notes", 401],
])("AUTH-026 anonymous GET %s of something public: %i", async (path, status) => {
	const answer = await world().ask(null, "GET", path);
	expect(answer.status).toBe(status);
});

test("AUTH-050 scope api makes a runner, read_api alone does not", async () => {
	const { ask, make, state } = world();
	const user_id = make.userId("root");
	make.token({ user_id, text: "only-api-token", scopes: ["api"] });
	const before = state();
	const json = { runner_type: "instance_type" };
	const refused = await ask("root-read", "POST", "/user/runners", { json });
	expect(refused.status).toBe(403);
	expect(refused.body).toMatchObject({ error: "insufficient_scope" });
	expect(refused.body.scope.split(" ")).toContain("create_runner");
	expect(state()).toBe(before);
	expect((await ask("only-api", "POST", "/user/runners", { json })).status).toBe(201);
});

test("ERR-046 none of the fields of which one is needed: all are named", async () => {
	const { ask, state } = world();
	const links = "/projects/acme%2Fweb/releases/v1.0/assets/links";
	const [link] = (await ask("maintainer", "GET", links)).body;
	const before = state();
	const answer = await ask("maintainer", "PUT", `${links}/${link.id}`, { json: { link_type: "image" } });
	expect(answer.status).toBe(400);
	expect(answer.body).toEqual({ error: "name, url are missing, at least one parameter must be provided" });
	expect(state()).toBe(before);
});

test.each([
	["root", "GET", "/projects/acme%2Fnothing/pipelines", "404 Project Not Found"],
	["root", "GET", "/groups/nothing", "404 Group Not Found"],
	["root", "GET", "/users/999999", "404 User Not Found"],
	["root", "DELETE", "/users/4/identities/nothing", "404 Identity Not Found"],
	["owner", "GET", "/groups/acme%2Fbackend%2Fapi%2Fcore/avatar", "404 Avatar Not Found"],
])("ERR-056 %s %s %s names what is missing", async (who, method, path, message) => {
	const answer = await world().ask(who, method, path);
	expect(answer.status).toBe(404);
	expect(answer.body).toEqual({ message });
});

test.each([
	["/projects/acme%2Fweb/pipelines/999999"],
	["/projects/acme%2Fweb/issues/1/notes/999999"],
	["/projects/acme%2Fweb/issues/999999/notes"],
	["/runners/999999"],
	["/projects/acme%2Fweb/releases/v1.0/assets/links/999999"],
])("ERR-057 a record that is missing in what was found: GET %s", async (path) => {
	const answer = await world().ask("root", "GET", path);
	expect(answer.status).toBe(404);
	expect(answer.body).toEqual({ message: "404 Not found" });
});
