import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
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

export const changeUser = (t: Trial, id: number, changes: Params): Promise<Answer> =>
	t.as("administrator").call("updateUser", { id, ...changes });

export const userChanges: readonly Check[] = [
	...alone.map(([claim, name, given]) =>
		check(claim, async (t) => {
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
	check("USER-169", async (t) => {
		const { id } = await person(t);
		for (const state of ["blocked", "deactivated"]) {
			(await changeUser(t, id, { state })).is(200).has({ state: "active" });
			(await recordOf(t, id)).has({ state: "active" });
		}
	}),
	check("USER-455", async (t) => {
		const { id, caller } = await person(t);
		const open = () => caller.call("listUserMemberships", { id });
		(await open()).is(403);
		(await changeUser(t, id, { admin: true })).is(200).has({ is_admin: true });
		(await open()).is(200);
		(await changeUser(t, id, { admin: false })).is(200).has({ is_admin: false });
		(await open()).is(403);
	}),
	check("USER-456", async (t) => {
		const { id } = await person(t);
		const before = (await recordOf(t, id)).fields;
		const told = (await t.as("administrator").send("PUT", `/api/v4/users/${id}`, { json: {} })).is(200);
		told.has({ id });
		t.same("the user", (await recordOf(t, id)).fields, before, told);
	}),
	check("USER-457", async (t) => {
		for (const bio of ["", null]) {
			const { id, made } = await person(t, { bio: "Words." });
			made.has({ bio: "Words." });
			(await changeUser(t, id, { bio })).is(200).has({ bio: "" });
			(await recordOf(t, id)).has({ bio: "" });
		}
	}),
	check("USER-458", async (t) => {
		const { id, made } = await person(t, { organization: "Acme" });
		made.has({ organization: "Acme" });
		(await changeUser(t, id, { organization: "" })).is(200);
		const after = await recordOf(t, id);
		t.holds("the organization should be gone", !after.field("organization"), after);
	}),
	check("USER-472", async (t) => {
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
		const pairs = (Array.isArray(identities) ? identities.map(Object) : []).map((one) => [
			one.provider,
			one.extern_uid,
		]);
		const expected = [
			["conformance", second],
			["ldapmain", third],
		];
		t.same("the identities", pairs.sort(), expected, after);
	}),
	check("USER-473", async (t) => {
		const { id } = await person(t);
		const changes = { name: "Dana Else", note: "New." };
		(await changeUser(t, id, changes))
			.is(200)
			.shows(...listFields, ...administratorFields)
			.has(changes);
	}),
	check("USER-474", async (t) => {
		const { id } = await person(t);
		const put = (name: string, size: number) =>
			t.as("administrator").call("updateUser", { id, avatar: avatar(name, size) }, { as: "multipart" });
		const url = (await put("new.png", 100)).is(200).string("avatar_url");
		t.holds(`avatar_url should end in the file's name, and is ${url}`, url.endsWith("/new.png"));
		(await put("big.png", 204_801)).refuses(404);
		(await recordOf(t, id)).has({ avatar_url: url });
	}),
	check("USER-475", async (t) => {
		const { id, caller } = await person(t);
		(await caller.call("getUserPreferences")).is(200).has({ view_diffs_file_by_file: false });
		(await changeUser(t, id, { view_diffs_file_by_file: true })).is(200);
		(await caller.call("getUserPreferences")).is(200).has({ view_diffs_file_by_file: true });
	}),
	check("USER-476", async (t) => {
		const { id, email } = await person(t);
		(await changeUser(t, id, { public_email: email })).is(200).has({ public_email: email });
		(await changeUser(t, id, { public_email: "" })).is(200);
		const after = await recordOf(t, id);
		t.holds("public_email should be gone", !after.field("public_email"), after);
	}),
	check("USER-477", async (t) => {
		const { id, email } = await person(t);
		(await changeUser(t, id, { commit_email: "_private" })).is(200);
		(await changeUser(t, id, { commit_email: email })).is(200).has({ commit_email: email });
		(await recordOf(t, id)).has({ commit_email: email });
	}),
	check("USER-461", async (t) => {
		const { id } = await person(t);
		(await changeUser(t, id, { commit_email: "_private" })).is(200);
	}),
	check("USER-478", async (t) => {
		const { id, email } = await person(t);
		(await changeUser(t, id, { commit_email: "_private" })).is(200);
		const after = await recordOf(t, id);
		const shown = after.string("commit_email");
		t.holds("commit_email should be a generated address", shown.includes("@") && shown !== email, after);
	}),
	check("USER-479", async (t) => {
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
	check(
		"USER-480",
		async (t) => {
			const { id } = await person(t);
			const limits = { shared_runners_minutes_limit: 133, extra_shared_runners_minutes_limit: 20 };
			(await changeUser(t, id, limits)).is(200).has(limits);
			(await recordOf(t, id)).has(limits);
		},
		{ tier: "premium" },
	),
	check("USER-482", async (t) => {
		const { id } = await person(t);
		const read = () => t.as("outsider").call("getUser", { id });
		(await read()).is(200).shows(...hiddenFields);
		(await changeUser(t, id, { private_profile: true })).is(200);
		(await read()).is(200).lacks("created_at", "followers");
	}),
	check("USER-483", async (t) => {
		const { id, username } = await person(t);
		const renamed = t.unique("renamed");
		const told = (await changeUser(t, id, { username: renamed })).is(200).has({ username: renamed });
		t.holds("web_url should end in the new name", told.string("web_url").endsWith(`/${renamed}`), told);
		await mustList(t, t.as("outsider"), {}, [renamed]);
		t.holds("nobody should be listed by the old name", !(await isListed(t.as("outsider"), username)));
	}),
];
