import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { hiddenFields, listFields, onlyAdministrators } from "./fields";
import { one, sample, tokenBot } from "./listed";
import { person, recordOf, unknownId } from "./person";

const writes = { effect: "writes" } as const;

/** What only paid tiers show administrators of a user, by the claim. */
const paid: readonly (readonly [claim: string, ...fields: readonly string[]])[] = [
	["USER-096", "plan", "trial"],
	["USER-100", "shared_runners_minutes_limit"],
	["USER-102", "extra_shared_runners_minutes_limit"],
	["USER-104", "is_auditor"],
	["USER-106", "using_license_seat"],
	["USER-108", "provisioned_by_group_id"],
	["USER-110", "scim_identities"],
];

/** One of the sample's users, of whom a regular caller reads the whole profile. */
async function profiled(t: Context, what: string, holds: (user: Fields) => boolean): Promise<Fields> {
	const user = one(t, await sample(t), what, holds);
	return (await t.as("outsider").call("getUser", { id: user.id })).is(200).fields;
}

export const singleUsers: readonly Rule[] = [
	assumed(
		"USER-057",
		"A regular caller reading another user gets none of the administrator fields (email, is_admin, note, identities, namespace_id, created_by, sign-in IPs, plan, trial, sign_in_count).",
		"getUser",
		async (t) => {
			const response = await t.as("outsider").call("getUser", { id: t.user("developer").id });
			response.is(200).shows(...listFields);
			response.lacks(...onlyAdministrators.filter((name) => name !== "two_factor_enabled"));
			response.lacks("plan", "trial", "sign_in_count");
		},
	),
	assumed(
		"USER-058",
		"Reading a user with private_profile=true as a regular other user omits the keys created_at, followers, following, is_followed.",
		"getUser",
		async (t) => {
			const { id } = await person(t, { private_profile: true });
			(await t.as("outsider").call("getUser", { id })).is(200).lacks(...hiddenFields);
			const open = await person(t);
			(await t.as("outsider").call("getUser", { id: open.id })).is(200).shows(...hiddenFields);
		},
		writes,
	),
	assumed(
		"USER-059",
		"Reading a blocked user as a regular other user omits created_at, followers, following, is_followed (profile not readable).",
		"getUser",
		async (t) => {
			const blocked = one(t, await sample(t), "is blocked", ({ state }) => state === "blocked");
			(await t.as("outsider").call("getUser", { id: blocked.id })).is(200).lacks(...hiddenFields);
		},
	),
	assumed(
		"USER-060",
		"An administrator reading a user with private_profile=true still gets created_at, followers and following.",
		"getUser",
		async (t) => {
			const { id } = await person(t, { private_profile: true });
			(await recordOf(t, id)).has({ private_profile: true }).shows("created_at", "followers", "following");
		},
		writes,
	),
	assumed(
		"USER-061",
		"A user reading their own id with private_profile=true gets created_at, followers and following.",
		"getUser",
		async (t) => {
			const { id, caller } = await person(t, { private_profile: true });
			(await caller.call("getUser", { id })).is(200).has({ id }).shows("created_at", "followers", "following");
		},
		writes,
	),
	assumed("USER-063", "`bot` is true for a project or group bot account and false for a human account.", "getUser", async (t) => {
		const username = await tokenBot(t);
		const [bot] = (await t.as("administrator").call("listUsers", { username })).is(200).items;
		(await t.as("outsider").call("getUser", { id: bot?.id })).is(200).has({ bot: true });
		(await t.as("outsider").call("getUser", { id: t.user("developer").id })).is(200).has({ bot: false });
	}),
	assumed(
		"USER-064",
		'`work_information` is "<job_title> at <organization>" when both are set, the one that is set when only one is, null when neither is.',
		"getUser",
		async (t) => {
			const [working, idle] = [await person(t, { organization: "Acme" }), await person(t)];
			(await t.as("outsider").call("getUser", { id: working.id })).is(200).has({ work_information: "Acme" });
			(await t.as("outsider").call("getUser", { id: idle.id })).is(200).has({ work_information: null });
			for (const { job_title, organization, work_information } of (await sample(t)).slice(0, 100)) {
				const both = [job_title, organization].filter((part) => typeof part === "string" && part !== "");
				t.same("work_information", work_information, both.length > 0 ? both.join(" at ") : null);
			}
		},
		writes,
	),
	assumed(
		"USER-065",
		'`local_time` is a 12-hour clock text such as "3:38 PM" in the user\'s time zone, null when no zone is set.',
		"getUser",
		async (t) => {
			const { id } = await person(t);
			const fresh = (await t.as("outsider").call("getUser", { id })).is(200);
			const isTime = (value: unknown) => /^(1[0-2]|[1-9]):[0-5]\d [AP]M$/.test(String(value));
			const none = fresh.field("local_time") === null;
			t.holds("local_time should be null, or the server's time zone's", none || isTime(fresh.field("local_time")), fresh);
			const { local_time } = await profiled(t, "has a time zone", (user) => typeof user.local_time === "string");
			t.holds(`local_time should be such as 3:38 PM, and is ${String(local_time)}`, isTime(local_time));
		},
		writes,
	),
	...paid.map(([claim, ...fields]) =>
		byClaim(
			claim,
			async (t) => {
				(await recordOf(t, t.user("developer").id)).shows("is_admin").lacks(...fields);
			},
			{ maxTier: "free", operations: ["getUser"] },
		),
	),
	assumed(
		"USER-097",
		"On an enterprise instance a user without subscription shows plan null and trial false.",
		"getUser",
		async (t) => {
			(await recordOf(t, (await person(t)).id)).has({ plan: null, trial: false });
		},
		{ ...writes, tier: "premium" },
	),
	rule("USER-285", "GET /users/:id requires sign-in: an anonymous call is refused.", "getUser", async (t) => {
		const response = await t.anonymous.call("getUser", { id: t.user("developer").id });
		t.holds("an anonymous call should be refused", response.status === 401 || response.status === 403, response);
	}),
	assumed(
		"USER-286",
		'Anonymous GET /users/:id answers 403 {"message":"403 Forbidden - Not authorized!"} whether or not the user exists.',
		"getUser",
		async (t) => {
			for (const id of [t.user("developer").id, unknownId])
				(await t.anonymous.call("getUser", { id })).refuses(403, { message: "403 Forbidden - Not authorized!" });
		},
	),
	assumed("USER-287", 'Unknown id answers 404 {"message":"404 User Not Found"}.', "getUser", async (t) => {
		for (const who of ["administrator", "outsider"] as const)
			(await t.as(who).call("getUser", { id: unknownId })).refuses(404, { message: "404 User Not Found" });
	}),
	assumed("USER-288", 'A non-numeric id (GET /users/abc) answers 404 {"error":"404 Not Found"} (no such route).', "getUser", async (t) => {
		for (const id of ["abc", t.user("developer").username]) (await t.as("outsider").call("getUser", { id })).refuses(404, { error: "404 Not Found" });
	}),
	rule(
		"USER-292",
		"The same id read by a regular user and by an administrator gives two shapes: only the administrator's has email, is_admin and note.",
		"getUser",
		async (t) => {
			const { id } = t.user("developer");
			(await t.as("outsider").call("getUser", { id })).is(200).has({ id }).lacks("email", "is_admin", "note");
			(await recordOf(t, id)).has({ id }).shows("email", "is_admin", "note");
		},
	),
	assumed(
		"USER-293",
		'Rate limit: 300 requests per 10 minutes per non-administrator; the 301st answers 429 {"message":{"error":"This endpoint has been requested too many times. Try again later."}} with Retry-After.',
		"getUser",
		async (t) => {
			const [caller, id] = [(await person(t)).caller, t.user("developer").id];
			for (let asked = 0; asked < 300; asked++) (await caller.call("getUser", { id }, { impatient: true })).is(200);
			const refused = await caller.call("getUser", { id }, { impatient: true });
			refused.refuses(429, {
				message: { error: "This endpoint has been requested too many times. Try again later." },
			});
			t.holds("there should be a Retry-After", Number(refused.header("retry-after")) > 0, refused);
		},
		{ effect: "destroys" },
	),
	assumed(
		"USER-294",
		"An administrator is not counted by the single-user rate limit.",
		"getUser",
		async (t) => {
			const { caller, id } = await person(t, { admin: true });
			for (let asked = 0; asked <= 300; asked++) (await caller.call("getUser", { id }, { impatient: true })).is(200);
		},
		{ effect: "destroys" },
	),
];
