import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { administratorFields, listFields } from "./fields";
import { isListed } from "./listed";
import { person, recordOf } from "./person";
import { avatar } from "./picture";

/** What is sent comes back: the claim, the parameter, a value, and the field that shows it. */
const echoed: readonly (readonly [claim: string, name: string, value: unknown, shown?: string])[] = [
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
];

/** What is so when nothing is said. */
const defaults: readonly (readonly [claim: string, expected: Params])[] = [
	["USER-379", { is_admin: false }],
	["USER-380", { external: false }],
	["USER-384", { bio: "" }],
];

/** Ways to be made without a password that is one's own to choose. */
const passwords: readonly (readonly [claim: string, given: Params])[] = [
	["USER-317", { force_random_password: true, password: undefined }],
	["USER-318", { reset_password: true, password: undefined }],
	["USER-319", { force_random_password: true, password: "short" }],
	["USER-320", { reset_password: true, password: "short" }],
	["USER-321", { force_random_password: true, reset_password: true, password: undefined }],
];

/** A limit must come back as it was sent. */
async function limited(t: Trial, shared_runners_minutes_limit: number | null): Promise<void> {
	const { id, made } = await person(t, { shared_runners_minutes_limit });
	for (const answer of [made, await recordOf(t, id)]) answer.has({ shared_runners_minutes_limit });
}

export const userCreation: readonly Check[] = [
	...echoed.map(([claim, name, value, shown = name]) =>
		check(claim, async (t) => {
			const { id, made } = await person(t, { [name]: value });
			made.has({ [shown]: value });
			(await recordOf(t, id)).has({ [shown]: value });
		}),
	),
	...defaults.map(([claim, expected]) =>
		check(claim, async (t) => {
			const { id, made } = await person(t);
			made.has(expected);
			(await recordOf(t, id)).has(expected);
		}),
	),
	check(
		"USER-381",
		async (t) => {
			(await recordOf(t, (await person(t)).id)).has({ is_auditor: false });
		},
		{ tier: "premium" },
	),
	...passwords.map(([claim, given]) =>
		check(claim, async (t) => {
			const { id, username } = await person(t, given);
			(await recordOf(t, id)).has({ username });
		}),
	),
	check("USER-092", async (t) => {
		const { id, made } = await person(t);
		const username = t.user("administrator").username;
		const [maker] = (await t.as("outsider").call("listUsers", { username })).is(200).items;
		made.has({ created_by: maker });
		(await recordOf(t, id)).has({ created_by: maker });
	}),
	check("USER-170", async (t) => {
		const { id, made } = await person(t);
		made.has({ state: "active" });
		(await recordOf(t, id)).has({ state: "active" });
	}),
	check("USER-307", async (t) => {
		const username = t.unique("user");
		const given = { username, name: username, email: `${username}@conformance.example.com`, reset_password: true };
		const told = await t.as("owner").call("createUser", given);
		t.holds("anyone but an administrator should be refused", told.status === 403, told);
		t.holds("no user should be made", !(await isListed(t.as("administrator"), username)));
		await person(t);
	}),
	check("USER-308", async (t) => {
		const username = t.unique("user");
		const given = { username, name: username, email: `${username}@conformance.example.com`, reset_password: true };
		(await t.anonymous.call("createUser", given)).refuses(401);
		(await t.as("owner").call("createUser", given)).refuses(403, { message: "403 Forbidden" });
		t.holds("no user should be made", !(await isListed(t.as("administrator"), username)));
	}),
	check("USER-322", async (t) => {
		const name = t.unique("pass");
		const { made } = await person(t, { password: `${name}-Zq7`, force_random_password: false, reset_password: false });
		made.lacks("password", "force_random_password", "reset_password");
		t.holds("the password should be nowhere in the answer", !made.text.includes(`${name}-Zq7`), made);
	}),
	check("USER-323", async (t) => {
		const { id, made } = await person(t);
		made.shows(...listFields, ...administratorFields);
		const shown = (await recordOf(t, id)).fields;
		for (const [name, value] of Object.entries(made.fields)) t.same(name, shown[name], value, made);
	}),
	check("USER-364", async (t) => {
		const identity = { provider: "ldapmain", extern_uid: `uid=${t.unique("uid")}` };
		const { id } = await person(t, identity);
		const { identities } = (await recordOf(t, id)).fields;
		const [first, ...others] = Array.isArray(identities) ? identities.map(Object) : [];
		t.same("the identity", { provider: first?.provider, extern_uid: first?.extern_uid }, identity);
		t.same("further identities", others, []);
	}),
	check(
		"USER-367",
		async (t) => {
			const group = t.scene("group");
			const group_id_for_saml = await t.make.groupId(group);
			const signOn = { provider: "group_saml", extern_uid: t.unique("uid"), group_id_for_saml };
			const username = t.unique("user");
			const answer = await t.as("administrator").call("createUser", {
				username,
				name: username,
				email: `${username}@conformance.example.com`,
				reset_password: true,
				...signOn,
			});
			if (answer.status === 400) t.skip(`the group ${group} needs single sign-on`);
			const id = answer.is(201).number("id");
			t.undo(`user ${id}`, () => t.as("administrator").call("deleteUser", { id, hard_delete: true }));
			const { identities } = answer.fields;
			const [identity] = Array.isArray(identities) ? identities.map(Object) : [];
			t.same("the provider and its number of the user", identity?.extern_uid, signOn.extern_uid, answer);
			t.holds("the identity should name its saml_provider_id", Number.isInteger(identity?.saml_provider_id), answer);
		},
		{ tier: "premium" },
	),
	check(
		"USER-370",
		async (t) => {
			for (const limit of [null, 0, 133]) await limited(t, limit);
		},
		{ tier: "premium" },
	),
	check("USER-374", async (t) => {
		const [confirmed, waiting] = [await person(t), await person(t, { skip_confirmation: false })];
		const { confirmed_at } = (await recordOf(t, confirmed.id)).fields;
		t.holds("confirmed_at should be a time", typeof confirmed_at === "string", confirmed.made);
		(await recordOf(t, waiting.id)).has({ confirmed_at: null });
	}),
	check("USER-376", async (t) => {
		const email = `${t.unique("shown")}@conformance.example.com`;
		const { id, made } = await person(t, { email, public_email: email });
		made.has({ public_email: email });
		(await recordOf(t, id)).has({ public_email: email });
	}),
	check("USER-377", async (t) => {
		const { email, id } = await person(t);
		(await recordOf(t, id)).has({ commit_email: email });
	}),
	check("USER-378", async (t) => {
		const [byFile, plain] = [await person(t, { view_diffs_file_by_file: true }), await person(t)];
		(await byFile.caller.call("getUserPreferences")).is(200).has({ view_diffs_file_by_file: true });
		(await plain.caller.call("getUserPreferences")).is(200).has({ view_diffs_file_by_file: false });
	}),
	check("USER-387", async (t) => {
		const name = t.unique("user");
		const email = `${name}@conformance.example.com`;
		const given = { username: name, name, email, reset_password: true };
		const post = (size: number): Promise<Answer> =>
			t.as("administrator").call("createUser", { ...given, avatar: avatar("face.png", size) }, { as: "multipart" });
		(await post(204_801)).refuses(400);
		const made = (await post(204_800)).is(201);
		const id = made.number("id");
		t.undo(`user ${id}`, () => t.as("administrator").call("deleteUser", { id, hard_delete: true }));
		t.holds("avatar_url should end in the file's name", made.string("avatar_url").endsWith("/face.png"), made);
	}),
	check("USER-385", async (t) => {
		// A run is told of no setting, so the platform is taken to be at its own: the one that is false.
		(await person(t)).made.has({ private_profile: false });
	}),
	check("USER-386", async (t) => {
		const [unsaid, nothing] = [await person(t), await person(t, { private_profile: null })];
		const expected = unsaid.made.field("private_profile");
		nothing.made.has({ private_profile: expected });
		(await recordOf(t, nothing.id)).has({ private_profile: expected });
	}),
	check("USER-402", async (t) => {
		const ids = [(await person(t)).made.number("namespace_id"), (await person(t)).made.number("namespace_id")];
		t.holds(
			"namespace_id should be a positive integer of the user's own",
			new Set(ids).size === 2 && ids.every((id) => Number.isInteger(id) && id > 0),
		);
	}),
];
