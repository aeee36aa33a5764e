import { isDeepStrictEqual } from "node:util";
import { distinct, sortsOfUsers } from "../../laws/every-state";
import { account, type Someone } from "../../rule/callers";
import type { ApiResponse } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { administratorFields, hiddenFields, listFields, paidFields, profileFields, singleFields } from "./fields";
import { changeUser, inStates, listUsers, one, person, recordOf, sample, tokenBots, writes, writing } from "./lab";

const administration = ["is_admin", "note", "namespace_id", "created_by"] as const;
const forAdministrators = [...administratorFields, ...paidFields, ...singleFields];

/** The fields of an account, each with a distinct value. */
const full = {
	public_email: "shown@example.org",
	bio: "Bio.",
	location: "Oslo",
	organization: "Acme",
	job_title: "Engineer",
	pronouns: "they/them",
	professional_network: "network",
	microblog: "blog",
	chat_account: "chat",
	code_host: "host",
	website_url: "https://example.org",
	created_at: "2025-01-02T03:04:05.000Z",
	last_sign_in_at: "2025-02-02T03:04:05.000Z",
	current_sign_in_at: "2025-03-02T03:04:05.000Z",
	confirmed_at: "2025-01-03T03:04:05.000Z",
	last_activity_on: "2025-03-03",
	current_sign_in_ip: "192.0.2.1",
	last_sign_in_ip: "192.0.2.2",
	theme_id: 3,
	color_scheme_id: 4,
	projects_limit: 5,
	note: "Careful.",
	can_create_group: false,
	two_factor_enabled: true,
	external: true,
	private_profile: false,
	shared_runners_minutes_limit: 6,
	extra_shared_runners_minutes_limit: 7,
};

/** A time of day, such as 3:38 PM. */
const isTime = (value: unknown): boolean => /^(1[0-2]|[1-9]):[0-5]\d [AP]M$/.test(String(value));

/** The fields with each time as a number, because the specification leaves open how many decimals a time has. */
const instants = (fields: object): object =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, name.endsWith("_at") ? Date.parse(String(value)) : value]));

/** The record must have exactly these fields. */
const shape = (response: ApiResponse, names: readonly string[]): readonly [string[], string[]] => [Object.keys(response.fields).sort(), [...names].sort()];

/** The record of a user, and of the current user. */
export const userReading: readonly Rule[] = [
	rule("USER-292", "Only administrators see a user's email, is_admin and note, in the single record and in lists.", ["getUser", "listUsers"], async (t) => {
		const { id, username } = t.user("developer");
		const secrets = ["email", "is_admin", "note"];
		for (const who of ["outsider", "owner", "developer", "auditor"] as const) {
			(await t.as(who).call("getUser", { id })).ok.has({ id }).lacks(...secrets);
			// What auditors see in a list is open.
			for (const params of who === "auditor" ? [] : [{}, { username }, { search: username }, { pagination: "keyset" }])
				(await listUsers(t.as(who), params)).every("without email, is_admin and note", (user) => !secrets.some((name) => Object.hasOwn(user, name)));
		}
		// Users of each state and kind.
		for (const user of distinct((await listUsers(t.as("administrator"))).items, sortsOfUsers)) {
			const seen = await t.as("outsider").call("getUser", { id: user.id });
			if (seen.succeeded) seen.lacks(...secrets);
		}
		(await recordOf(t, id)).has({ id }).shows(...secrets);
	}),
	assumed("USER-057", "Callers who are not administrators see any user's profile, including their own, and no administrator fields.", "getUser", async (t) => {
		const { id } = t.user("developer");
		for (const who of ["outsider", "developer", "auditor"] as const) {
			const response = (await t.as(who).call("getUser", { id })).is(200).shows(...listFields);
			response.lacks(...forAdministrators);
			const [names, expected] = shape(response, [...listFields, ...profileFields]);
			if (t.given.hasControl) t.same("the fields of the record", names, expected, response);
		}
	}),
	rule(
		"USER-066..085, USER-095, USER-099, USER-101",
		"Administrators read every field of a user with its stored value. Other callers read the profile fields, with the same values.",
		"getUser",
		async (t) => {
			const { id, username, email, caller } = await account(t, { ...full, sign_in_count: 8 });
			const derived = { username, commit_email: email, state: "active", locked: false };
			const stored = { ...full, ...derived, email };
			const shown = ({ fields }: ApiResponse, names: readonly string[]) =>
				instants(Object.fromEntries(names.filter((name) => Object.hasOwn(stored, name)).map((name) => [name, fields[name]])));
			const single = (await recordOf(t, id)).has({ is_admin: false, can_create_project: true, sign_in_count: 8 });
			t.same("the record", shown(single, Object.keys(stored)), instants(stored), single);
			t.assume("work_information should join job_title and organization", single.field("work_information") === "Engineer at Acme", single);
			const [listed] = (await listUsers(t.as("administrator"), { username })).items;
			for (const [name, value] of Object.entries(listed ?? {})) t.same(`${name} in the list and in the record`, single.field(name), value, single);
			const profile = await t.as("outsider").call("getUser", { id });
			t.same("the profile", shown(profile.is(200), profileFields), shown(single, profileFields), profile);
			const own = (await caller.call("getCurrentUser")).is(200);
			// Other rules check which fields the current user's record has.
			const names = Object.keys(own.fields).filter((name) => name !== "note" && !name.endsWith("_ip"));
			t.same("the current user", shown(own, names), shown(single, names), own);
		},
		{ tier: "premium" },
	),
	rule(
		"USER-066..085, USER-101, USER-103",
		"Administrators see every administrator field, in the single record and in the list, even of a user with nothing set and few rights.",
		["getUser", "listUsers", "createUser"],
		async (t) => {
			const { id, username } = await person(t, { projects_limit: 0, can_create_group: false });
			const names = [...administratorFields, ...(t.facts.tier === "free" ? [] : paidFields)];
			(await recordOf(t, id)).shows(...names);
			const listed = await listUsers(t.as("administrator"), { username });
			// Another rule checks the IP addresses of sign-ins in a list.
			listed.every("complete", (one) => names.every((name) => name.endsWith("_ip") || Object.hasOwn(one, name)));
		},
		{ ...writes, id: "USER-066/unset" },
	),
	assumed(
		"USER-058, USER-060, USER-061, USER-482",
		"A private profile hides created_at, followers, following and is_followed, except from that user and administrators.",
		["getUser", "updateUser"],
		async (t) => {
			for (const shy of [await person(t, { private_profile: true }), await person(t)]) {
				const { id } = shy;
				if (shy.made.field("private_profile") !== true) {
					(await t.as("outsider").call("getUser", { id })).is(200).shows(...hiddenFields);
					(await t.as("administrator").call("updateUser", { id, private_profile: true })).ok.has({ private_profile: true });
				}
				for (const who of ["outsider", "owner", "auditor"] as const)
					(await t.as(who).call("getUser", { id }))
						.is(200)
						.lacks(...hiddenFields)
						.shows("bio", "location");
				(await shy.caller.call("getUser", { id })).is(200).shows(...hiddenFields);
				(await recordOf(t, id)).has({ private_profile: true }).shows("created_at", "followers", "following");
			}
		},
		writes,
	),
	assumed("USER-059", "The profile of a blocked or banned user hides created_at, followers, following and is_followed from others.", "getUser", async (t) => {
		for (const { id, state } of await inStates(t, "blocked", "ldap_blocked", "banned", "blocked_pending_approval")) {
			(await t.as("outsider").call("getUser", { id }))
				.is(200)
				.has({ state })
				.lacks(...hiddenFields)
				.shows("bio");
			(await recordOf(t, id)).shows(...hiddenFields);
		}
		for (const { id } of await inStates(t, "deactivated")) (await t.as("outsider").call("getUser", { id })).is(200).shows(...hiddenFields);
	}),
	assumed("USER-063", "bot is true for the bots of projects and groups, and false for people.", "getUser", async (t) => {
		for (const username of await tokenBots(t)) {
			const [bot] = (await listUsers(t.as("administrator"), { username })).items;
			(await t.as("outsider").call("getUser", { id: bot?.id })).is(200).has({ bot: true });
		}
		(await t.as("outsider").call("getUser", { id: t.user("developer").id })).is(200).has({ bot: false });
		if (!t.given.hasControl) return;
		for (const kind of ["project_bot", "group_bot"])
			(await t.as("outsider").call("getUser", { id: (await account(t, { kind })).id })).is(200).has({ bot: true });
	}),
	writing.assumed("USER-064", 'work_information is "job title at organization", the one of them that is set, or null.', "getUser", async (t) => {
		for (const organization of ["Acme", undefined]) {
			const { id } = await person(t, { organization });
			(await t.as("outsider").call("getUser", { id })).is(200).has({ work_information: organization ?? null });
		}
		for (const { job_title, organization, work_information } of (await sample(t)).slice(0, 100)) {
			const both = [job_title, organization].filter((part) => typeof part === "string" && part !== "");
			t.same("work_information", work_information, both.length > 0 ? both.join(" at ") : null);
		}
		if (!t.given.hasControl) return;
		for (const [job_title, organization, work_information] of [
			["Engineer", "Acme", "Engineer at Acme"],
			["Engineer", null, "Engineer"],
			["", "Acme", "Acme"],
			["", null, null],
		])
			(await t.as("outsider").call("getUser", { id: (await account(t, { job_title, organization })).id })).is(200).has({ work_information });
	}),
	writing.assumed("USER-065", "local_time is the time of day in the user's time zone, such as 3:38 PM, or null without a time zone.", "getUser", async (t) => {
		const fresh = (await t.as("outsider").call("getUser", { id: (await person(t)).id })).is(200);
		t.holds("local_time null, or the time in the server's zone", fresh.field("local_time") === null || isTime(fresh.field("local_time")), fresh);
		const { id } = one(t, await sample(t), "has a time zone", (user) => typeof user.local_time === "string");
		const { local_time } = (await t.as("outsider").call("getUser", { id })).is(200).fields;
		t.holds(`a time such as 3:38 PM, not ${String(local_time)}`, isTime(local_time));
		if (!t.given.hasControl) return;
		for (const [time_zone, now, expected] of [
			[null, "2026-01-05T15:38:00Z", null],
			["UTC", "2026-01-05T15:38:00Z", "3:38 PM"],
			["UTC", "2026-01-05T00:05:00Z", "12:05 AM"],
			["UTC", "2026-01-05T12:00:00Z", "12:00 PM"],
			["Europe/Berlin", "2026-01-05T15:38:00Z", "4:38 PM"],
			["Europe/Berlin", "2026-07-05T15:38:00Z", "5:38 PM"],
			["Asia/Kolkata", "2026-01-05T03:00:00Z", "8:30 AM"],
		] as const) {
			await t.given.setClock(now);
			(await t.as("outsider").call("getUser", { id: (await account(t, { time_zone })).id })).is(200).has({ local_time: expected });
		}
	}),
	assumed(
		"USER-096, USER-100, USER-102, USER-104, USER-106, USER-108, USER-110",
		"On the free tier, a user's records have no plan, trial, minutes limits or other fields of paid tiers.",
		["getUser", "listUsers", "getCurrentUser"],
		async (t) => {
			const { id, username } = t.user("developer");
			(await recordOf(t, id)).shows("is_admin", "sign_in_count").lacks("plan", "trial", ...paidFields);
			(await listUsers(t.as("administrator"), { username })).every("without paid fields", (item) => !paidFields.some((name) => Object.hasOwn(item, name)));
			(await t.as("developer").call("getCurrentUser")).is(200).lacks("plan", "trial", ...paidFields);
		},
		{ maxTier: "free" },
	),
	assumed(
		"USER-097",
		"On paid tiers, administrators see the fields of paid tiers. For a user without a subscription, plan is null and trial is false.",
		"getUser",
		async (t) => {
			const { id } = await person(t);
			(await recordOf(t, id)).has({ plan: null, trial: false }).shows(...paidFields, "sign_in_count");
			if (!t.given.hasControl) return;
			for (const tier of ["premium", "ultimate"]) {
				await t.given.settings({ tier });
				(await recordOf(t, id)).has({ plan: null, trial: false }).shows(...paidFields);
				(await recordOf(t, (await account(t, { plan: "premium", trial: true })).id)).has({ plan: "premium", trial: true });
				const seats = { using_license_seat: true, is_auditor: true };
				(await recordOf(t, (await account(t, { auditor: true })).id)).has(seats);
			}
		},
		{ ...writes, tier: "premium" },
	),
	assumed(
		"USER-293, USER-294",
		"A user can read 300 user records in ten minutes; more return 429. Administrators have no such limit.",
		"getUser",
		async (t) => {
			await t.given.limitRates();
			const [one, chief, id] = [await person(t), await person(t, { admin: true }), t.user("developer").id];
			const read = (who: typeof one) => who.caller.call("getUser", { id }, { impatient: true });
			for (let count = 0; count < 300; count++) (await read(one)).is(200);
			const message = { error: "This endpoint has been requested too many times. Try again later." };
			const last = await read(one);
			if (!t.given.hasControl && last.succeeded) t.skip("the server lets more requests pass: it is configured so");
			const refused = last.refuses(429, { message });
			t.holds("a Retry-After", Number(refused.header("retry-after")) > 0, refused);
			(await t.as("reporter").call("getUser", { id })).is(200);
			for (let count = 0; count <= 300; count++) (await read(chief)).is(200);
			if (!t.given.hasControl) return;
			await t.given.advance("10 minutes");
			(await read(one)).is(200);
		},
		{ effect: "destroys" },
	),
	writing.rule("USER-295", "GET /user returns the owner of the token, with the values that administrators read.", "getCurrentUser", async (t) => {
		for (const who of ["administrator", "maintainer", "outsider"] as const) {
			const own = (await t.as(who).call("getCurrentUser")).ok.has({ id: t.user(who).id });
			const known = await recordOf(t, t.user(who).id);
			for (const name of ["username", "name", "created_at"]) t.same(name, own.field(name), known.field(name), own);
			// That callers other than administrators see these is assumed.
			for (const name of ["email", "external", "projects_limit", "confirmed_at"])
				if (who === "administrator" || Object.hasOwn(own.fields, name)) t.same(name, own.field(name), known.field(name), own);
		}
		const made = { bio: "Words.", pronouns: "they/them", private_profile: true };
		const people: Someone[] = [await person(t, { provider: "ldapmain", extern_uid: t.unique("uid"), ...made })];
		// A user with a token of their own, so that nothing is read through sudo.
		if (t.given.hasControl) people.push(await account(t, made));
		// Also after a change.
		for (const who of people)
			for (const change of [{}, { name: t.unique("name"), bio: "Others.", pronouns: "she/her", location: "Here" }]) {
				if (Object.keys(change).length > 0) (await changeUser(t, who.id, change)).ok;
				const own = (await who.caller.call("getCurrentUser")).ok.has(change);
				const known = (await recordOf(t, who.id)).fields;
				// The request itself may move the times of the last activity.
				const others = Object.keys(known).filter((name) => Object.hasOwn(own.fields, name) && !/_(at|on|ip|time)$/.test(name));
				for (const name of others) t.assume(`${name} should be as administrators see it`, isDeepStrictEqual(own.field(name), known[name]), own);
			}
	}),
	rule(
		"USER-115, USER-116",
		"An administrator's own record has the same fields as other users' records, and preferred_language. Other users see no administrator fields.",
		"getCurrentUser",
		async (t) => {
			for (const who of ["developer", "auditor"] as const) {
				const response = (await t.as(who).call("getCurrentUser")).ok;
				t.assume(`${who} should see an email`, Object.hasOwn(response.fields, "email"), response);
				const theirs = administration.filter((name) => Object.hasOwn(response.fields, name));
				t.assume(`${theirs.join(", ")} should not be shown to ${who}`, theirs.length === 0, response);
			}
			const administrator = t.as("administrator");
			const own = (await administrator.call("getCurrentUser")).ok.has({ is_admin: true }).shows(...administratorFields, "preferred_language");
			const single = (await administrator.call("getUser", { id: own.number("id") })).ok;
			// The request itself may move the times of the last activity; preferred_language is only in the current user's record.
			const namesOf = ({ fields }: ApiResponse) => Object.keys(fields).filter((name) => name !== "preferred_language");
			t.same("the fields of the record", namesOf(own).sort(), namesOf(single).sort(), own);
		},
	),
	assumed(
		"USER-117",
		"On paid tiers, the current user's record has both minutes limits and scim_identities, but not is_auditor and using_license_seat.",
		"getCurrentUser",
		async (t) => {
			const response = (await t.as("developer").call("getCurrentUser")).is(200);
			response.shows("shared_runners_minutes_limit", "extra_shared_runners_minutes_limit", "scim_identities").lacks("is_auditor", "using_license_seat");
		},
		{ tier: "premium" },
	),
];
