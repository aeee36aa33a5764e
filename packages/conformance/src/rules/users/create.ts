import { isDeepStrictEqual } from "node:util";
import type { Params } from "../../rule/address";
import type { CallOptions } from "../../rule/caller";
import { account } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { administratorFields, largestPicture, listFields, paidFields, picture, profileFields } from "./fields";
import { developersAddress, isListed, isRefused, listIn, listUsers, newcomer, person, recordOf } from "./lab";

const pair = { error: "extern_uid, provider provide all or none of parameters" };

/** Tries to create a user, who is removed after the rule. */
async function attempt(t: Context, sent: Params, caller = t.as("administrator"), as: CallOptions["as"] = "json"): Promise<ApiResponse> {
	const response = await caller.call("createUser", sent, { as });
	if (response.succeeded) {
		const id = response.number("id");
		t.undo(`user ${id}`, () => t.as("administrator").call("deleteUser", { id, hard_delete: true }));
	}
	return response;
}

/** A request that must be refused and must not create a user. */
async function refused(t: Context, fields: Params, status?: number, body?: Params, caller = t.as("administrator")): Promise<ApiResponse> {
	const fresh = newcomer(t);
	const sent: Params = { ...fresh, ...fields };
	const response = isRefused(t, await attempt(t, sent, caller));
	if (status !== undefined) response.refuses(status, body);
	const inForm = isRefused(t, await attempt(t, sent, caller, "form"));
	if (status !== undefined) inForm.is(status);
	const administrator = t.as("administrator");
	if (sent.username === fresh.username) t.holds("no user of that name", !(await isListed(administrator, fresh.username)), response);
	if (sent.email === fresh.email)
		t.same(
			"the users of that address",
			(await listUsers(administrator, { search: fresh.email })).pluck("email").filter((email) => email === fresh.email),
			[],
			response,
		);
	return response;
}

/** The messages of a refusal about one field. */
const reasons = (response: ApiResponse, name: string): readonly unknown[] => {
	const list: unknown = Object(Object(response.json).message)[name];
	return Array.isArray(list) ? list : [];
};

/** The last valid value must be accepted, and the value beyond it refused. */
async function bounded(t: Context, name: string, last: unknown, beyond: unknown, text?: readonly string[]): Promise<void> {
	const response = await refused(t, { [name]: beyond }, 400);
	const said = reasons(response, name);
	t.holds(`message about ${name}`, said.length > 0, response);
	if (text) t.same(`message on ${name}`, said, text, response);
	const made = await person(t, { [name]: last });
	if (name !== "password") for (const response of [made.made, await recordOf(t, made.id)]) response.has({ [name]: last });
}

/** The record must have these fields, and the response that created it no other values for them. That this response shows them all is assumed. */
async function becomes(t: Context, id: number, made: ApiResponse, fields: Fields): Promise<void> {
	(await recordOf(t, id)).has(fields);
	made.has(Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(made.fields, name))));
	for (const name of Object.keys(fields)) t.assume(`the response should have ${name}`, Object.hasOwn(made.fields, name), made);
}

/** Creating users. */
export const userCreation: readonly Rule[] = [
	rule(
		"USER-379..381, USER-384",
		"By default a new user is not an administrator, not an auditor, not external, and has an empty bio. admin and external change that.",
		"createUser",
		async (t) => {
			const usual = { is_admin: false, external: false, bio: "", ...(t.facts.tier !== "free" && { is_auditor: false }) };
			for (const [sent, shown] of [
				[{}, {}],
				[{ admin: true }, { is_admin: true }],
				[{ external: true, private_profile: true }, { external: true }],
				[{ force_random_password: true, reset_password: true }, {}],
			] as const) {
				const { id, made } = await person(t, sent);
				await becomes(t, id, made, { ...usual, ...shown });
			}
		},
	),
	rule(
		"USER-385, USER-386",
		"private_profile defaults to the installation's setting for new users. null means that default, when creating and when updating a user.",
		["createUser", "updateUser"],
		async (t) => {
			for (const privateProfiles of t.given.hasControl ? [undefined, false, true] : [undefined]) {
				if (privateProfiles !== undefined) await t.given.settings({ privateProfiles });
				const usual = (await person(t)).made.field("private_profile");
				(await person(t, { external: true })).made.has({ private_profile: usual });
				if (t.given.hasControl) t.same("private_profile of a new user", usual, privateProfiles ?? false);
				const { id, made } = await person(t, { private_profile: null });
				t.assume("private_profile=null should mean the default", made.field("private_profile") === usual, made);
				(await t.as("administrator").call("updateUser", { id, private_profile: usual !== true })).ok;
				const changed = await t.as("administrator").call("updateUser", { id, private_profile: null });
				t.assume("private_profile=null should mean the default in an update", changed.succeeded && changed.field("private_profile") === usual, changed);
			}
		},
	),
	assumed(
		"USER-383",
		"auditor=true creates an auditor on paid tiers, and returns 400 on the free tier.",
		"createUser",
		async (t) => {
			await refused(t, { auditor: true }, 400);
			(await person(t, { auditor: false })).made.lacks("is_auditor");
			if (!t.given.hasControl) return;
			for (const tier of ["premium", "ultimate"]) {
				await t.given.settings({ tier });
				(await person(t, { auditor: true })).made.has({ is_auditor: true });
			}
		},
		{ maxTier: "free" },
	),
	rule("USER-317..320", "With force_random_password or reset_password, password is optional, and an invalid password is ignored.", "createUser", async (t) => {
		for (const option of ["force_random_password", "reset_password"])
			for (const more of [{}, { password: "short" }, { password: "password" }, { admin: true }, { external: true }]) {
				const { id, username } = await person(t, { password: undefined, ...more, [option]: true });
				(await recordOf(t, id)).has({ username });
			}
		for (const option of ["force_random_password", "reset_password"])
			for (const as of ["form", "query"] as const)
				for (const password of [undefined, "short"]) (await attempt(t, { ...newcomer(t), password, [option]: true }, undefined, as)).ok;
	}),
	assumed("USER-321", "force_random_password and reset_password can be sent together.", "createUser", async (t) => {
		for (const password of [undefined, "short"]) await person(t, { force_random_password: true, reset_password: true, password });
		for (const params of [
			{ force_random_password: true, reset_password: false },
			{ force_random_password: false, reset_password: true },
		])
			await person(t, { ...params, password: undefined });
	}),
	rule("USER-316", "Creating a user requires password, force_random_password=true or reset_password=true.", "createUser", async (t) => {
		const error = "password, reset_password, force_random_password are missing, at least one parameter must be provided";
		await refused(t, { password: undefined }, 400, { error });
		for (const name of ["reset_password", "force_random_password"]) await refused(t, { password: undefined, [name]: false }, 400);
	}),
	assumed("USER-322", "A user's records never contain the password, force_random_password or reset_password.", "createUser", async (t) => {
		for (const more of [{}, { force_random_password: false, reset_password: false }, { force_random_password: true }]) {
			const password = `${t.unique("pass")}-Zq7`;
			const { id, made } = await person(t, { password, ...more });
			for (const response of [made, await recordOf(t, id)]) {
				response.lacks("password", "force_random_password", "reset_password");
				t.holds("the password nowhere in the response", !response.text.includes(password), response);
			}
		}
	}),
	assumed("USER-170, USER-323", "Creating a user returns the user's record as administrators read it, with the state active.", "createUser", async (t) => {
		const { id, made, username, email } = await person(t);
		const unset = { location: null, organization: null, pronouns: null, note: null, public_email: null, identities: [], last_activity_on: null };
		made.is(201).has({ state: "active", username, name: username, email, bot: false, locked: false, ...unset });
		made.shows(...listFields, ...profileFields, ...administratorFields);
		if (t.facts.tier !== "free") made.shows(...paidFields);
		const shown = (await recordOf(t, id)).fields;
		for (const [name, value] of Object.entries(made.fields)) t.same(name, shown[name], value, made);
		(await listUsers(t.as("outsider"), { username })).every("the new user", (item) => item.id === id);
	}),
	rule("USER-092", "created_by is the administrator who created the user, with the fields that other users see in a list.", "createUser", async (t) => {
		const creator = await person(t, { admin: true });
		(await creator.caller.call("setUserAvatar", { avatar: picture("chief.png") }, { as: "multipart" })).ok;
		const made = (await attempt(t, newcomer(t), creator.caller)).ok;
		const id = made.number("id");
		const [maker] = (await listUsers(t.as("outsider"), { username: creator.username })).items;
		t.holds("created_by should not be null, which is for users who signed up themselves", (await recordOf(t, id)).field("created_by") !== null);
		for (const response of [made, await recordOf(t, id)])
			t.assume("created_by should be the administrator", isDeepStrictEqual(response.field("created_by"), maker), response);
	}),
	rule(
		"USER-091",
		"created_by is null for users who signed up themselves.",
		["createUser", "updateUser", "getUser", "listUsers", "getCurrentUser"],
		async (t) => {
			const own = (await t.as("administrator").call("getCurrentUser")).is(200);
			t.holds("created_by of the current user should be null or another user", Object(own.field("created_by")).id !== own.number("id"), own);
			(await listUsers(t.as("administrator"))).every("with created_by null or another user", ({ id, created_by }) => Object(created_by).id !== id);
			const { id, username } = await account(t);
			// Also after a change by an administrator.
			for (const change of [{}, { note: t.unique("note"), admin: true }, { admin: false }]) {
				if (Object.keys(change).length > 0) (await t.as("administrator").call("updateUser", { id, ...change })).ok;
				(await recordOf(t, id)).has({ created_by: null });
			}
			(await listUsers(t.as("administrator"), { username })).every("with created_by null", ({ created_by }) => created_by === null);
		},
		{ effect: "writes" },
	),
	assumed("USER-402", "Each new user has their own namespace_id.", "createUser", async (t) => {
		const ids = [(await person(t)).made.number("namespace_id"), (await person(t)).made.number("namespace_id")];
		t.holds("namespace_id a positive integer that differs for each user", new Set(ids).size === 2 && ids.every((id) => Number.isInteger(id) && id > 0));
	}),
	assumed("USER-364", "provider and extern_uid give a new user that identity and no other.", ["createUser", "getUser"], async (t) => {
		for (const provider of ["ldapmain", "conformance"]) {
			const identity = { provider, extern_uid: `UID=${t.unique("uid")}` };
			const { id, made, username } = await person(t, identity);
			for (const response of [made, await recordOf(t, id)])
				t.same(
					"the identities",
					listIn(response, "identities").map(({ provider, extern_uid }) => ({ provider, extern_uid })),
					[identity],
					response,
				);
			t.same("the user of the identity", (await listUsers(t.as("administrator"), identity)).pluck("username"), [username]);
		}
	}),
	assumed("USER-365", "provider and extern_uid must be sent together: only one of them returns 400.", "createUser", async (t) => {
		for (const sent of [{ provider: "ldapmain" }, { extern_uid: t.unique("uid") }]) await refused(t, sent, 400, pair);
	}),
	rule(
		"USER-367",
		"On paid tiers, group_id_for_saml gives the identity the group's saml_provider_id, when creating and when updating a user.",
		["createUser", "updateUser"],
		async (t) => {
			const group_id_for_saml = t.given.hasControl ? (await t.given.record("groups", { saml_provider_id: 31 })).id : await t.given.groupId(t.scene("group"));
			const signOn = () => ({ provider: "group_saml", extern_uid: t.unique("uid"), group_id_for_saml });
			const [first, second] = [signOn(), signOn()];
			const made = await attempt(t, { ...newcomer(t), ...first });
			if (!t.given.hasControl) {
				const known = await t.as("owner").call("listGroupSamlUsers", { id: group_id_for_saml });
				if (made.status === 400 || !known.succeeded || known.items.length === 0) t.skip(`the group ${t.scene("group")} needs single sign-on`);
			}
			const { id } = await person(t);
			for (const [{ extern_uid }, response] of [
				[first, made],
				[second, await t.as("administrator").call("updateUser", { id, ...second })],
			] as const) {
				const [identity, ...more] = listIn(response.ok, "identities");
				t.holds(
					"the identity with its saml_provider_id",
					identity?.extern_uid === extern_uid && Number.isInteger(identity?.saml_provider_id) && more.length === 0,
					response,
				);
				if (t.given.hasControl) t.same("saml_provider_id", identity?.saml_provider_id, 31, response);
			}
		},
		{ tier: "premium" },
	),
	rule(
		"USER-370",
		"On paid tiers, shared_runners_minutes_limit can be null, 0 or more.",
		"createUser",
		async (t) => {
			for (const shared_runners_minutes_limit of [null, 0, 133]) {
				const { id, made } = await person(t, { shared_runners_minutes_limit });
				await becomes(t, id, made, { shared_runners_minutes_limit });
			}
		},
		{ tier: "premium" },
	),
	assumed("USER-374", "skip_confirmation=true confirms the email at once. Without it, confirmed_at is null.", "createUser", async (t) => {
		const { id, made } = await person(t);
		for (const response of [made, await recordOf(t, id)])
			t.holds("confirmed_at a time", Number.isFinite(Date.parse(response.string("confirmed_at"))), response);
		for (const skip_confirmation of [false, undefined]) (await recordOf(t, (await person(t, { skip_confirmation })).id)).has({ confirmed_at: null });
		for (const as of ["form", "query"] as const) (await attempt(t, { ...newcomer(t), skip_confirmation: true }, undefined, as)).ok.string("confirmed_at");
	}),
	assumed("USER-376, USER-377", "public_email must be confirmed and defaults to null. commit_email defaults to the primary email.", "createUser", async (t) => {
		const email = `${t.unique("shown")}@conformance.example.com`;
		await refused(t, { email, public_email: email, skip_confirmation: false }, 400);
		const { id, made } = await person(t, { email, public_email: email });
		for (const response of [made, await recordOf(t, id)]) response.has({ public_email: email, commit_email: email });
		(await recordOf(t, (await person(t)).id)).has({ public_email: null });
	}),
	rule("USER-378", "view_diffs_file_by_file sets that preference of the new user.", "createUser", async (t) => {
		for (const view_diffs_file_by_file of [true, false])
			(await (await person(t, { view_diffs_file_by_file })).caller.call("getUserPreferences"))
				.is(200)
				.has({ view_diffs_file_by_file, show_whitespace_in_diffs: true });
	}),
	assumed(
		"",
		"Reserved usernames such as api and help are refused. So is an email that another user has added but not confirmed.",
		["createUser", "updateUser"],
		async (t) => {
			const administrator = t.as("administrator");
			for (const username of ["api", "users", "Admin", "help", "-"]) {
				const response = (await attempt(t, { ...newcomer(t), username })).is(400);
				t.holds("the message should say that the name is reserved", response.text.includes(`${username} is a reserved name`), response);
			}
			const { id } = (await t.given.user()).fields;
			(await administrator.call("updateUser", { id, username: "api" })).is(404);
			if (!t.given.hasControl) return;
			const email = `${t.unique("added")}@conformance.example.com`;
			await t.given.record("secondary_emails", { user_id: id, email, confirmed_at: null });
			(await attempt(t, { ...newcomer(t), email })).refuses(400, { message: { email: ["has already been taken"] } });
		},
		{ id: "rules/users/reserved-names" },
	),
	rule("USER-387", "avatar has at most 200 KiB; a larger one returns 400 and creates no user. avatar_url ends with the file name.", "createUser", async (t) => {
		const sent = newcomer(t);
		const post = (size: number) => t.as("administrator").call("createUser", { ...sent, avatar: picture("face.png", size) }, { as: "multipart" });
		(await post(largestPicture + 1)).refuses(400);
		t.holds("no user of that name", !(await isListed(t.as("administrator"), sent.username)));
		const made = (await post(largestPicture)).ok;
		const id = made.number("id");
		t.undo(`user ${id}`, () => t.as("administrator").call("deleteUser", { id, hard_delete: true }));
		const shown = await recordOf(t, id);
		t.assume("avatar_url should end in the file's name", shown.string("avatar_url").endsWith("/face.png"), shown);
	}),
	assumed("USER-388..390, ERR-062", "A taken email or username returns 409, case-insensitive; if both are taken, email is named.", "createUser", async (t) => {
		const { id, username, email } = await person(t);
		const message = "Email has already been taken";
		for (const spelled of [email, email.toUpperCase()]) await refused(t, { email: spelled }, 409, { message });
		for (const spelled of [username, username.toUpperCase()]) await refused(t, { username: spelled }, 409, { message: "Username has already been taken" });
		await refused(t, { email, username }, 409, { message });
		// Usernames and paths of top-level groups share one namespace.
		const [top = ""] = t.scene("group").split("/");
		for (const spelled of [top, top.toUpperCase()]) await refused(t, { username: spelled }, 409, { message: "Username has already been taken" });
		(await recordOf(t, id)).has({ username, email });
	}),
	rule(
		"USER-388, USER-464",
		"A user's confirmed secondary email is refused to other users, case-insensitive, when creating and when updating a user.",
		["createUser", "updateUser"],
		async (t) => {
			const email = t.scene("secondary_email");
			const { id } = await person(t);
			for (const spelled of [email, email.toUpperCase()]) {
				for (const name of ["email", "public_email", "commit_email"]) (await t.as("administrator").call("updateUser", { id, [name]: spelled })).is(404);
				const made = await attempt(t, { ...newcomer(t), email: spelled });
				t.assume(
					"a new user with that email should get 409 with the message Email has already been taken",
					made.status === 409 && made.field("message") === "Email has already been taken",
					made,
				);
			}
		},
		{ id: "USER-388/secondary", ...developersAddress },
	),
	assumed("USER-391", "password has at least 8 characters.", "createUser", async (t) => {
		// Characters count, not bytes.
		for (const last of ["x", "é", "😀"]) await bounded(t, "password", `kQ7-vz2${last}`, `kQ7-vz${last}`, ["is too short (minimum is 8 characters)"]);
	}),
	assumed("USER-392", "A commonly used password returns 400, case-insensitive.", "createUser", async (t) => {
		for (const password of ["password", "PassWord", "12345678"])
			await refused(t, { password }, 400, { message: { password: ["must not contain commonly used combinations of words and letters"] } });
	}),
	assumed("USER-397", "projects_limit is at least 0. With 0, can_create_project is false; with more, it is true.", "createUser", async (t) => {
		await bounded(t, "projects_limit", 0, -1, ["must be greater than or equal to 0"]);
		for (const more of [{}, { admin: true }, { external: true }])
			for (const projects_limit of [0, 1]) (await person(t, { ...more, projects_limit })).made.has({ can_create_project: projects_limit > 0 });
	}),
	assumed("USER-398", "username has only letters, digits, - _ and dots, without a leading dash or a final dot, .git or .atom.", "createUser", async (t) => {
		for (const username of ["test!", "-nora", "nora.", "nora.git", "nora.atom", "no ra", ""]) {
			const response = (await refused(t, { username })).is(400);
			const [reason] = reasons(response, "username");
			t.holds("message.username listing the allowed characters", /letters/.test(String(reason)) && /digits/.test(String(reason)), response);
		}
		for (const ending of ["_", ".x", "-"]) await person(t, { username: `${t.unique("name")}${ending}` });
	}),
	assumed("USER-399", "A malformed email returns 400.", "createUser", async (t) => {
		const place = "conformance.example.com";
		for (const email of ["nora", "nora@", `@${place}`, `no ra@${place}`, `nora@home@${place}`, "nora@home example.com"]) {
			const response = (await refused(t, { email })).is(400);
			t.holds("message about the address", reasons(response, "email").length > 0, response);
		}
	}),
	assumed("USER-400", "theme_id and color_scheme_id must name an existing theme and color scheme.", "createUser", async (t) => {
		for (const name of ["theme_id", "color_scheme_id"]) for (const beyond of [0, 50]) await bounded(t, name, 1, beyond);
	}),
];
