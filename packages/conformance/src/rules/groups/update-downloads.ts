import type { Context } from "../../rule/context";
import { assumed, type Rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { accepts, onGroup } from "./update-table";

const limit = "unique_project_download_limit";
const interval = "unique_project_download_limit_interval_in_seconds";
const allowlist = "unique_project_download_limit_allowlist";
const alertlist = "unique_project_download_limit_alertlist";
const ban = "auto_ban_user_on_excessive_projects_download";
const fields = [limit, interval, allowlist, alertlist, ban] as const;

const top = { of: "group", tier: "ultimate" } as const;
const refusal = (field: string, text: string) => ({ message: { [`namespace_settings.${field}`]: [text] } });

/** So many users: those that are there, and new ones where there are too few. */
async function users(t: Context, count: number): Promise<{ id: number; username: string }[]> {
	const found: { id: number; username: string }[] = [];
	for (let page = 1; found.length < count; page++) {
		const response = (await t.as("administrator").call("listUsers", { per_page: 100, page })).is(200);
		for (const { id, username } of response.items) if (typeof id === "number" && typeof username === "string") found.push({ id, username });
		if (response.items.length < 100) break;
	}
	while (found.length < count) {
		const made = await t.given.user();
		found.push({ id: made.number("id"), username: made.string("username") });
	}
	return found.slice(0, count);
}

/** A number with a highest value; the next one is refused. */
const bounded = (claim: string, field: string, most: number): Rule =>
	onGroup(
		claim,
		async (group) => {
			(await group.change({ [field]: most })).has({ [field]: most });
			await group.refuses({ [field]: most + 1 });
		},
		top,
	);

/** A list that holds a hundred; one more is refused. */
const hundred = (claim: string, field: typeof allowlist | typeof alertlist): Rule =>
	onGroup(
		claim,
		async (group, t) => {
			const all = (await users(t, 101)).map((one) => (field === allowlist ? one.username : one.id));
			(await group.change({ [field]: all.slice(0, 100) })).has({ [field]: all.slice(0, 100) });
			await group.refuses({ [field]: all });
		},
		top,
	);

const tooLong = (claim: string, field: typeof allowlist | typeof alertlist, text: string): Rule =>
	onGroup(
		claim,
		async (group, t) => {
			const all = (await users(t, 101)).map((one) => (field === allowlist ? one.username : one.id));
			await group.refuses({ [field]: all }, refusal(field, text));
		},
		top,
	);

const unknown = (claim: string, field: string, value: (t: Context) => unknown): Rule =>
	onGroup(
		claim,
		async (group, t) => {
			await group.faults(`namespace_settings.${field}`, { [field]: [value(t)] });
		},
		top,
	);

const set = { [limit]: 5, [interval]: 60, [allowlist]: [], [alertlist]: [] };

/** The limit on downloads of a group's projects. */
export const updateDownloads: readonly Rule[] = [
	bounded("GROUP-626", limit, 10_000),
	bounded("GROUP-628", interval, 864_000),
	...(
		[
			["GROUP-627", limit, 10_000],
			["GROUP-629", interval, 864_000],
		] as const
	).map(([claim, field, most]) =>
		onGroup(
			claim,
			async (group) => {
				await group.refuses({ [field]: most + 1 }, refusal(field, `must be less than or equal to ${most}`));
				await group.faults(`namespace_settings.${field}`, { [field]: -1 });
			},
			top,
		),
	),
	hundred("GROUP-630", allowlist),
	hundred("CONV-111", allowlist),
	tooLong("GROUP-631", allowlist, "exceeds maximum length (100 usernames)"),
	unknown("GROUP-632", allowlist, (t) => t.unique("nobody")),
	hundred("GROUP-633", alertlist),
	hundred("CONV-112", alertlist),
	tooLong("GROUP-634", alertlist, "exceeds maximum length (100 user ids)"),
	unknown("GROUP-635", alertlist, () => 999_999_999),
	onGroup(
		"GROUP-636",
		async (group) => {
			const before = (await group.get()).is(200);
			await group.put(set);
			const after = (await group.get()).is(200);
			group.t.same("the subgroup", after.json, before.json, after);
		},
		{ tier: "ultimate" },
	),
	assumed("GROUP-637", "On a subgroup, or below Ultimate, the unique-download attributes are dropped silently (200).", "updateGroup", async (t) => {
		// Below the highest tier a top-level group does not heed them either.
		const group = await HeldGroup.of(t, t.facts.tier === "ultimate" ? "subgroup" : "group");
		(await group.ignores({ ...set, [ban]: true })).lacks(...fields);
	}),
	assumed(
		"GROUP-639",
		"The five unique-download attributes are returned (optional extras) only to an Owner or administrator of an Ultimate top-level group.",
		"updateGroup",
		async (t) => {
			const group = await HeldGroup.of(t, "group");
			for (const who of ["owner", "administrator"] as const) (await group.get(t.as(who))).is(200).shows(...fields);
			for (const caller of [t.anonymous, t.as("outsider"), t.as("guest"), t.as("maintainer")]) (await group.get(caller)).is(200).lacks(...fields);
			(await (await HeldGroup.of(t, "subgroup")).get()).is(200).lacks(...fields);
		},
		{ effect: "reads", tier: "ultimate" },
	),
	accepts("GROUP-640", [{ [ban]: false }, { [ban]: true }], top),
];
