import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { ChangedGroup, on } from "./changed-group";
import { changing, everyone, free, isAdministering, newGroup, paid, today, ultimate, writing } from "./lab";
import { accepts, ignores } from "./update-settings";

const ofPaid = { tier: "premium", of: "group" } as const;
const ofFree = { maxTier: "free", of: "group" } as const;
const minutes = { ...ofPaid, by: "administrator" } as const;

/** A setting that takes each value in turn: another one comes first, so that the value cannot have been there before. */
const each = (field: string, ...values: readonly unknown[]): Params[] => values.map((value) => ({ [field]: value }));

/** Minutes of instance runners, which administrators set. */
export const updateMinutes: readonly Rule[] = [
	...(
		[
			["extra_shared_runners_minutes_limit", "GROUP-599", "GROUP-600, GROUP-601"],
			["shared_runners_minutes_limit", "GROUP-603", "GROUP-604, GROUP-605"],
		] as const
	).flatMap(([field, set, kept]) => [
		accepts(rule, set, `On a paid self-managed installation an administrator sets ${field}.`, each(field, 100, 133), { ...minutes, offering: "self-managed" }),
		paid.change(kept, `${field} from an Owner who is not an administrator is ignored, also where it is invalid.`, "group", async (group, t) => {
			// A hosted installation ignores the extra minutes from administrators as well.
			await group.change({ [field]: 100 }, t.as("administrator"));
			for (const one of [group, await ChangedGroup.of(t, "subgroup")]) for (const value of [133, 0, -1]) await one.ignores({ [field]: value });
		}),
	]),
	accepts(
		rule,
		"GROUP-606, GROUP-607",
		"shared_runners_minutes_limit=null inherits the limit of the installation; 0 means that there is none, which is not the same.",
		each("shared_runners_minutes_limit", 100, null, 0),
		minutes,
	),
	paid.assumedChange("GROUP-608", "A subgroup has no shared_runners_minutes_limit of its own.", "subgroup", async (group, t) => {
		const message = { shared_runners_minutes_limit: ["is not supported for this namespace"] };
		for (const shared_runners_minutes_limit of [100, 0, 1]) await group.refuses({ shared_runners_minutes_limit }, { message }, t.as("administrator"));
	}),
	free.assumedChange("GROUP-609", "On the free tier the limits of minutes are ignored and not shown.", "group", async (group, t) => {
		const sent = { extra_shared_runners_minutes_limit: 133, shared_runners_minutes_limit: 133 };
		await group.ignores(sent, t.as("administrator"), ...Object.keys(sent));
	}),
];

/** Settings of paid plans. */
export const updatePaid: readonly Rule[] = [
	writing.assumedChange("GROUP-619", "prevent_forking_outside_group is stored on a paid tier, and ignored below.", "group", async (group, t) => {
		for (const tier of t.given.hasControl ? (["free", "premium", "ultimate"] as const) : [t.facts.tier]) {
			if (t.given.hasControl) await t.given.settings({ tier });
			if (tier === "free") await group.ignores({ prevent_forking_outside_group: true }, undefined, "prevent_forking_outside_group");
			else for (const prevent_forking_outside_group of [true, false]) await group.accepts({ prevent_forking_outside_group });
		}
	}),
	ignores(assumed, "GROUP-620", "On the free tier membership_lock is ignored.", { membership_lock: true }, ofFree),
	ignores(assumed, "GROUP-657", "On the free tier wiki_access_level is ignored.", { wiki_access_level: "disabled" }, ofFree),
];

const ranges = "ip_restriction_ranges";
const domains = "allowed_email_domains_list";
const byAdministrator = { ...ofPaid, by: "administrator" } as const;

/** From where a group is reached, and by whom. */
export const updateNetwork: readonly Rule[] = [
	accepts(
		rule,
		"GROUP-642, GROUP-643",
		`On a paid tier ${ranges} takes several subnets, and a single address.`,
		each(ranges, "10.1.0.0/16", "192.168.0.0/24,10.0.0.0/8", "10.2.0.0/16,192.168.0.0/24,172.16.0.0/12", "192.168.1.7"),
		byAdministrator,
	),
	paid.assumedChange("GROUP-644, GROUP-646", `${ranges} must be addresses and subnets; an empty text removes the restriction.`, "group", async (group, t) => {
		const root = t.as("administrator");
		await group.change({ [ranges]: "10.1.0.0/16, 192.168.1.7" }, root);
		for (const value of ["2001:db8::/64,::1", "10.0.0.0/32", "10.0.0.0/8"]) await group.accepts({ [ranges]: value }, root);
		for (const value of ["not-an-ip", "10.0.0.0/8,not-an-ip", "10.0.0.256", "10.0.0.0/33", "10.0.0", "::1/129", "10.0.0.0/8/8", "1:2:3"]) {
			const response = (await group.put({ [ranges]: value }, root)).refuses(400);
			t.holds("message names the field", Array.isArray(Object(response.field("message"))[ranges]), response);
			(await group.read(root)).has({ [ranges]: "10.0.0.0/8" });
		}
		for (const one of [(await group.put({ [ranges]: "" }, root)).ok, await group.read()]) t.holds("there is no restriction", !one.field(ranges), one);
	}),
	paid.assumedChange("GROUP-645", `A subgroup has no ${ranges}.`, "subgroup", async (group) => {
		for (const value of ["10.0.0.0/8", "192.168.1.7", "10.0.0.0/8,::1"]) await group.faults(ranges, { [ranges]: value });
	}),
	free.change("GROUP-647, GROUP-648", `Below a paid tier ${ranges} and ${domains} have no effect: they are ignored and not shown.`, "group", async (group) => {
		for (const sent of [
			{ [ranges]: "10.0.0.0/8", [domains]: "example.com" },
			{ [ranges]: "not-an-ip", [domains]: "nodots" },
		])
			await group.ignores(sent, undefined, ...Object.keys(sent));
	}),
	accepts(assumed, "GROUP-650", `On a paid tier ${domains} is stored and shown.`, each(domains, "example.org", "example.com,example.org"), ofPaid),
	paid.assumedChange("GROUP-651", `${domains} must be domains, and of a top-level group.`, "group", async (group, t) => {
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

/** So many users: those of earlier days, which no other rule removes meanwhile, and new ones where there are too few. */
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
		ultimate.change(bounded, `${field} is a number from 0 to ${most}.`, "group", async (group, t) => {
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
		ultimate.change(hundred, `${field} has up to 100 entries.`, "group", async (group, t) => {
			const all = (await users(t, 101)).map((one) => one[key]);
			// Nothing is said of the order of the entries.
			const hundred = all.slice(0, 100);
			await group.accepts({ [field]: hundred }, group.owner, {});
			const read = (await group.owner.call("getGroup", { id: group.id })).ok;
			t.same(`the entries of ${field}`, [read.field(field)].flat().map(String).toSorted(), hundred.map(String).toSorted(), read);
			await group.refuses({ [field]: all }, refusal(field, text));
			const repeated = await group.put({ [field]: Array(101).fill(all[0]) });
			t.assume(`an entry of ${field} should count as often as it comes`, repeated.status === 400, repeated);
			await group.accepts({ [field]: all.slice(0, 1) });
			await group.accepts({ [field]: [] });
		}),
		ultimate.assumedChange(unknown, `${field} has users that there are.`, "group", async (group, t) => {
			const [one] = (await users(t, 1)).map((each) => each[key]);
			for (const value of [[nobody], [one, nobody]]) await group.faults(`namespace_settings.${field}`, { [field]: value });
		}),
	]),
	ultimate.change("GROUP-636", "On a subgroup the limit on downloads, its interval and its lists have no effect.", "subgroup", (group, t) =>
		group.ignores({ ...set, [allowlist]: [t.user("owner").username], [alertlist]: [t.user("owner").id] }),
	),
	writing.assumed("GROUP-637", "On a subgroup, or below the highest tier, even an invalid limit on downloads is ignored.", "updateGroup", async (t) => {
		const invalid = { ...set, [limit]: 10_001, [interval]: -1, [allowlist]: ["nobody-at-all"] };
		for (const tier of t.given.hasControl ? (["free", "premium", "ultimate"] as const) : [t.facts.tier]) {
			if (t.given.hasControl) await t.given.settings({ tier });
			// Below the highest tier a top-level group ignores it as well.
			const group = await ChangedGroup.of(t, tier === "ultimate" ? "subgroup" : "group");
			for (const sent of [set, invalid]) await group.ignores(sent, undefined, ...fields);
		}
	}),
	rule(
		"GROUP-638",
		"A new top-level group has no limit on downloads, no interval and empty lists.",
		["getGroup", "updateGroup"],
		async (t) => {
			const { id } = await newGroup(t);
			(await t.as("owner").call("getGroup", { id })).ok.has({ [limit]: 0, [interval]: 0, [allowlist]: [], [alertlist]: [] });
		},
		{ tier: "ultimate" },
	),
	assumed(
		"GROUP-639",
		"The limit on downloads is shown to Owners and administrators of a top-level group only.",
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
	accepts(rule, "GROUP-640", `${ban} is switched on and off.`, each(ban, false, true, false), top),
];

/** The settings that a group can lock for all below it, with where they have an effect. */
const lockable = [
	["math_rendering_limits_enabled", {}, "GROUP-666", "GROUP-667", "GROUP-668"],
	["assist_features_enabled", { tier: "premium", offering: "self-managed" }, "GROUP-670", "GROUP-671", "GROUP-672"],
] as const;

/** The group with a setting off and locked, and one below it that had it on. */
async function lockedPair(t: Context, setting: string): Promise<[ChangedGroup, ChangedGroup]> {
	const [group, child] = [await ChangedGroup.of(t, "group"), await ChangedGroup.of(t, "subgroup")];
	// What is kept first is put back last: below a lock nothing could be.
	child.keep({ [setting]: true });
	await group.change({ [setting]: true, [`lock_${setting}`]: false });
	(await child.put({ [setting]: true })).ok.has({ [setting]: true });
	(await group.put({ [setting]: false })).ok;
	t.assume("without a lock the setting below stays", (await child.read()).field(setting) === true);
	(await group.put({ [`lock_${setting}`]: true })).ok;
	return [group, child];
}

/** Settings that a group can lock for all below it. */
export const updateLocks: readonly Rule[] = [
	...lockable.flatMap(([setting, options, shown, follows, stays]) => [
		accepts(
			rule,
			shown,
			`${setting} and its lock are stored and shown.`,
			[
				{ [setting]: true, [`lock_${setting}`]: false },
				{ [setting]: false, [`lock_${setting}`]: true },
				// The lock alone, off and on.
				{ [`lock_${setting}`]: false },
				{ [`lock_${setting}`]: true },
				{ [setting]: true, [`lock_${setting}`]: false },
			],
			options,
		),
		rule(
			follows,
			`Below a lock the value of ${setting} is that of the group that locks it, the highest one.`,
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
			},
			{ ...changing, ...options },
		),
		assumed(
			stays,
			`Below a lock ${setting} is not changed.`,
			"updateGroup",
			async (t) => {
				const [group, child] = await lockedPair(t, setting);
				const [deep] = (await t.as("owner").call("listSubgroups", { id: child.id, per_page: 1 })).ok.ids;
				for (const [one, who] of [
					[child, "owner"],
					[deep === undefined ? child : await ChangedGroup.at(t, deep), "administrator"],
				] as const)
					await one.refuses({ [setting]: true }, { message: { [setting]: ["cannot be changed because it is locked by an ancestor"] } }, t.as(who));
				// A value that equals the lock's does not change anything.
				(await child.put({ [setting]: false })).ok.has({ [setting]: false });
				(await group.put({ [`lock_${setting}`]: false })).ok;
				for (const value of [false, true]) (await child.put({ [setting]: value })).ok.has({ [setting]: value });
			},
			{ ...changing, ...options },
		),
	]),
	writing.assumedChange("GROUP-673", "On the free tier and on the hosted offering the assist settings are ignored.", "subgroup", async (group, t) => {
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
	}),
];

const signing = "web_based_commit_signing_enabled";

/** Settings of administrators, and of one kind of installation. */
export const updateElsewhere: readonly Rule[] = [
	// Once there is a limit, no request removes it.
	accepts(assumed, "GROUP-675", "An administrator sets max_artifacts_size.", each("max_artifacts_size", 2, 1), { effect: "destroys", by: "administrator" }),
	writing.assumedChange("GROUP-676", "max_artifacts_size from an Owner is ignored, even an invalid one.", "subgroup", async (group, t) => {
		// Only a bench that restores the group sets one first.
		if (t.given.hasControl) await group.change({ max_artifacts_size: 2 }, t.as("administrator"));
		for (const max_artifacts_size of [1, 0]) await group.ignores({ max_artifacts_size });
	}),
	writing.assumedChange("GROUP-677", "max_artifacts_size is greater than 0.", "subgroup", async (group, t) => {
		for (const max_artifacts_size of [0, -5])
			await group.refuses({ max_artifacts_size }, { message: { max_artifacts_size: ["must be greater than 0"] } }, t.as("administrator"));
	}),
	accepts(rule, "GROUP-679", `On the hosted offering ${signing} of a top-level group is switched on and off.`, each(signing, true, false), {
		of: "group",
		offering: "hosted",
	}),
	writing.rule(
		"GROUP-680, GROUP-681",
		`On a self-managed installation, or on a subgroup, ${signing} has no effect: it is ignored and not shown.`,
		"updateGroup",
		async (t) => {
			for (const offering of t.given.hasControl ? (["self-managed", "hosted"] as const) : [t.facts.offering]) {
				if (t.given.hasControl) await t.given.settings({ offering });
				const group = await ChangedGroup.of(t, offering === "self-managed" ? "group" : "subgroup");
				for (const value of [true, false]) await group.ignores({ [signing]: value }, undefined, signing);
			}
		},
	),
];
