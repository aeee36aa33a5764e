import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
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
async function limited(t: Context, shared_runners_minutes_limit: number | null): Promise<void> {
	const { id, made } = await person(t, { shared_runners_minutes_limit });
	for (const answer of [made, await recordOf(t, id)]) answer.has({ shared_runners_minutes_limit });
}

export const userCreation: readonly Rule[] = [
	...echoed.map(([claim, name, value, shown = name]) =>
		byClaim(claim, async (t) => {
			const { id, made } = await person(t, { [name]: value });
			made.has({ [shown]: value });
			(await recordOf(t, id)).has({ [shown]: value });
		}),
	),
	...defaults.map(([claim, expected]) =>
		byClaim(claim, async (t) => {
			const { id, made } = await person(t);
			made.has(expected);
			(await recordOf(t, id)).has(expected);
		}),
	),
	rule(
		"USER-381",
		"auditor defaults to false: on Premium/Ultimate is_auditor is false when not sent.",
		"createUser",
		async (t) => {
			(await recordOf(t, (await person(t)).id)).has({ is_auditor: false });
		},
		{ tier: "premium" },
	),
	...passwords.map(([claim, given]) =>
		byClaim(claim, async (t) => {
			const { id, username } = await person(t, given);
			(await recordOf(t, id)).has({ username });
		}),
	),
	assumed("USER-092", "`created_by` of a user made by POST /users is the list-item record of the administrator who made it.", "createUser", async (t) => {
		const { id, made } = await person(t);
		const username = t.user("administrator").username;
		const [maker] = (await t.as("outsider").call("listUsers", { username })).is(200).items;
		made.has({ created_by: maker });
		(await recordOf(t, id)).has({ created_by: maker });
	}),
	assumed("USER-170", "A user made by POST /users starts in state active.", "createUser", async (t) => {
		const { id, made } = await person(t);
		made.has({ state: "active" });
		(await recordOf(t, id)).has({ state: "active" });
	}),
	rule("USER-307", "POST /users needs an administrator.", "createUser", async (t) => {
		const username = t.unique("user");
		const given = { username, name: username, email: `${username}@conformance.example.com`, reset_password: true };
		const response = await t.as("owner").call("createUser", given);
		t.holds("anyone but an administrator should be refused", response.status === 403, response);
		t.holds("no user should be made", !(await isListed(t.as("administrator"), username)));
		await person(t);
	}),
	assumed(
		"USER-308",
		'POST /users without credentials answers 401; by a regular user 403 {"message":"403 Forbidden"} and no user is created.',
		"createUser",
		async (t) => {
			const username = t.unique("user");
			const given = { username, name: username, email: `${username}@conformance.example.com`, reset_password: true };
			(await t.anonymous.call("createUser", given)).refuses(401);
			(await t.as("owner").call("createUser", given)).refuses(403, { message: "403 Forbidden" });
			t.holds("no user should be made", !(await isListed(t.as("administrator"), username)));
		},
	),
	assumed("USER-322", "The response never contains password, force_random_password or reset_password.", "createUser", async (t) => {
		const name = t.unique("pass");
		const { made } = await person(t, {
			password: `${name}-Zq7`,
			force_random_password: false,
			reset_password: false,
		});
		made.lacks("password", "force_random_password", "reset_password");
		t.holds("the password should be nowhere in the answer", !made.text.includes(`${name}-Zq7`), made);
	}),
	assumed("USER-323", "201 answers the administrator view of the new user; GET /users/:id with the new id then answers it too.", "createUser", async (t) => {
		const { id, made } = await person(t);
		made.shows(...listFields, ...administratorFields);
		const shown = (await recordOf(t, id)).fields;
		for (const [name, value] of Object.entries(made.fields)) t.same(name, shown[name], value, made);
	}),
	assumed("USER-364", "provider with extern_uid creates an identity: identities holds {provider, extern_uid}.", "createUser", async (t) => {
		const identity = { provider: "ldapmain", extern_uid: `uid=${t.unique("uid")}` };
		const { id } = await person(t, identity);
		const { identities } = (await recordOf(t, id)).fields;
		const [first, ...others] = Array.isArray(identities) ? identities.map(Object) : [];
		t.same("the identity", { provider: first?.provider, extern_uid: first?.extern_uid }, identity);
		t.same("further identities", others, []);
	}),
	assumed(
		"USER-367",
		"provider of group single sign-on with extern_uid and group_id_for_saml yields an identity with saml_provider_id (Premium/Ultimate).",
		"createUser",
		async (t) => {
			const group = t.scene("group");
			const group_id_for_saml = await t.given.groupId(group);
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
	assumed(
		"USER-370",
		"On Premium/Ultimate shared_runners_minutes_limit null, 0 and 133 each come back unchanged in the administrator view.",
		"createUser",
		async (t) => {
			for (const limit of [null, 0, 133]) await limited(t, limit);
		},
		{ tier: "premium" },
	),
	assumed("USER-374", "skip_confirmation=true gives a non-null confirmed_at; without it confirmed_at is null until confirmed.", "createUser", async (t) => {
		const [confirmed, waiting] = [await person(t), await person(t, { skip_confirmation: false })];
		const { confirmed_at } = (await recordOf(t, confirmed.id)).fields;
		t.holds("confirmed_at should be a time", typeof confirmed_at === "string", confirmed.made);
		(await recordOf(t, waiting.id)).has({ confirmed_at: null });
	}),
	assumed("USER-376", "public_email equal to the new user's email with skip_confirmation=true is accepted and echoed.", "createUser", async (t) => {
		const email = `${t.unique("shown")}@conformance.example.com`;
		const { id, made } = await person(t, { email, public_email: email });
		made.has({ public_email: email });
		(await recordOf(t, id)).has({ public_email: email });
	}),
	assumed("USER-377", "commit_email of a user who set none equals the primary email.", "createUser", async (t) => {
		const { email, id } = await person(t);
		(await recordOf(t, id)).has({ commit_email: email });
	}),
	assumed("USER-378", "view_diffs_file_by_file=true on create shows as true in the new user's GET /user/preferences.", "createUser", async (t) => {
		const [byFile, plain] = [await person(t, { view_diffs_file_by_file: true }), await person(t)];
		(await byFile.caller.call("getUserPreferences")).is(200).has({ view_diffs_file_by_file: true });
		(await plain.caller.call("getUserPreferences")).is(200).has({ view_diffs_file_by_file: false });
	}),
	assumed("USER-387", "avatar over 200 KiB answers 400; a valid image gives an avatar_url ending in the file name.", "createUser", async (t) => {
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
	rule("USER-385", "private_profile defaults to the instance setting for new users (false on a default instance).", "createUser", async (t) => {
		// A run is told of no setting, so the platform is taken to be at its own: the one that is false.
		(await person(t)).made.has({ private_profile: false });
	}),
	assumed("USER-386", "private_profile=null takes the instance setting as well.", "createUser", async (t) => {
		const [unsaid, nothing] = [await person(t), await person(t, { private_profile: null })];
		const expected = unsaid.made.field("private_profile");
		nothing.made.has({ private_profile: expected });
		(await recordOf(t, nothing.id)).has({ private_profile: expected });
	}),
	assumed("USER-402", "Creating a user also gives a personal namespace: namespace_id is a positive integer.", "createUser", async (t) => {
		const ids = [(await person(t)).made.number("namespace_id"), (await person(t)).made.number("namespace_id")];
		t.holds("namespace_id should be a positive integer of the user's own", new Set(ids).size === 2 && ids.every((id) => Number.isInteger(id) && id > 0));
	}),
];
