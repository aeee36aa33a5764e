import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { accepts, ignores, onGroup } from "./update-table";

const locked = "cannot be changed because it is locked by an ancestor";

/** The settings, with where they are heeded. */
const settings = {
	math_rendering_limits_enabled: {},
	assist_features_enabled: { tier: "premium", offering: "self-managed" },
} as const;
type Setting = keyof typeof settings;

/** The group with a setting off and locked, and one below it that had it on. */
async function lockedPair(t: Context, setting: Setting): Promise<[HeldGroup, HeldGroup]> {
	const [group, child] = [await HeldGroup.of(t, "group"), await HeldGroup.of(t, "subgroup")];
	const open = { [setting]: true, [`lock_${setting}`]: false };
	// What is kept first is put back last: below a lock nothing could be.
	child.keep({ [setting]: true });
	await group.change(open);
	(await child.put({ [setting]: true })).is(200).has({ [setting]: true });
	(await group.put({ [setting]: false, [`lock_${setting}`]: true })).is(200);
	return [group, child];
}

const follows = (claim: string, setting: Setting): Rule =>
	byClaim(
		claim,
		async (t) => {
			const [group, child] = await lockedPair(t, setting);
			(await child.get()).is(200).has({ [setting]: false });
			(await group.put({ [setting]: true })).is(200);
			(await child.get()).is(200).has({ [setting]: true });
		},
		settings[setting],
	);

const stays = (claim: string, setting: Setting): Rule =>
	byClaim(
		claim,
		async (t) => {
			const [, child] = await lockedPair(t, setting);
			await child.refuses({ [setting]: true }, { message: { [setting]: [locked] } });
		},
		settings[setting],
	);

/** Settings that a group can lock for all below it. */
export const updateLocks: readonly Rule[] = [
	accepts("GROUP-666", [
		{ math_rendering_limits_enabled: true, lock_math_rendering_limits_enabled: false },
		{ math_rendering_limits_enabled: false, lock_math_rendering_limits_enabled: true },
	]),
	follows("GROUP-667", "math_rendering_limits_enabled"),
	stays("GROUP-668", "math_rendering_limits_enabled"),
	accepts("GROUP-670", [{ assist_features_enabled: true }, { assist_features_enabled: false }], settings.assist_features_enabled),
	follows("GROUP-671", "assist_features_enabled"),
	stays("GROUP-672", "assist_features_enabled"),
	ignores("GROUP-673", { assist_features_enabled: false, lock_assist_features_enabled: true }, { maxTier: "free" }),
];

/** Settings of administrators, and of one kind of installation. */
export const updateElsewhere: readonly Rule[] = [
	// Once there is a limit, no request takes it away again.
	accepts("GROUP-675", [{ max_artifacts_size: 2 }, { max_artifacts_size: 1 }], {
		by: "administrator",
		effect: "destroys",
	}),
	onGroup(
		"GROUP-676",
		async (group, t) => {
			await group.change({ max_artifacts_size: 2 }, t.as("administrator"));
			(await group.ignores({ max_artifacts_size: 1 })).has({ max_artifacts_size: 2 });
		},
		{ effect: "destroys" },
	),
	onGroup("GROUP-677", async (group, t) => {
		const message = { max_artifacts_size: ["must be greater than 0"] };
		await group.refuses({ max_artifacts_size: 0 }, { message }, t.as("administrator"));
	}),
	accepts(
		"GROUP-679",
		[true, false].map((web_based_commit_signing_enabled) => ({ web_based_commit_signing_enabled })),
		{ of: "group", offering: "hosted" },
	),
	ignores("GROUP-680", { web_based_commit_signing_enabled: true }),
	onGroup("GROUP-681", async (group) => {
		(await group.ignores({ web_based_commit_signing_enabled: true })).lacks("web_based_commit_signing_enabled");
	}),
];
