import type { Fields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
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
async function profiled(t: Trial, what: string, holds: (user: Fields) => boolean): Promise<Fields> {
	const user = one(t, await sample(t), what, holds);
	return (await t.as("outsider").call("getUser", { id: user.id })).is(200).fields;
}

export const singleUsers: readonly Check[] = [
	check("USER-057", async (t) => {
		const told = await t.as("outsider").call("getUser", { id: t.user("developer").id });
		told.is(200).shows(...listFields);
		told.lacks(...onlyAdministrators.filter((name) => name !== "two_factor_enabled"));
		told.lacks("plan", "trial", "sign_in_count");
	}),
	check(
		"USER-058",
		async (t) => {
			const { id } = await person(t, { private_profile: true });
			(await t.as("outsider").call("getUser", { id })).is(200).lacks(...hiddenFields);
			const open = await person(t);
			(await t.as("outsider").call("getUser", { id: open.id })).is(200).shows(...hiddenFields);
		},
		writes,
	),
	check("USER-059", async (t) => {
		const blocked = one(t, await sample(t), "is blocked", ({ state }) => state === "blocked");
		(await t.as("outsider").call("getUser", { id: blocked.id })).is(200).lacks(...hiddenFields);
	}),
	check(
		"USER-060",
		async (t) => {
			const { id } = await person(t, { private_profile: true });
			(await recordOf(t, id)).has({ private_profile: true }).shows("created_at", "followers", "following");
		},
		writes,
	),
	check(
		"USER-061",
		async (t) => {
			const { id, caller } = await person(t, { private_profile: true });
			(await caller.call("getUser", { id })).is(200).has({ id }).shows("created_at", "followers", "following");
		},
		writes,
	),
	check("USER-063", async (t) => {
		const username = await tokenBot(t);
		const [bot] = (await t.as("administrator").call("listUsers", { username })).is(200).items;
		(await t.as("outsider").call("getUser", { id: bot?.id })).is(200).has({ bot: true });
		(await t.as("outsider").call("getUser", { id: t.user("developer").id })).is(200).has({ bot: false });
	}),
	check(
		"USER-064",
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
	check(
		"USER-065",
		async (t) => {
			const { id } = await person(t);
			const fresh = (await t.as("outsider").call("getUser", { id })).is(200);
			const isTime = (value: unknown) => /^(1[0-2]|[1-9]):[0-5]\d [AP]M$/.test(String(value));
			const none = fresh.field("local_time") === null;
			t.holds(
				"local_time should be null, or the server's time zone's",
				none || isTime(fresh.field("local_time")),
				fresh,
			);
			const { local_time } = await profiled(t, "has a time zone", (user) => typeof user.local_time === "string");
			t.holds(`local_time should be such as 3:38 PM, and is ${String(local_time)}`, isTime(local_time));
		},
		writes,
	),
	...paid.map(([claim, ...fields]) =>
		check(
			claim,
			async (t) => {
				(await recordOf(t, t.user("developer").id)).shows("is_admin").lacks(...fields);
			},
			{ maxTier: "free", operations: ["getUser"] },
		),
	),
	check(
		"USER-097",
		async (t) => {
			(await recordOf(t, (await person(t)).id)).has({ plan: null, trial: false });
		},
		{ ...writes, tier: "premium" },
	),
	check("USER-285", async (t) => {
		const told = await t.anonymous.call("getUser", { id: t.user("developer").id });
		t.holds("an anonymous call should be refused", told.status === 401 || told.status === 403, told);
	}),
	check("USER-286", async (t) => {
		for (const id of [t.user("developer").id, unknownId])
			(await t.anonymous.call("getUser", { id })).refuses(403, { message: "403 Forbidden - Not authorized!" });
	}),
	check("USER-287", async (t) => {
		for (const who of ["administrator", "outsider"] as const)
			(await t.as(who).call("getUser", { id: unknownId })).refuses(404, { message: "404 User Not Found" });
	}),
	check("USER-288", async (t) => {
		for (const id of ["abc", t.user("developer").username])
			(await t.as("outsider").call("getUser", { id })).refuses(404, { error: "404 Not Found" });
	}),
	check("USER-292", async (t) => {
		const { id } = t.user("developer");
		(await t.as("outsider").call("getUser", { id })).is(200).has({ id }).lacks("email", "is_admin", "note");
		(await recordOf(t, id)).has({ id }).shows("email", "is_admin", "note");
	}),
	check(
		"USER-293",
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
	check(
		"USER-294",
		async (t) => {
			const { caller, id } = await person(t, { admin: true });
			for (let asked = 0; asked <= 300; asked++) (await caller.call("getUser", { id }, { impatient: true })).is(200);
		},
		{ effect: "destroys" },
	),
];
