import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { administratorFields, hiddenFields, listFields } from "./fields";
import { isListed, mustList } from "./listed";
import { person, recordOf } from "./person";
import { avatar } from "./picture";

/** Each field alone: the claim, its name, and a value that new users do not have. */
const alone: readonly (readonly [claim: string, name: string, value: unknown])[] = [
	["USER-438", "name", "Dana Else"],
	["USER-439", "bio", "Changed."],
	["USER-440", "can_create_group", undefined],
	["USER-441", "color_scheme_id", 2],
	["USER-442", "external", undefined],
	["USER-443", "professional_network", "dana"],
	["USER-444", "location", "Oslo"],
	["USER-445", "note", "Careful."],
	["USER-446", "organization", "Acme"],
	["USER-447", "private_profile", undefined],
	["USER-448", "projects_limit", 3],
	["USER-449", "pronouns", "they/them"],
	["USER-450", "theme_id", 2],
	["USER-451", "microblog", "@dana"],
	["USER-452", "chat_account", "dana#2"],
	["USER-453", "code_host", "dana"],
	["USER-454", "website_url", "https://dana.example.com"],
];

/** What follows from a field, and so changes with it. */
const derived: { readonly [name: string]: readonly string[] } = { organization: ["work_information"] };

export const changeUser = (t: Context, id: number, changes: Params): Promise<Answer> => t.as("administrator").call("updateUser", { id, ...changes });

export const userChanges: readonly Rule[] = [
	...alone.map(([claim, name, given]) =>
		byClaim(claim, async (t) => {
			const { id } = await person(t);
			const before = (await recordOf(t, id)).fields;
			const value = given === undefined ? !before[name] : given;
			t.holds(`${name} should not have been ${String(value)} before`, before[name] !== value);
			(await changeUser(t, id, { [name]: value })).is(200);
			const after = await recordOf(t, id);
			const expected: Record<string, unknown> = { ...before, [name]: value };
			for (const also of derived[name] ?? []) expected[also] = after.field(also);
			t.same("the user", after.fields, expected, after);
		}),
	),
	assumed("USER-169", "A `state` field sent to PUT /users/:id is ignored: the user's state stays.", "updateUser", async (t) => {
		const { id } = await person(t);
		for (const state of ["blocked", "deactivated"]) {
			(await changeUser(t, id, { state })).is(200).has({ state: "active" });
			(await recordOf(t, id)).has({ state: "active" });
		}
	}),
	assumed(
		"USER-455",
		"admin=true makes the user an administrator: is_admin true and admin-only endpoints open to their token; admin=false reverts it.",
		"updateUser",
		async (t) => {
			const { id, caller } = await person(t);
			const open = () => caller.call("listUserMemberships", { id });
			(await open()).is(403);
			(await changeUser(t, id, { admin: true })).is(200).has({ is_admin: true });
			(await open()).is(200);
			(await changeUser(t, id, { admin: false })).is(200).has({ is_admin: false });
			(await open()).is(403);
		},
	),
	assumed("USER-456", "An empty body answers 200 with the unchanged user.", "updateUser", async (t) => {
		const { id } = await person(t);
		const before = (await recordOf(t, id)).fields;
		const response = (await t.as("administrator").send("PUT", `/api/v4/users/${id}`, { json: {} })).is(200);
		response.has({ id });
		t.same("the user", (await recordOf(t, id)).fields, before, response);
	}),
	assumed("USER-457", 'bio="" and bio=null both give bio "" in the response.', "updateUser", async (t) => {
		for (const bio of ["", null]) {
			const { id, made } = await person(t, { bio: "Words." });
			made.has({ bio: "Words." });
			(await changeUser(t, id, { bio })).is(200).has({ bio: "" });
			(await recordOf(t, id)).has({ bio: "" });
		}
	}),
	assumed("USER-458", 'organization="" clears the organization.', "updateUser", async (t) => {
		const { id, made } = await person(t, { organization: "Acme" });
		made.has({ organization: "Acme" });
		(await changeUser(t, id, { organization: "" })).is(200);
		const after = await recordOf(t, id);
		t.holds("the organization should be gone", !after.field("organization"), after);
	}),
	assumed("USER-472", "provider with extern_uid replaces the extern_uid of the user's identity of that provider or adds one.", "updateUser", async (t) => {
		const { id } = await person(t);
		const [first, second, third] = [t.unique("uid"), t.unique("uid"), t.unique("uid")];
		for (const [provider, extern_uid] of [
			["ldapmain", first],
			["conformance", second],
			["ldapmain", third],
		])
			(await changeUser(t, id, { provider, extern_uid })).is(200);
		const after = await recordOf(t, id);
		const { identities } = after.fields;
		const pairs = (Array.isArray(identities) ? identities.map(Object) : []).map((one) => [one.provider, one.extern_uid]);
		const expected = [
			["conformance", second],
			["ldapmain", third],
		];
		t.same("the identities", pairs.sort(), expected, after);
	}),
	assumed("USER-473", "The success response is the administrator view with the new values.", "updateUser", async (t) => {
		const { id } = await person(t);
		const changes = { name: "Dana Else", note: "New." };
		(await changeUser(t, id, changes))
			.is(200)
			.shows(...listFields, ...administratorFields)
			.has(changes);
	}),
	assumed("USER-474", "avatar sent as multipart changes avatar_url; a file over 200 KiB answers 404 and the old avatar stays.", "updateUser", async (t) => {
		const { id } = await person(t);
		const put = (name: string, size: number) => t.as("administrator").call("updateUser", { id, avatar: avatar(name, size) }, { as: "multipart" });
		const url = (await put("new.png", 100)).is(200).string("avatar_url");
		t.holds(`avatar_url should end in the file's name, and is ${url}`, url.endsWith("/new.png"));
		(await put("big.png", 204_801)).refuses(404);
		(await recordOf(t, id)).has({ avatar_url: url });
	}),
	assumed("USER-475", "view_diffs_file_by_file=true for a user shows as true in that user's GET /user/preferences.", "updateUser", async (t) => {
		const { id, caller } = await person(t);
		(await caller.call("getUserPreferences")).is(200).has({ view_diffs_file_by_file: false });
		(await changeUser(t, id, { view_diffs_file_by_file: true })).is(200);
		(await caller.call("getUserPreferences")).is(200).has({ view_diffs_file_by_file: true });
	}),
	assumed("USER-476", 'public_email set to a verified address of the user is accepted (200) and echoed; "" clears it.', "updateUser", async (t) => {
		const { id, email } = await person(t);
		(await changeUser(t, id, { public_email: email })).is(200).has({ public_email: email });
		(await changeUser(t, id, { public_email: "" })).is(200);
		const after = await recordOf(t, id);
		t.holds("public_email should be gone", !after.field("public_email"), after);
	}),
	assumed("USER-477", "commit_email set to a verified address of the user is accepted (200) and echoed.", "updateUser", async (t) => {
		const { id, email } = await person(t);
		(await changeUser(t, id, { commit_email: "_private" })).is(200);
		(await changeUser(t, id, { commit_email: email })).is(200).has({ commit_email: email });
		(await recordOf(t, id)).has({ commit_email: email });
	}),
	rule("USER-461", 'commit_email="_private" is accepted.', "updateUser", async (t) => {
		const { id } = await person(t);
		(await changeUser(t, id, { commit_email: "_private" })).is(200);
	}),
	assumed(
		"USER-478",
		'After commit_email="_private" the record shows a generated no-reply address, neither "_private" nor the primary email.',
		"updateUser",
		async (t) => {
			const { id, email } = await person(t);
			(await changeUser(t, id, { commit_email: "_private" })).is(200);
			const after = await recordOf(t, id);
			const shown = after.string("commit_email");
			t.holds("commit_email should be a generated address", shown.includes("@") && shown !== email, after);
		},
	),
	assumed("USER-479", "On Premium/Ultimate auditor=true makes is_auditor true; on Free it answers 404 and changes nothing.", "updateUser", async (t) => {
		const { id } = await person(t);
		if (t.facts.tier !== "free") {
			(await changeUser(t, id, { auditor: true })).is(200).has({ is_auditor: true });
			(await recordOf(t, id)).has({ is_auditor: true });
			return;
		}
		const before = (await recordOf(t, id)).fields;
		(await changeUser(t, id, { auditor: true })).refuses(404);
		t.same("the user", (await recordOf(t, id)).fields, before);
	}),
	assumed(
		"USER-480",
		"On Premium/Ultimate shared_runners_minutes_limit and extra_shared_runners_minutes_limit sent come back in the response.",
		"updateUser",
		async (t) => {
			const { id } = await person(t);
			const limits = { shared_runners_minutes_limit: 133, extra_shared_runners_minutes_limit: 20 };
			(await changeUser(t, id, limits)).is(200).has(limits);
			(await recordOf(t, id)).has(limits);
		},
		{ tier: "premium" },
	),
	assumed("USER-482", "private_profile=true hides created_at and followers of that user from other regular users.", "updateUser", async (t) => {
		const { id } = await person(t);
		const read = () => t.as("outsider").call("getUser", { id });
		(await read()).is(200).shows(...hiddenFields);
		(await changeUser(t, id, { private_profile: true })).is(200);
		(await read()).is(200).lacks("created_at", "followers");
	}),
	assumed(
		"USER-483",
		"After a username change the user is found under the new name (web_url too) and no longer under the old one.",
		"updateUser",
		async (t) => {
			const { id, username } = await person(t);
			const renamed = t.unique("renamed");
			const response = (await changeUser(t, id, { username: renamed })).is(200).has({ username: renamed });
			t.holds("web_url should end in the new name", response.string("web_url").endsWith(`/${renamed}`), response);
			await mustList(t, t.as("outsider"), {}, [renamed]);
			t.holds("nobody should be listed by the old name", !(await isListed(t.as("outsider"), username)));
		},
	),
];
