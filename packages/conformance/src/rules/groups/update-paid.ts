import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { ChangedGroup, on } from "./changed-group";
import { changing, everyone, free, isAdministering, newGroup, paid, today, ultimate, writing } from "./lab";
import { accepts, ignores } from "./update-settings";

const ofPaid = { tier: "premium", of: "group" } as const;
const ofFree = { maxTier: "free", of: "group" } as const;
const minutes = { ...ofPaid, by: "administrator" } as const;

/** Changes of a setting to each of the values, one after the other. */
const each = (field: string, ...values: readonly unknown[]): Params[] => values.map((value) => ({ [field]: value }));

/** Limits of the minutes on instance runners, which only administrators set. */
export const updateMinutes: readonly Rule[] = [
	...(
		[
			["extra_shared_runners_minutes_limit", "GROUP-599", "GROUP-600, GROUP-601"],
			["shared_runners_minutes_limit", "GROUP-603", "GROUP-604, GROUP-605"],
		] as const
	).flatMap(([field, set, kept]) => [
		accepts(rule, set, `On a paid self-managed installation, an administrator can set ${field}.`, each(field, 100, 133), {
			...minutes,
			offering: "self-managed",
		}),
		paid.change(kept, `${field} is ignored when an Owner who is not an administrator sends it, even if it is invalid.`, "group", async (group, t) => {
			// A hosted installation also ignores the extra minutes from administrators.
			await group.change({ [field]: 100 }, t.as("administrator"));
			for (const one of [group, await ChangedGroup.of(t, "subgroup")]) for (const value of [133, 0, -1]) await one.ignores({ [field]: value }, one.owner);
		}),
	]),
	accepts(
		rule,
		"GROUP-606, GROUP-607",
		"shared_runners_minutes_limit accepts null, which inherits the installation's limit, and 0, which means unlimited.",
		each("shared_runners_minutes_limit", 100, null, 0, null),
		minutes,
	),
	paid.assumedChange("GROUP-608", "Setting shared_runners_minutes_limit on a subgroup is refused with 400.", "subgroup", async (group, t) => {
		const message = { shared_runners_minutes_limit: ["is not supported for this namespace"] };
		for (const shared_runners_minutes_limit of [100, 0, 1]) await group.refuses({ shared_runners_minutes_limit }, { message }, t.as("administrator"));
	}),
	free.assumedChange(
		"GROUP-609",
		"On the free tier, extra_shared_runners_minutes_limit and shared_runners_minutes_limit are ignored and not shown.",
		"group",
		async (group, t) => {
			const sent = { extra_shared_runners_minutes_limit: 133, shared_runners_minutes_limit: 133 };
			await group.ignores(sent, t.as("administrator"), ...Object.keys(sent));
		},
	),
];

/** Settings of paid plans. */
export const updatePaid: readonly Rule[] = [
	writing.assumedChange("GROUP-619", "prevent_forking_outside_group is stored on a paid tier and ignored on the free tier.", "group", async (group, t) => {
		for (const tier of t.given.hasControl ? (["free", "premium", "ultimate"] as const) : [t.facts.tier]) {
			if (t.given.hasControl) await t.given.settings({ tier });
			if (tier === "free") await group.ignores({ prevent_forking_outside_group: true }, undefined, "prevent_forking_outside_group");
			else for (const prevent_forking_outside_group of [true, false]) await group.accepts({ prevent_forking_outside_group });
		}
	}),
	ignores(assumed, "GROUP-620", "On the free tier, membership_lock is ignored.", { membership_lock: true }, ofFree),
	ignores(assumed, "GROUP-657", "On the free tier, wiki_access_level is ignored.", { wiki_access_level: "disabled" }, ofFree),
];

const ranges = "ip_restriction_ranges";
const domains = "allowed_email_domains_list";
const byAdministrator = { ...ofPaid, by: "administrator" } as const;

/** Restrictions of a group by IP address and by e-mail domain. */
export const updateNetwork: readonly Rule[] = [
	accepts(
		rule,
		"GROUP-642, GROUP-643",
		`On a paid tier, ${ranges} accepts subnets separated by commas, and a single address.`,
		each(ranges, "10.1.0.0/16", "192.168.0.0/24,10.0.0.0/8", "10.2.0.0/16,192.168.0.0/24,172.16.0.0/12", "192.168.1.7"),
		byAdministrator,
	),
	paid.assumedChange(
		"GROUP-644, GROUP-646",
		`${ranges} accepts only IP addresses and subnets. An empty text removes the restriction.`,
		"group",
		async (group, t) => {
			const root = t.as("administrator");
			await group.change({ [ranges]: "10.1.0.0/16, 192.168.1.7" }, root);
			for (const value of ["2001:db8::/64,::1", "10.0.0.0/32", "10.0.0.0/8"]) await group.accepts({ [ranges]: value }, root);
			for (const value of ["not-an-ip", "10.0.0.0/8,not-an-ip", "10.0.0.256", "10.0.0.0/33", "10.0.0", "::1/129", "10.0.0.0/8/8", "1:2:3"]) {
				const response = (await group.put({ [ranges]: value }, root)).refuses(400);
				t.holds("message names the field", Array.isArray(Object(response.field("message"))[ranges]), response);
				(await group.read(root)).has({ [ranges]: "10.0.0.0/8" });
			}
			for (const one of [(await group.put({ [ranges]: "" }, root)).ok, await group.read()]) t.holds("there is no restriction", !one.field(ranges), one);
		},
	),
	paid.assumedChange("GROUP-645", `Setting ${ranges} on a subgroup is refused with 400.`, "subgroup", async (group) => {
		for (const value of ["10.0.0.0/8", "192.168.1.7", "10.0.0.0/8,::1"]) await group.faults(ranges, { [ranges]: value });
	}),
	free.change("GROUP-647, GROUP-648", `On the free tier, ${ranges} and ${domains} are ignored and not shown.`, "group", async (group) => {
		for (const sent of [
			{ [ranges]: "10.0.0.0/8", [domains]: "example.com" },
			{ [ranges]: "not-an-ip", [domains]: "nodots" },
		])
			await group.ignores(sent, undefined, ...Object.keys(sent));
	}),
	accepts(assumed, "GROUP-650", `On a paid tier, ${domains} is stored and shown.`, each(domains, "example.org", "example.com,example.org"), ofPaid),
	paid.assumedChange("GROUP-651", `${domains} accepts only valid domains, and only on a top-level group.`, "group", async (group, t) => {
		for (const value of ["nodots", "example.com,nodots", "-a.example", "exa mple.com"]) await group.faults(domains, { [domains]: value });
		for (const value of ["example.com", "example.com,example.org"]) await (await ChangedGroup.of(t, "subgroup")).faults(domains, { [domains]: value });
	}),
];

const limit = "unique_project_download_limit";
const interval = "unique_project_download_limit_interval_in_seconds";
const allowlist = "unique_project_download_limit_allowlist";
const alertlist = "unique_project_download_limit_alertlist";
const ban = "auto_ban_user_on_excessive_projects_download";
const fields = [limit, interval, allowlist, alertlist, ban] as const;
const top = { of: "group", tier: "ultimate" } as const;
const refusal = (field: string, text: string) => ({ message: { [`namespace_settings.${field}`]: [text] } });

/** This many users: those created before today, which no other rule removes meanwhile, and new ones if there are too few. */
async function users(t: Context, count: number): Promise<{ id: number; username: string }[]> {
	const found: { id: number; username: string }[] = [];
	for (let page = 1; found.length < count; page++) {
		const response = (await t.as("administrator").call("listUsers", { created_before: `${today()}T00:00:00Z`, per_page: 100, page })).ok;
		for (const { id, username } of response.items) if (typeof id === "number" && typeof username === "string") found.push({ id, username });
		if (response.isLastPage) break;
	}
	while (found.length < count) {
		const made = await t.given.user();
		found.push({ id: made.number("id"), username: made.string("username") });
	}
	return found.slice(0, count);
}

const set = { [limit]: 5, [interval]: 60, [allowlist]: [], [alertlist]: [], [ban]: true };

/** The limit on downloads of a group's projects. */
export const updateDownloads: readonly Rule[] = [
	...(
		[
			["GROUP-626, GROUP-627, CONV-109", limit, 10_000],
			["GROUP-628, GROUP-629, CONV-110", interval, 864_000],
		] as const
	).map(([bounded, field, most]) =>
		ultimate.change(bounded, `${field} accepts numbers from 0 to ${most}.`, "group", async (group, t) => {
			for (const value of [1, most, 0]) await group.accepts({ [field]: value });
			for (const [caller, as] of [
				[group.owner, "json"],
				[t.as("administrator"), "form"],
			] as const)
				for (const value of [most + 1, most * 10])
					await group.refuses({ [field]: value }, refusal(field, `must be less than or equal to ${most}`), caller, { as });
			await group.refuses({ [field]: -1 }, refusal(field, "must be greater than or equal to 0"));
		}),
	),
	...(
		[
			["GROUP-630, GROUP-631, CONV-111", "GROUP-632", allowlist, "username", "exceeds maximum length (100 usernames)", "nobody-at-all"],
			["GROUP-633, GROUP-634, CONV-112", "GROUP-635", alertlist, "id", "exceeds maximum length (100 user ids)", 999_999_999],
		] as const
	).flatMap(([hundred, unknown, field, key, text, nobody]) => [
		ultimate.change(hundred, `${field} accepts at most 100 entries.`, "group", async (group, t) => {
			const all = (await users(t, 101)).map((one) => one[key]);
			// The order of the entries is not specified.
			const hundred = all.slice(0, 100);
			await group.accepts({ [field]: hundred }, group.owner, {});
			const read = (await group.owner.call("getGroup", { id: group.id })).ok;
			t.same(`the entries of ${field}`, [read.field(field)].flat().map(String).toSorted(), hundred.map(String).toSorted(), read);
			await group.refuses({ [field]: all }, refusal(field, text));
			const repeated = await group.put({ [field]: Array(101).fill(all[0]) });
			t.assume(`an entry of ${field} that is repeated should count each time`, repeated.status === 400, repeated);
			await group.accepts({ [field]: all.slice(0, 1) });
			await group.accepts({ [field]: [] });
		}),
		ultimate.assumedChange(unknown, `An unknown user in ${field} is refused.`, "group", async (group, t) => {
			const [one] = (await users(t, 1)).map((each) => each[key]);
			for (const value of [[nobody], [one, nobody]]) await group.faults(`namespace_settings.${field}`, { [field]: value });
		}),
	]),
	ultimate.change("GROUP-636", "On a subgroup, unique_project_download_limit, its interval and its lists have no effect.", "subgroup", (group, t) =>
		group.ignores({ ...set, [allowlist]: [t.user("owner").username], [alertlist]: [t.user("owner").id] }),
	),
	writing.assumed(
		"GROUP-637",
		"On a subgroup, or below the Ultimate tier, the unique_project_download_limit fields are ignored, even if they are invalid.",
		"updateGroup",
		async (t) => {
			const invalid = { ...set, [limit]: 10_001, [interval]: -1, [allowlist]: ["nobody-at-all"] };
			for (const tier of t.given.hasControl ? (["free", "premium", "ultimate"] as const) : [t.facts.tier]) {
				if (t.given.hasControl) await t.given.settings({ tier });
				// Below the Ultimate tier, a top-level group also ignores the fields.
				const group = await ChangedGroup.of(t, tier === "ultimate" ? "subgroup" : "group");
				for (const sent of [set, invalid]) await group.ignores(sent, undefined, ...fields);
			}
		},
	),
	rule(
		"GROUP-638",
		"On a new top-level group, unique_project_download_limit and its interval are 0, and its lists are empty.",
		["getGroup", "updateGroup"],
		async (t) => {
			const { id } = await newGroup(t);
			(await t.as("owner").call("getGroup", { id })).ok.has({ [limit]: 0, [interval]: 0, [allowlist]: [], [alertlist]: [] });
		},
		{ tier: "ultimate" },
	),
	assumed(
		"GROUP-639",
		"The unique_project_download_limit fields are shown only on a top-level group, and only to Owners and administrators.",
		["getGroup", "updateGroup"],
		on("group", async (group, t) => {
			for (const [who, caller] of everyone(t))
				if (isAdministering(who)) (await group.read(caller)).shows(...fields);
				else (await group.read(caller)).lacks(...fields);
			const child = await ChangedGroup.of(t, "subgroup");
			for (const who of ["owner", "administrator"] as const) (await child.read(t.as(who))).lacks(...fields);
		}),
		{ effect: "reads", tier: "ultimate" },
	),
	accepts(rule, "GROUP-640", `${ban} can be switched on and off.`, each(ban, false, true, false), top),
];

/** The settings that a group can lock for all groups below it, and the installations on which they have an effect. */
const lockable = [
	["math_rendering_limits_enabled", {}, "GROUP-666", "GROUP-667", "GROUP-668"],
	["assist_features_enabled", { tier: "premium", offering: "self-managed" }, "GROUP-670", "GROUP-671", "GROUP-672"],
] as const;

/** A group with a setting off and locked, and a group below it that had the setting on. */
async function lockedPair(t: Context, setting: string): Promise<[ChangedGroup, ChangedGroup]> {
	const [group, child] = [await ChangedGroup.of(t, "group"), await ChangedGroup.of(t, "subgroup")];
	// What is kept first is restored last: below a lock nothing can be restored.
	child.keep({ [setting]: true });
	await group.change({ [setting]: true, [`lock_${setting}`]: false });
	(await child.put({ [setting]: true })).ok.has({ [setting]: true });
	(await group.put({ [setting]: false })).ok;
	t.assume("without a lock the setting below stays", (await child.read()).field(setting) === true);
	(await group.put({ [`lock_${setting}`]: true })).ok;
	return [group, child];
}

/** Settings that a group can lock for all groups below it. */
export const updateLocks: readonly Rule[] = [
	...lockable.flatMap(([setting, options, shown, follows, stays]) => [
		accepts(
			rule,
			shown,
			`${setting} and its lock are stored and shown.`,
			[
				{ [setting]: true, [`lock_${setting}`]: false },
				{ [setting]: false, [`lock_${setting}`]: true },
				// Only the lock, off and on.
				{ [`lock_${setting}`]: false },
				{ [`lock_${setting}`]: true },
				{ [setting]: true, [`lock_${setting}`]: false },
			],
			options,
		),
		rule(
			follows,
			`If a group locks ${setting}, all groups below have its value. With several locks, the highest group's value applies.`,
			"updateGroup",
			async (t) => {
				const [group, child] = await lockedPair(t, setting);
				const deep = (await t.as("owner").call("listDescendantGroups", { id: child.id, per_page: 1 })).ok.ids;
				const all = [child, ...(await Promise.all(deep.map((id) => ChangedGroup.at(t, id))))];
				for (const value of [false, true, false]) {
					(await group.put({ [setting]: value })).ok;
					for (const one of all) (await one.read()).has({ [setting]: value });
				}
				// A lock further down changes nothing below the higher one.
				child.keep({ [`lock_${setting}`]: true });
				(await child.put({ [`lock_${setting}`]: true })).ok;
				for (const value of [true, false]) {
					(await group.put({ [setting]: value })).ok;
					for (const one of all) (await one.read()).has({ [setting]: value });
				}
				(await group.put({ [`lock_${setting}`]: false })).ok;
				t.assume("without the lock the group below has its own setting", (await child.read()).field(setting) === true);
				// The value and the lock in one request.
				(await group.put({ [setting]: false, [`lock_${setting}`]: true })).ok;
				for (const one of all) for (const who of [t.as("guest"), t.anonymous]) (await one.read(who)).has({ [setting]: false });
				(await group.put({ [`lock_${setting}`]: false })).ok;
			},
			{ ...changing, ...options },
		),
		assumed(
			stays,
			`If a group locks ${setting}, a different value on a group below is refused with 400.`,
			"updateGroup",
			async (t) => {
				const [group, child] = await lockedPair(t, setting);
				const [deep] = (await t.as("owner").call("listSubgroups", { id: child.id, per_page: 1 })).ok.ids;
				for (const [one, who] of [
					[child, "owner"],
					[deep === undefined ? child : await ChangedGroup.at(t, deep), "administrator"],
				] as const)
					await one.refuses({ [setting]: true }, { message: { [setting]: ["cannot be changed because it is locked by an ancestor"] } }, t.as(who));
				// The locked value itself is accepted.
				(await child.put({ [setting]: false })).ok.has({ [setting]: false });
				(await group.put({ [`lock_${setting}`]: false })).ok;
				for (const value of [false, true]) (await child.put({ [setting]: value })).ok.has({ [setting]: value });
			},
			{ ...changing, ...options },
		),
	]),
	writing.assumedChange(
		"GROUP-673",
		"On the free tier and on the hosted offering, assist_features_enabled and its lock are ignored.",
		"subgroup",
		async (group, t) => {
			const isHosted = t.facts.offering === "hosted";
			if (!t.given.hasControl && t.facts.tier !== "free" && !isHosted) t.skip("needs the free tier or the hosted offering");
			for (const settings of t.given.hasControl
				? [
						{ tier: "ultimate", offering: "hosted" },
						{ tier: "free", offering: "self-managed" },
					]
				: [undefined]) {
				if (settings) await t.given.settings(settings);
				await group.ignores({ assist_features_enabled: false, lock_assist_features_enabled: true });
			}
		},
	),
];

const signing = "web_based_commit_signing_enabled";

/** Settings that only administrators set, and settings of only one offering. */
export const updateElsewhere: readonly Rule[] = [
	// Once there is a limit, no request removes it.
	accepts(assumed, "GROUP-675", "An administrator can set max_artifacts_size.", each("max_artifacts_size", 2, 1), { effect: "destroys", by: "administrator" }),
	writing.assumedChange("GROUP-676", "max_artifacts_size is ignored when an Owner sends it, even if it is invalid.", "subgroup", async (group, t) => {
		// Only a bench that restores the group sets one first.
		if (t.given.hasControl) await group.change({ max_artifacts_size: 2 }, t.as("administrator"));
		for (const max_artifacts_size of [1, 0]) await group.ignores({ max_artifacts_size }, group.owner);
	}),
	writing.assumedChange("GROUP-677", "max_artifacts_size must be greater than 0.", "subgroup", async (group, t) => {
		for (const max_artifacts_size of [0, -5])
			await group.refuses({ max_artifacts_size }, { message: { max_artifacts_size: ["must be greater than 0"] } }, t.as("administrator"));
	}),
	accepts(rule, "GROUP-679", `On the hosted offering, ${signing} of a top-level group can be switched on and off.`, each(signing, true, false), {
		of: "group",
		offering: "hosted",
	}),
	writing.rule("GROUP-680, GROUP-681", `On a self-managed installation, or on a subgroup, ${signing} is ignored and not shown.`, "updateGroup", async (t) => {
		for (const offering of t.given.hasControl ? (["self-managed", "hosted"] as const) : [t.facts.offering]) {
			if (t.given.hasControl) await t.given.settings({ offering });
			const group = await ChangedGroup.of(t, offering === "self-managed" ? "group" : "subgroup");
			for (const value of [true, false]) await group.ignores({ [signing]: value }, undefined, signing);
		}
	}),
];
