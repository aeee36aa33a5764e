import { describe, expect, test } from "vitest";
import { adminFields, form, listFields, paidFields, profileFields, type Scene, scene } from "./scene";

const base = { username: "nora", name: "Nora New", email: "nora@example.com", password: "correct-horse" };

/** Makes a user as the administrator. */
const post = ({ ask }: Scene, given: object = {}) => ask("root", "POST", "/users", { json: { ...base, ...given } });
const get = ({ ask }: Scene, id: number) => ask("root", "GET", `/users/${id}`);

describe("what comes back", () => {
	test("USER-307, USER-323 201 with the administrators' view, which GET then shows, too", async () => {
		const made = scene();
		const { status, body } = await post(made);
		expect(status).toBe(201);
		expect(Object.keys(body).sort()).toEqual([...listFields, ...profileFields, ...adminFields, ...paidFields].sort());
		expect([body.username, body.name, body.email]).toEqual(["nora", "Nora New", "nora@example.com"]);
		const shown = (await get(made, body.id)).body;
		expect(shown).toMatchObject(body);
		expect(await made.names("guest", "username=nora")).toEqual(["nora"]);
	});

	test("USER-170 the account is active", async () => {
		const { body } = await post(scene());
		expect(body.state).toBe("active");
	});

	test("USER-402 it has a namespace of its own", async () => {
		const made = scene();
		const { body } = await post(made);
		const other = await post(made, { username: "n2", email: "n2@example.com" });
		expect(Number.isInteger(body.namespace_id)).toBe(true);
		expect(body.namespace_id).toBeGreaterThan(0);
		expect(other.body.namespace_id).not.toBe(body.namespace_id);
	});

	test("USER-091, USER-092 created_by: the administrator who made it; null for who signed up", async () => {
		const made = scene();
		const { body } = await post(made);
		const [root] = (await made.ask("guest", "GET", "/users?username=root")).body;
		expect(body.created_by).toEqual(root);
		expect((await get(made, body.id)).body.created_by).toEqual(root);
		expect((await get(made, made.user("developer").id)).body.created_by).toBeNull();
	});

	test("USER-322 no word of passwords", async () => {
		const made = scene();
		const { body } = await post(made, { force_random_password: true, reset_password: true });
		for (const name of ["password", "force_random_password", "reset_password"]) expect(body).not.toHaveProperty(name);
		expect(JSON.stringify(body)).not.toContain(base.password);
	});
});

describe("fields", () => {
	test.each<[string, string, unknown, string?]>([
		["USER-325", "admin", true, "is_admin"],
		["USER-329", "bio", "Likes tests."],
		["USER-331", "can_create_group", false],
		["USER-333", "color_scheme_id", 3],
		["USER-336", "external", true],
		["USER-338", "professional_network", "nora-n"],
		["USER-340", "location", "Oslo"],
		["USER-342", "note", "Starts in May."],
		["USER-344", "organization", "Acme"],
		["USER-346", "private_profile", true],
		["USER-348", "projects_limit", 7],
		["USER-350", "pronouns", "she/her"],
		["USER-353", "theme_id", 4],
		["USER-355", "microblog", "@nora"],
		["USER-357", "chat_account", "nora#1"],
		["USER-359", "code_host", "nora-n"],
		["USER-361", "website_url", "https://nora.example.com"],
	])("%s %s comes back", async (_claim, name, value, shown = name) => {
		const made = scene();
		const plain = await post(made);
		expect(plain.body[shown]).not.toEqual(value);
		const { status, body } = await post(made, { username: "n2", email: "n2@example.com", [name]: value });
		expect([status, body[shown]]).toEqual([201, value]);
		expect((await get(made, body.id)).body[shown]).toEqual(value);
	});

	test("USER-379..381, USER-384 what they are when not sent", async () => {
		const { body } = await post(scene({ tier: "premium" }));
		expect([body.is_admin, body.external, body.is_auditor, body.bio]).toEqual([false, false, false, ""]);
	});

	test.each([
		["USER-385", {}],
		["USER-386", { private_profile: null }],
	])("%s private_profile takes the installation's setting with %j", async (_claim, given) => {
		for (const privateProfiles of [undefined, false, true]) {
			const made = scene(privateProfiles === undefined ? {} : { privateProfiles });
			expect((await post(made, given)).body.private_profile).toBe(privateProfiles ?? false);
		}
	});

	test.each([null, 0, 133])("USER-370 shared_runners_minutes_limit %s comes back", async (limit) => {
		for (const tier of ["premium", "ultimate"] as const) {
			const made = scene({ tier });
			const { body } = await post(made, { shared_runners_minutes_limit: limit });
			expect(body.shared_runners_minutes_limit).toBe(limit);
			expect((await get(made, body.id)).body.shared_runners_minutes_limit).toBe(limit);
		}
	});

	test("USER-378 view_diffs_file_by_file is one of the user's preferences", async () => {
		const made = scene();
		const { body } = await post(made, { view_diffs_file_by_file: true });
		made.make.token({ user_id: body.id, text: "nora-token" });
		expect((await made.ask("nora", "GET", "/user/preferences")).body.view_diffs_file_by_file).toBe(true);
	});

	test("USER-387 a picture of 200 KiB at most", async () => {
		const { ask, refused } = scene();
		const fields = { username: "nora", name: "Nora", email: "nora@example.com", password: "correct-horse" };
		const told = await refused("root", "POST", "/users", { body: form("face.png", 204_801, fields) });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		const { status, body } = await ask("root", "POST", "/users", { body: form("face.png", 204_800, fields) });
		expect(status).toBe(201);
		expect(body.avatar_url).toMatch(/^http:\/\/tenon\.test\/.*\/face\.png$/);
	});
});

describe("addresses", () => {
	test("USER-374 the address is confirmed at once with skip_confirmation, and not without", async () => {
		const made = scene();
		expect((await post(made)).body.confirmed_at).toBeNull();
		const { body } = await post(made, { username: "n2", email: "n2@example.com", skip_confirmation: true });
		expect(body.confirmed_at).toBe(made.platform.clock.iso());
	});

	test("USER-376 it may be shown once it is confirmed", async () => {
		const made = scene();
		const own = { public_email: base.email };
		expect((await post(made, own)).status).toBe(400);
		const { status, body } = await post(made, { ...own, skip_confirmation: true });
		expect([status, body.public_email]).toEqual([201, base.email]);
	});

	test("USER-377 commits carry it unless told otherwise", async () => {
		const { body } = await post(scene());
		expect(body.commit_email).toBe(base.email);
	});
});

describe("identities", () => {
	test("USER-364 provider with extern_uid", async () => {
		const made = scene();
		const { body } = await post(made, { provider: "ldapmain", extern_uid: "uid=nora" });
		expect(body.identities).toEqual([{ provider: "ldapmain", extern_uid: "uid=nora" }]);
		expect(await made.names("root", "provider=ldapmain&extern_uid=uid%3Dnora")).toEqual(["nora"]);
	});

	test("USER-367 with a group's single sign-on also its number", async () => {
		const made = scene({ tier: "premium" });
		const group = made.make.group("single", { saml_provider_id: 31 });
		const { body } = await post(made, { provider: "group_saml", extern_uid: "nora", group_id_for_saml: group.id });
		expect(body.identities).toEqual([{ provider: "group_saml", extern_uid: "nora", saml_provider_id: 31 }]);
	});
});

describe("passwords", () => {
	const { password: _password, ...without } = base;

	test.each([
		["USER-317", { force_random_password: true }],
		["USER-318", { reset_password: true }],
		["USER-321", { force_random_password: true, reset_password: true }],
		["USER-319", { force_random_password: true, password: "short" }],
		["USER-319", { force_random_password: true, password: "password" }],
		["USER-320", { reset_password: true, password: "short" }],
		["USER-391", { password: "abcdefgh" }],
	])("%s %j: 201", async (_claim, given) => {
		const { ask, names } = scene();
		expect((await ask("root", "POST", "/users", { json: { ...without, ...given } })).status).toBe(201);
		expect(await names("guest", "username=nora")).toEqual(["nora"]);
	});

	test.each([
		["USER-391", "abcdefg", ["is too short (minimum is 8 characters)"]],
		["USER-392", "password", ["must not contain commonly used combinations of words and letters"]],
		["USER-392", "PassWord", ["must not contain commonly used combinations of words and letters"]],
		["USER-319", "short", ["is too short (minimum is 8 characters)"]],
	])("%s %s: 400", async (_claim, password, texts) => {
		const { refused } = scene();
		const told = await refused("root", "POST", "/users", { json: { ...base, password } });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: { password: texts } });
	});
});
