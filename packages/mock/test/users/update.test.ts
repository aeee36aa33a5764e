import { describe, expect, test } from "vitest";
import { adminFields, form, listFields, paidFields, profileFields, type Scene, scene } from "./scene";

/** Changes the developer, as the administrator. */
const put = ({ ask, user }: Scene, json: object) => ask("root", "PUT", `/users/${user("developer").id}`, { json });
const get = async ({ ask, user }: Scene) => (await ask("root", "GET", `/users/${user("developer").id}`)).body;

describe("one field at a time", () => {
	const derived: { readonly [name: string]: readonly string[] } = { organization: ["work_information"] };
	test.each<[string, string, unknown]>([
		["USER-438", "name", "Dana Else"],
		["USER-439", "bio", "Changed."],
		["USER-440", "can_create_group", false],
		["USER-441", "color_scheme_id", 2],
		["USER-442", "external", true],
		["USER-443", "professional_network", "dana"],
		["USER-444", "location", "Oslo"],
		["USER-445", "note", "Careful."],
		["USER-446", "organization", "Acme"],
		["USER-447", "private_profile", true],
		["USER-448", "projects_limit", 3],
		["USER-449", "pronouns", "they/them"],
		["USER-450", "theme_id", 2],
		["USER-451", "microblog", "@dana"],
		["USER-452", "chat_account", "dana#2"],
		["USER-453", "code_host", "dana"],
		["USER-454", "website_url", "https://dana.example.com"],
	])("%s %s alone changes", async (_claim, name, value) => {
		const made = scene();
		const before = await get(made);
		expect(before[name]).not.toEqual(value);
		expect((await put(made, { [name]: value })).status).toBe(200);
		const after = await get(made);
		const expected = { ...before, [name]: value };
		for (const also of derived[name] ?? []) expected[also] = after[also];
		expect(after).toEqual(expected);
	});

	test("USER-473 the answer is the administrators' view, with the new values", async () => {
		const made = scene();
		const { status, body } = await put(made, { name: "Dana Else", note: "New." });
		expect(status).toBe(200);
		expect(Object.keys(body).sort()).toEqual([...listFields, ...profileFields, ...adminFields, ...paidFields].sort());
		expect(body).toMatchObject({ name: "Dana Else", note: "New." });
		expect(await get(made)).toMatchObject(body);
	});

	test("USER-456 nothing sent, nothing changed", async () => {
		const made = scene();
		const before = made.state();
		const { status, body } = await put(made, {});
		expect(status).toBe(200);
		expect(await get(made)).toMatchObject(body);
		expect((await made.ask("root", "PUT", `/users/${made.user("developer").id}`)).status).toBe(200);
		expect(made.state()).toBe(before);
	});

	test("USER-169 the state is not set here", async () => {
		const made = scene();
		for (const state of ["blocked", "deactivated"]) {
			const { status, body } = await put(made, { state });
			expect([status, body.state]).toEqual([200, "active"]);
		}
	});

	test("USER-455 administrators are made and unmade", async () => {
		const made = scene();
		const { ask, user } = made;
		const open = async () => (await ask("developer", "GET", `/users/${user("guest").id}/memberships`)).status;
		expect(await open()).toBe(403);
		expect((await put(made, { admin: true })).body.is_admin).toBe(true);
		expect(await open()).toBe(200);
		expect((await put(made, { admin: false })).body.is_admin).toBe(false);
		expect(await open()).toBe(403);
	});

	test.each(["", null])("USER-457 bio %j empties it", async (bio) => {
		const made = scene();
		await put(made, { bio: "Words." });
		expect((await get(made)).bio).toBe("Words.");
		expect((await put(made, { bio })).body.bio).toBe("");
	});

	test("USER-458 an empty organization takes it away", async () => {
		const made = scene();
		await put(made, { organization: "Acme" });
		const { status, body } = await put(made, { organization: "" });
		expect(status).toBe(200);
		expect(body.organization || null).toBeNull();
		expect(body.work_information).toBeNull();
	});

	test("USER-482 a private profile hides from others when the user came, and who follows", async () => {
		const made = scene();
		const seen = async () => Object.keys((await made.ask("guest", "GET", `/users/${made.user("developer").id}`)).body);
		expect(await seen()).toEqual(expect.arrayContaining(["created_at", "followers"]));
		await put(made, { private_profile: true });
		for (const key of ["created_at", "followers"]) expect(await seen()).not.toContain(key);
	});

	test("USER-483 a new username: found by it, and no longer by the old one", async () => {
		const made = scene();
		const { body } = await put(made, { username: "dana" });
		expect([body.username, body.web_url]).toEqual(["dana", "http://tenon.test/dana"]);
		expect(await made.names("guest", "username=dana")).toEqual(["dana"]);
		expect(await made.names("guest", "username=developer")).toEqual([]);
		expect((await made.ask(null, "GET", "/users/dana/status")).status).toBe(200);
		expect((await made.ask(null, "GET", "/users/developer/status")).status).toBe(404);
	});

	test("USER-483 one's own username, in other letters, is not taken", async () => {
		const made = scene();
		for (const username of ["developer", "Developer"]) {
			const { status, body } = await put(made, { username });
			expect([status, body.username]).toEqual([200, username]);
		}
	});

	test("USER-475 view_diffs_file_by_file is one of the user's preferences", async () => {
		const made = scene();
		await put(made, { view_diffs_file_by_file: true });
		const { body } = await made.ask("developer", "GET", "/user/preferences");
		expect([body.view_diffs_file_by_file, body.show_whitespace_in_diffs]).toEqual([true, true]);
	});

	test("USER-474 a picture, of 200 KiB at most: above that 404, and the old one stays", async () => {
		const made = scene();
		const path = `/users/${made.user("developer").id}`;
		const { status, body } = await made.ask("root", "PUT", path, { body: form("new.png", 10) });
		expect(status).toBe(200);
		expect(body.avatar_url).toMatch(/\/new\.png$/);
		const told = await made.refused("root", "PUT", path, { body: form("big.png", 204_801) });
		expect(told).toMatchObject({ status: 404, unchanged: true });
		expect((await get(made)).avatar_url).toBe(body.avatar_url);
	});
});

describe("plans", () => {
	test("USER-479 auditors on Premium and Ultimate; on Free 404", async () => {
		for (const tier of ["premium", "ultimate"] as const)
			expect((await put(scene({ tier }), { auditor: true })).body.is_auditor).toBe(true);
		const { refused, user } = scene({ tier: "free" });
		const told = await refused("root", "PUT", `/users/${user("developer").id}`, { json: { auditor: true } });
		expect(told).toMatchObject({ status: 404, unchanged: true });
	});

	test("USER-480 limits of compute minutes", async () => {
		for (const tier of ["premium", "ultimate"] as const) {
			const given = { shared_runners_minutes_limit: 133, extra_shared_runners_minutes_limit: 20 };
			const made = scene({ tier });
			expect((await put(made, given)).body).toMatchObject(given);
			expect(await get(made)).toMatchObject(given);
		}
	});
});

describe("identities", () => {
	test("USER-472 replaces the one of that provider, or adds one", async () => {
		const made = scene();
		await put(made, { provider: "ldapmain", extern_uid: "a" });
		await put(made, { provider: "forge", extern_uid: "b" });
		const before = made.platform.state.identities.in("user", made.user("developer").id).length;
		const { identities } = (await put(made, { provider: "ldapmain", extern_uid: "c" })).body;
		expect(identities).toHaveLength(before);
		expect(identities).toContainEqual({ provider: "ldapmain", extern_uid: "c" });
		expect(identities).toContainEqual({ provider: "forge", extern_uid: "b" });
	});

	test("USER-472, USER-689 each group's single sign-on is one of its own", async () => {
		const made = scene();
		const [one, other] = [31, 32].map((saml_provider_id) =>
			made.make.group(`sso-${saml_provider_id}`, { saml_provider_id }),
		);
		const signOn = { provider: "group_saml", extern_uid: "dana" };
		const path = `/users/${made.user("developer").id}/identities/group_saml`;
		// The demo's.
		expect((await made.ask("root", "DELETE", path)).status).toBe(204);
		await put(made, { ...signOn, group_id_for_saml: one?.id });
		const { identities } = (await put(made, { ...signOn, group_id_for_saml: other?.id })).body;
		expect(identities).toEqual([
			{ ...signOn, saml_provider_id: 31 },
			{ ...signOn, saml_provider_id: 32 },
		]);
		// Two groups may call different people by the same name, but no group two.
		const give = (group_id_for_saml: number | undefined) =>
			made.refused("root", "PUT", `/users/${made.user("guest").id}`, { json: { ...signOn, group_id_for_saml } });
		expect(await give(one?.id)).toMatchObject({ status: 404, unchanged: true });
		const third = made.make.group("sso-33", { saml_provider_id: 33 });
		expect((await give(third.id)).body.identities).toContainEqual({ ...signOn, saml_provider_id: 33 });
		expect((await made.ask("root", "DELETE", path)).status).toBe(204);
		expect((await get(made)).identities).toEqual([]);
		expect((await made.ask("root", "DELETE", path)).status).toBe(404);
	});
});

describe("passwords", () => {
	test("USER-459 one that is set for somebody else has to be changed first", async () => {
		const made = scene();
		expect((await made.ask("developer", "GET", "/user")).status).toBe(200);
		expect((await put(made, { password: "correct-horse" })).status).toBe(200);
		const { status, body } = await made.ask("developer", "GET", "/user");
		expect(status).toBe(403);
		expect(body.message).toMatch(/^403 Forbidden - Your password expired/);
	});

	test("USER-460 one's own has not", async () => {
		const { ask, user } = scene();
		const path = `/users/${user("root").id}`;
		expect((await ask("root", "PUT", path, { json: { password: "correct-horse" } })).status).toBe(200);
		expect((await ask("root", "GET", "/user")).status).toBe(200);
	});
});

describe("addresses", () => {
	test("USER-462 a confirmed secondary address becomes the primary one at once", async () => {
		const made = scene();
		const { status, body } = await put(made, { email: "dana@home.example.com" });
		expect([status, body.email, body.commit_email]).toEqual([200, "dana@home.example.com", "dana@home.example.com"]);
		expect(await made.names("root", "search=developer@example.com")).toEqual(["developer"]);
		expect((await put(made, { email: "developer@example.com" })).body.email).toBe("developer@example.com");
	});

	test("USER-471 an unconfirmed one waits, unless it is to be taken as confirmed", async () => {
		const made = scene();
		const email = "dana@new.example.com";
		expect((await put(made, { email })).body.email).toBe("developer@example.com");
		expect((await get(made)).email).toBe("developer@example.com");
		expect((await put(made, { email, skip_reconfirmation: true })).body.email).toBe(email);
	});

	test("USER-476 a verified address may be shown, and hidden again", async () => {
		const made = scene();
		for (const public_email of ["dana@home.example.com", "developer@example.com"]) {
			const { status, body } = await put(made, { public_email });
			expect([status, body.public_email]).toEqual([200, public_email]);
		}
		const { status, body } = await put(made, { public_email: "" });
		expect([status, body.public_email || null]).toEqual([200, null]);
	});

	test("USER-477 commits may carry a verified address", async () => {
		const made = scene();
		const { status, body } = await put(made, { commit_email: "dana@home.example.com" });
		expect([status, body.commit_email]).toEqual([200, "dana@home.example.com"]);
		expect((await get(made)).commit_email).toBe("dana@home.example.com");
	});

	test("USER-461, USER-478 or a generated one", async () => {
		const made = scene();
		const { status, body } = await put(made, { commit_email: "_private" });
		expect(status).toBe(200);
		expect(body.commit_email).toBe(`${made.user("developer").id}-developer@users.noreply.tenon.test`);
	});
});
