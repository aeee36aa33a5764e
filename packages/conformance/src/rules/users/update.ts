import type { Params } from "../../rule/address";
import { type Caller, formAt, forms } from "../../rule/caller";
import { account } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { largestPicture, picture } from "./fields";
import {
	changeUser,
	destroys,
	developersAddress,
	inVain,
	isListed,
	isRefused,
	lasting,
	listIn,
	listUsers,
	mustList,
	type Person,
	person,
	recordOf,
	unknownId,
} from "./lab";

/** Text fields of a user. The longer values have surrounding blanks and line breaks. */
const texts: Params = {
	bio: "  Words.\n",
	professional_network: "dana",
	location: "Oslo",
	note: "\n- Careful.\n\tTwice. ",
	organization: "Acme",
	pronouns: "they/them",
	microblog: "@dana",
	chat_account: "dana#2",
	code_host: "dana",
	website_url: "https://dana.example.com",
};

/** Updates these fields of a user. They must then have these values, and all other fields must stay the same. */
async function changes(t: Context, id: number, sent: Params, expected: Params = sent): Promise<void> {
	const before = (await recordOf(t, id)).fields;
	const response = (await changeUser(t, id, sent)).ok;
	const after = await recordOf(t, id);
	const derived = "organization" in sent ? { work_information: after.field("work_information") } : {};
	t.same(`the user after ${JSON.stringify(sent)}`, lasting(after.fields), lasting({ ...before, ...expected, ...derived }), after);
	for (const [name, value] of Object.entries(lasting(response.fields))) t.same(`${name} in the response`, value, after.field(name), response);
}

/** Updates of a new user that must be refused with 404 and must not change anything. */
async function refused(t: Context, sent: readonly Params[], params: Params = {}, body?: Params): Promise<void> {
	const { id } = await person(t, params);
	for (const [index, each] of sent.entries())
		(await inVain(t, id, () => changeUser(t, id, each, t.as("administrator"), { as: formAt(index) }))).refuses(404, body);
	// A valid field in the same request does not help. That such a field is not stored either is assumed.
	const before = Object.entries((await recordOf(t, id)).fields).filter(([name]) => Object.hasOwn(sent[0] ?? {}, name));
	(await changeUser(t, id, { note: "Beside", bio: "Words.", external: true, private_profile: true, ...sent[0] })).refuses(404, body);
	(await recordOf(t, id)).has(Object.fromEntries(before));
}

const identitiesOf = async (t: Context, id: number): Promise<readonly unknown[]> =>
	listIn(await recordOf(t, id), "identities")
		.map(({ provider, extern_uid }) => `${String(provider)}: ${String(extern_uid)}`)
		.sort();

const unknownAddress = (t: Context): string => `${t.unique("stranger")}@conformance.example.com`;

/** The developer, whose email is restored after the rule. */
async function addressed(t: Context): Promise<{ id: number; before: string }> {
	const { id } = t.user("developer");
	const before = (await recordOf(t, id)).string("email");
	t.undo("the developer's e-mail address", () => changeUser(t, id, { email: before, skip_reconfirmation: true }));
	return { id, before };
}

/** The user of the throwaway token, who may lose access. */
async function holder(t: Context): Promise<{ id: number; own: Caller }> {
	const own = t.bearing(t.scene("throwaway_account_token"));
	const response = await own.call("getCurrentUser");
	if (!response.succeeded) t.skip("the token of throwaway_account_token no longer works: give a new one");
	return { id: response.number("id"), own };
}

/** Changing users. */
export const userChanges: readonly Rule[] = [
	assumed("USER-457, USER-458", "An empty string clears a text field of a user. null also clears bio.", "updateUser", async (t) => {
		for (const nothing of ["", null]) {
			const { id } = await person(t, { bio: "Words." });
			await changes(t, id, { bio: nothing }, { bio: "" });
		}
		const fresh = await recordOf(t, (await person(t)).id);
		const none = Object.fromEntries(Object.keys(texts).map((name) => [name, fresh.field(name)]));
		const { id } = await person(t, texts);
		for (const as of forms) {
			const change = async (sent: Params) => (await t.as("administrator").call("updateUser", { id, ...sent }, { as })).is(200);
			(await change(texts)).has(texts);
			// Also together with a field that is set.
			const beside = as === "json" ? {} : { name: t.unique("name") };
			for (const name of Object.keys(texts)) (await change({ [name]: "", ...beside })).has({ [name]: none[name] });
			(await recordOf(t, id)).has({ ...none, ...beside, work_information: null });
		}
	}),
	assumed(
		"",
		"Updating other fields of a user keeps the identities and public_email.",
		"updateUser",
		async (t) => {
			const email = `${t.unique("kept")}@conformance.example.com`;
			const { id } = await person(t, { ...texts, email, public_email: email, provider: "ldapmain", extern_uid: t.unique("uid") });
			const flags = ["private_profile", "external", "can_create_group"].flatMap((name) => [{ [name]: true }, { [name]: false }]);
			const others = Object.entries({ ...texts, website_url: "https://nora.example.com", name: t.unique("name") }).map(([name, value]) => ({ [name]: value }));
			for (const sent of [...flags, ...others, { projects_limit: 7 }, { theme_id: 2 }, { color_scheme_id: 2 }]) await changes(t, id, sent);
		},
		{ id: "rules/users/keeps-others" },
	),
	assumed("USER-455", "admin=true lets the user use operations for administrators. admin=false takes that away again.", "updateUser", async (t) => {
		const { id, caller } = await person(t);
		for (const admin of [true, false]) {
			(await caller.call("listUserMemberships", { id })).is(admin ? 403 : 200);
			await changes(t, id, { admin }, { is_admin: admin });
			(await caller.call("listUserMemberships", { id })).is(admin ? 200 : 403);
		}
	}),
	assumed(
		"USER-483",
		"A renamed user is found only by the new username. Changing only the case of the user's own username or email is accepted.",
		"updateUser",
		async (t) => {
			const { id, username, email, caller: own } = await person(t, { name: "Somebody" });
			const issue = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			const note = { ...issue, note_id: (await own.call("createIssueNote", { ...issue, body: t.unique("note") })).ok.number("id") };
			t.undo("the note", () => t.as("owner").call("deleteIssueNote", note));
			const renamed = t.unique("renamed");
			for (const name of [renamed, renamed.toUpperCase(), renamed]) {
				const response = (await changeUser(t, id, { username: name, email: email.toUpperCase() })).is(200).has({ username: name, email });
				t.holds("web_url ending in the new name", response.string("web_url").endsWith(`/${name}`), response);
				await mustList(t, t.as("outsider"), {}, [name]);
				const shown = (await t.as("owner").call("getIssueNote", note)).is(200);
				t.same("the name of the author", Object(shown.field("author")).username, name, shown);
			}
			for (const caller of [t.as("outsider"), t.as("administrator")]) {
				t.holds("nobody listed by the old name", !(await isListed(caller, username)));
				t.holds("nobody found by the old name", !(await listUsers(caller, { search: username })).ids.includes(id));
			}
			(await t.anonymous.call("getUserStatus", { id_or_username: renamed })).is(200);
			(await t.anonymous.call("getUserStatus", { id_or_username: username })).refuses(404);
		},
	),
	rule("USER-475", "view_diffs_file_by_file updates that preference of the user and no other.", "updateUser", async (t) => {
		const { id, caller } = await person(t);
		for (const flag of [true, false]) {
			const others = { show_whitespace_in_diffs: flag, pass_user_identities_to_ci_jwt: flag };
			(await caller.call("updateUserPreferences", { ...others, view_diffs_file_by_file: flag })).ok;
			for (const view_diffs_file_by_file of [!flag, flag]) {
				(await changeUser(t, id, { view_diffs_file_by_file })).is(200);
				(await caller.call("getUserPreferences")).is(200).has({ ...others, view_diffs_file_by_file });
			}
		}
	}),
	rule("USER-474", "avatar has at most 200 KiB. A larger one returns 404, and the old one is kept.", "updateUser", async (t) => {
		const { id } = await person(t);
		const note = t.unique("note");
		const put = (name: string, size: number) => t.as("administrator").call("updateUser", { id, note, avatar: picture(name, size) }, { as: "multipart" });
		(await put("new.png", largestPicture)).is(200).has({ note });
		const url = (await recordOf(t, id)).string("avatar_url");
		t.assume(`avatar_url should end in the file's name, and is ${url}`, url.endsWith("/new.png"));
		(await inVain(t, id, () => put("big.png", largestPicture + 1))).refuses(404);
		const beside = { avatar: picture("else.png"), email: unknownAddress(t) };
		(await t.as("administrator").call("updateUser", { id, ...beside }, { as: "multipart" })).refuses(404);
		const after = await recordOf(t, id);
		t.assume("the picture should be as it was after a change that was refused", after.field("avatar_url") === url, after);
	}),
	assumed("USER-479", "auditor=true makes the user an auditor on paid tiers, and returns 404 on the free tier.", "updateUser", async (t) => {
		const { id } = await person(t);
		if (t.facts.tier === "free") return void (await inVain(t, id, () => changeUser(t, id, { auditor: true }))).refuses(404);
		for (const auditor of [true, false]) await changes(t, id, { auditor }, { is_auditor: auditor });
		if (!t.given.hasControl) return;
		await t.given.settings({ tier: "premium" });
		await changes(t, id, { auditor: true }, { is_auditor: true });
		await t.given.settings({ tier: "free" });
		const response = await inVain(t, id, () => changeUser(t, id, { auditor: true }));
		response.refuses(404);
	}),
	rule("USER-416, USER-427, USER-472", "provider and extern_uid set a user's identity, even if there is one of that provider.", "updateUser", async (t) => {
		const { id } = await person(t);
		for (const provider of ["ldapmain", "ldapmain", "conformance"]) {
			const extern_uid = t.unique("uid");
			(await changeUser(t, id, { provider, extern_uid })).ok;
			t.holds(`the identities should hold ${provider}: ${extern_uid}`, (await identitiesOf(t, id)).includes(`${provider}: ${extern_uid}`));
		}
	}),
	assumed(
		"USER-472",
		"provider and extern_uid replace the user's identity of that provider, or add one. An identity of another user returns 404.",
		["updateUser", "deleteUserIdentity"],
		async (t) => {
			const { id } = await person(t);
			const other = await person(t, { provider: "ldapmain", extern_uid: t.unique("uid") });
			const [first, second, third] = [t.unique("uid"), t.unique("uid"), t.unique("uid")];
			for (const [provider, extern_uid, expected] of [
				["ldapmain", first, [`ldapmain: ${first}`]],
				["con formance", second, [`con formance: ${second}`, `ldapmain: ${first}`]],
				["ldapmain", third, [`con formance: ${second}`, `ldapmain: ${third}`]],
			] as const) {
				(await changeUser(t, id, { provider, extern_uid })).is(200);
				t.same("the identities", await identitiesOf(t, id), expected);
			}
			for (const [extern_uid, ids] of [
				[first, []],
				[third, [id]],
			] as const) {
				const found = await listUsers(t.as("administrator"), { provider: "ldapmain", extern_uid });
				t.same(`the users of ${extern_uid}`, found.ids, ids, found);
			}
			(await t.as("administrator").call("deleteUserIdentity", { id, provider: "con formance" })).ok;
			t.same("the identities", await identitiesOf(t, id), [`ldapmain: ${third}`]);
			t.same("another's identities", (await identitiesOf(t, other.id)).length, 1);
			const [taken] = listIn(await recordOf(t, other.id), "identities");
			(await inVain(t, id, () => changeUser(t, id, { note: "Else", provider: "ldapmain", extern_uid: taken?.extern_uid }))).refuses(404);
			// An identity that one user no longer has can be given to another.
			(await changeUser(t, other.id, { provider: "con formance", extern_uid: second })).is(200);
		},
	),
	assumed(
		"USER-472, USER-689",
		"A user has a separate identity for each group's single sign-on. Deleting the provider group_saml removes all of them.",
		["updateUser", "deleteUserIdentity"],
		async (t) => {
			const [first, second, third] = [
				await t.given.record("groups", { saml_provider_id: 31 }),
				await t.given.record("groups", { saml_provider_id: 32 }),
				await t.given.record("groups", { saml_provider_id: 33 }),
			];
			const [one, other] = [await person(t), await person(t)];
			const signOn = { provider: "group_saml", extern_uid: t.unique("dana") };
			const sign = (who: Person, group: { id: number }) => changeUser(t, who.id, { ...signOn, group_id_for_saml: group.id });
			for (const group of [first, second, first]) (await sign(one, group)).is(200);
			t.same(
				"the identities",
				listIn(await recordOf(t, one.id), "identities"),
				[31, 32].map((saml_provider_id) => ({ ...signOn, saml_provider_id })),
			);
			// The same extern_uid may be of different users in two groups, but not in one group.
			(await inVain(t, other.id, () => sign(other, first))).refuses(404);
			(await sign(other, third)).is(200);
			const removed = { id: one.id, provider: "group_saml" };
			(await t.as("administrator").call("deleteUserIdentity", removed)).ok;
			t.same("the identities", listIn(await recordOf(t, one.id), "identities"), []);
			(await t.as("administrator").call("deleteUserIdentity", removed)).refuses(404);
			t.same("the identities of another", listIn(await recordOf(t, other.id), "identities").length, 1);
		},
		{ id: "USER-472/groups", tier: "premium" },
	),
	rule("USER-476, USER-477", "public_email and commit_email can be a verified email of the user. An empty public_email hides it.", "updateUser", async (t) => {
		const { id, email } = await person(t);
		(await changeUser(t, id, { commit_email: "_private" })).is(200);
		for (const name of ["public_email", "commit_email"]) await changes(t, id, { [name]: email });
		(await changeUser(t, id, { public_email: "" })).is(200);
		t.assume("an empty public_email should hide the email again", !(await recordOf(t, id)).field("public_email"));
	}),
	assumed(
		"USER-476, USER-477",
		"public_email and commit_email can be a confirmed secondary email of the user.",
		"updateUser",
		async (t) => {
			const { id } = await addressed(t);
			const email = t.scene("secondary_email");
			const { public_email, commit_email } = (await recordOf(t, id)).fields;
			t.undo("the developer's addresses", () => changeUser(t, id, { public_email: public_email ?? "", commit_email }));
			for (const name of ["public_email", "commit_email"]) await changes(t, id, { [name]: email });
		},
		{ id: "USER-476/secondary", ...developersAddress },
	),
	rule(
		"USER-461, USER-478",
		"commit_email=_private, when creating or updating a user, sets a generated email that is not the primary one.",
		["updateUser", "createUser"],
		async (t) => {
			const [changed, made] = [await person(t), await person(t, { commit_email: "_private" })];
			(await changeUser(t, changed.id, { commit_email: "_private" })).ok;
			for (const { id, email } of [changed, made]) {
				const after = await recordOf(t, id);
				const shown = after.string("commit_email");
				t.holds("commit_email should not be the primary address", shown !== email, after);
				t.assume("commit_email should be a generated email", shown.includes("@") && !shown.startsWith("_private"), after);
			}
		},
	),
	rule("USER-463, USER-464, ERR-005", "email must be an address that the user has added. Any other address returns 404.", "updateUser", async (t) => {
		const { email } = await person(t);
		const unknown = { email: unknownAddress(t) };
		await refused(t, [unknown, { ...unknown, skip_reconfirmation: true }]);
		await refused(t, [{ email }, { email: email.toUpperCase() }], {}, { message: "Email has already been taken" });
	}),
	rule("USER-465", "public_email must be a verified email of the user. Any other address returns 404.", "updateUser", async (t) => {
		const email = unknownAddress(t);
		const other = await person(t);
		await refused(t, [{ public_email: email }, { public_email: unknownAddress(t) }, { public_email: other.email }], { email, skip_confirmation: false });
	}),
	rule(
		"USER-465",
		"public_email cannot be an unconfirmed secondary email of the user.",
		"updateUser",
		async (t) => {
			const { id } = await addressed(t);
			const [email, shown] = [t.scene("unconfirmed_email"), (await recordOf(t, id)).field("public_email") ?? ""];
			t.undo("the developer's public address", () => changeUser(t, id, { public_email: shown }));
			const response = await changeUser(t, id, { public_email: email });
			// A confirmed email becomes the primary one at once.
			if (response.succeeded && (await changeUser(t, id, { email })).fields.email === email) t.skip("the scene's unconfirmed_email is confirmed already");
			isRefused(t, response);
		},
		{ id: "USER-465/unconfirmed", ...developersAddress },
	),
	rule("USER-466, USER-464", "Changing a username to a taken one returns 404, case-insensitive.", "updateUser", async (t) => {
		const { username } = await person(t);
		await refused(t, [{ username }, { username: username.toUpperCase() }], {}, { message: "Username has already been taken" });
		// Names and addresses of users who are not active are taken too.
		for (const state of t.given.hasControl ? ["blocked", "deactivated", "banned"] : []) {
			const other = await account(t, { state });
			await refused(t, [{ username: other.username }, { email: other.email }]);
		}
	}),
	rule(
		"USER-467, USER-470, USER-481, ERR-005",
		"An update of a user that fails returns 404. An invalid value should fail, and valid fields in the same request should not be changed either.",
		"updateUser",
		async (t) => {
			const [{ id }, { email }] = [await person(t), await person(t)];
			const invalid = [
				{ bio: "x".repeat(256) },
				{ projects_limit: -1 },
				{ theme_id: 50 },
				{ password: "kQ7-vz2" },
				{ password: "password" },
				{ username: "test!" },
				{ name: "n".repeat(256) },
			];
			const half = [{ provider: "ldapmain" }, { extern_uid: t.unique("uid") }];
			const all = [...invalid, { email }, { public_email: unknownAddress(t) }, { commit_email: unknownAddress(t) }];
			const valid = { ...texts, name: "Else", external: true, private_profile: true, projects_limit: 7, theme_id: 2, can_create_group: false };
			const identity = { provider: "ldapmain", extern_uid: t.unique("uid") };
			// Users and groups share one namespace, but a server may also separate them.
			for (const [index, each] of [...all, { username: t.scene("group").replace(/\/.*/, "") }].entries()) {
				const response = await changeUser(t, id, each, undefined, { as: formAt(index) });
				if (!response.succeeded) response.is(404);
			}
			const more = [...half, ...half.map((each) => ({ ...valid, ...each })), ...all.map((each) => ({ ...valid, ...identity, ...each }))];
			await t.assuming(async () => await refused(t, [...all, ...more]));
		},
	),
	assumed(
		"",
		"group_id_for_saml must be a group with single sign-on. Any other value returns 404.",
		"updateUser",
		async (t) => {
			const groups = [unknownId, ...(t.given.hasControl ? [(await t.given.record("groups", {})).id] : [])];
			const signOn = { provider: "group_saml", extern_uid: t.unique("dana") };
			const half = groups.map((group_id_for_saml) => ({ group_id_for_saml }));
			await refused(t, [...half, ...half.map((each) => ({ ...signOn, ...each }))]);
		},
		{ id: "USER-472/unknown-group", domain: "users", tier: "premium" },
	),
	rule(
		"USER-462",
		"Updating email to a confirmed secondary email makes it the primary email at once.",
		"updateUser",
		async (t) => {
			const email = t.scene("secondary_email");
			const { id, before } = await addressed(t);
			(await inVain(t, id, () => changeUser(t, id, { email: unknownAddress(t) }))).refuses(404);
			// Alone, and with another field.
			for (const beside of [{}, { note: t.unique("note") }]) {
				(await changeUser(t, id, { email, ...beside })).ok.has({ email });
				(await recordOf(t, id)).has({ email, ...beside });
				// The user keeps the former one.
				await mustList(t, t.as("administrator"), { search: before }, [t.user("developer").username]);
				const back = await changeUser(t, id, { email: before });
				t.assume("the former email should still belong to the user", back.succeeded && back.field("email") === before, back);
			}
		},
		developersAddress,
	),
	rule(
		"USER-436, USER-471",
		"skip_reconfirmation defaults to false when email is updated to an unconfirmed secondary email.",
		"updateUser",
		async (t) => {
			const email = t.scene("unconfirmed_email");
			const { id, before } = await addressed(t);
			// commit_email can only be a confirmed email.
			const commit_email = (await recordOf(t, id)).field("commit_email");
			if ((await changeUser(t, id, { commit_email: email })).succeeded) {
				t.undo("the developer's address of commits", () => changeUser(t, id, { commit_email }));
				t.skip("the scene's unconfirmed_email is confirmed already");
			}
			const after = async (skip_reconfirmation?: boolean) => {
				(await changeUser(t, id, { email, skip_reconfirmation })).is(200);
				return (await recordOf(t, id)).field("email");
			};
			const withFalse = await after(false);
			t.same("the address after a change without skip_reconfirmation", await after(), withFalse);
			t.assume("an unconfirmed email should not become the primary one yet", withFalse === before);
			t.assume("with skip_reconfirmation=true the address should be the primary one at once", (await after(true)) === email);
		},
		{ ...destroys, ...developersAddress },
	),
	assumed(
		"USER-460",
		"Administrators who set their own password keep access and do not have to change it again.",
		"updateUser",
		async (t) => {
			const { id, own } = await holder(t);
			t.undo("the role of administrator", () => changeUser(t, id, { admin: false }));
			(await changeUser(t, id, { admin: true })).is(200);
			for (const beside of [{}, { ...texts, name: t.unique("name") }]) {
				(await own.call("updateUser", { id, ...beside, password: `pw-${t.unique("own")}-Zq7` })).is(200);
				(await own.call("getCurrentUser")).is(200);
			}
		},
		{ alone: "the throwaway account" },
	),
	rule(
		"USER-459",
		"After an administrator sets another user's password, requests of that user are refused until the user changes it.",
		"updateUser",
		async (t) => {
			const shutOut = async ({ id, own }: { id: number; own: Caller }, beside: Params = {}): Promise<ApiResponse> => {
				(await own.call("getCurrentUser")).ok;
				(await changeUser(t, id, { ...beside, password: `pw-${t.unique("other")}-Zq7` })).ok;
				const response = isRefused(t, await own.call("getCurrentUser"));
				t.assume("message about the password", /password/i.test(response.text), response);
				return response;
			};
			await shutOut(await holder(t));
			if (!t.given.hasControl) return t.leaves("the throwaway account, which must change its password");
			const chief = await account(t, { admin: true });
			await shutOut({ ...chief, own: chief.caller }, { ...texts, name: t.unique("name") });
			(await chief.caller.call("listUsers")).is(403);
		},
		{ alone: "the throwaway account" },
	),
];
