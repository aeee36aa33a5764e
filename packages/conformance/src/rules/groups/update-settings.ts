import type { Params } from "../../rule/address";
import { forms } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, type RuleOptions, type rule } from "../../rule/rule";
import { ChangedGroup, type GroupField, on } from "./changed-group";
import { changing, everyone, groupsBelow, isAdministering, join, newcomer, newGroup, writing } from "./lab";

/** Changes of one field to each of these values. */
const each = (field: string, values: readonly unknown[]): readonly Params[] => values.map((value) => ({ [field]: value }));

interface AcceptOptions extends RuleOptions {
	readonly of?: GroupField;
	readonly by?: "owner" | "administrator";
}

const areTexts = (sent: Params): boolean => Object.values(sent).every((value) => ["string", "number", "boolean"].includes(typeof value));

/** Each of these changes, one after the other, must be accepted and be shown in the response and later. No other field may change. */
export const accepts = (
	kind: typeof rule,
	claims: string,
	sentence: string,
	changes: readonly Params[],
	{ of = "subgroup", by = "owner", ...options }: AcceptOptions = {},
	shown: (sent: Params) => Fields = (sent) => sent,
): Rule =>
	kind(
		claims,
		sentence,
		"updateGroup",
		on(of, async (group, t) => {
			const reader = group.reader(changes[0], by === "owner" ? "maintainer" : "auditor");
			let before = await group.read(reader);
			for (const [index, sent] of changes.entries()) {
				// An administrator may change what an Owner may, and a form may carry what JSON may.
				const as = index % 2 === 1 && areTexts(sent) ? "form" : "json";
				(await group.change(sent, t.as(index % 2 === 0 ? by : "administrator"), { as })).has(shown(sent));
				const after = await group.read(reader);
				// How e-mail's older field follows the newer one is assumed elsewhere.
				const rest = Object.hasOwn(shown(sent), "emails_disabled") ? {} : { emails_disabled: null };
				t.same("the group", { ...after.fields, ...rest }, { ...before.fields, ...shown(sent), ...rest }, after);
				before = after;
			}
			// The field also changes together with another one.
			const [sent = {}] = changes;
			const beside = { lfs_enabled: group.before.lfs_enabled, ...sent };
			for (const response of [await group.change(beside, t.as(by)), await group.read(reader)]) response.has(shown(sent));
		}),
		{ ...changing, ...options },
	);

/** The fields must have no effect, while the description sent with them is stored. */
export const ignores = (kind: typeof rule, claims: string, sentence: string, sent: Params, { of = "subgroup", ...options }: AcceptOptions = {}): Rule =>
	kind(
		claims,
		sentence,
		"updateGroup",
		on(of, (group) => group.ignores(sent)),
		{ ...changing, ...options },
	);

/** Settings that are stored as they are sent. */
export const updateSettings: readonly Rule[] = [
	writing.assumedChange(
		"",
		"Setting share_with_group_lock on a group also sets it on all groups below.",
		"subgroup",
		async (group, t) => {
			const below = (await t.as("administrator").call("listDescendantGroups", { id: group.id })).ok.ids;
			if (below.length === 0) t.skip("the scene's subgroup has no groups below it");
			const children = await Promise.all(below.map((id) => ChangedGroup.at(t, id)));
			for (const child of children) child.keep({ share_with_group_lock: true });
			await group.accepts({ share_with_group_lock: true });
			for (const child of children) (await child.read(t.as("administrator"))).has({ share_with_group_lock: true });
		},
		"rules/groups/lock-below",
	),
	writing.assumed(
		"GROUP-531",
		"If the group above has share_with_group_lock, only its Owners and administrators can switch it off in a group below.",
		"updateGroup",
		async (t) => {
			const top = await newGroup(t);
			const [low] = await groupsBelow(t, top.full_path, { low: {} });
			const [above, child] = [await ChangedGroup.at(t, top.id), await ChangedGroup.at(t, low?.id ?? 0)];
			const { caller, username } = await newcomer(t);
			await join(t, username, { group: `${top.full_path}/low` }, "owner");
			await above.change({ share_with_group_lock: true });
			await child.faults("share_with_group_lock", { share_with_group_lock: false }, undefined, caller);
			await child.accepts({ share_with_group_lock: true }, caller);
			for (const who of [t.as("owner"), t.as("administrator")]) {
				await child.accepts({ share_with_group_lock: false }, who);
				await child.accepts({ share_with_group_lock: true }, who);
			}
		},
	),
	ignores(assumed, "GROUP-550", "A subgroup ignores enabled_git_access_protocol.", { enabled_git_access_protocol: "ssh" }),
	writing.assumedChange("GROUP-559", "A subgroup ignores prevent_sharing_groups_outside_hierarchy, and does not show it.", "subgroup", async (group) => {
		for (const value of [true, false])
			await group.ignores({ prevent_sharing_groups_outside_hierarchy: value }, undefined, "prevent_sharing_groups_outside_hierarchy");
	}),
];

const opposite = ({ emails_disabled }: Params): Fields => ({ emails_disabled, emails_enabled: !emails_disabled });

/** E-mail: the older field emails_disabled and the newer, opposite field emails_enabled. */
export const updateEmails: readonly Rule[] = [
	accepts(
		assumed,
		"GROUP-554, GROUP-556",
		"emails_disabled switches e-mail off and on, and emails_enabled shows the opposite. If both are sent, emails_disabled takes precedence.",
		[
			...each("emails_disabled", [false, true, false]),
			...[true, false].flatMap((emails_disabled) => [true, false].map((emails_enabled) => ({ emails_disabled, emails_enabled }))),
		],
		{},
		opposite,
	),
	writing.assumedChange("GROUP-555", "emails_disabled=null switches e-mail on.", "subgroup", async (group) => {
		await group.accepts({ emails_enabled: false });
		(await group.put({ emails_disabled: null })).ok.has({ emails_enabled: true });
		(await group.read()).has({ emails_enabled: true, emails_disabled: false });
	}),
];

const provider = "step_up_auth_required_oauth_provider";

/** A group whose server has step-up authentication switched on, with a provider required. */
const stepUp = (run: (group: ChangedGroup, t: Context) => Promise<void>): Rule["run"] =>
	on("group", async (group, t) => {
		if (!Object.hasOwn(group.before, provider)) t.skip("the server does not have step-up authentication switched on");
		await group.accepts({ [provider]: t.scene("step_up_provider") });
		await run(group, t);
	});

/** Step-up authentication by a provider. */
export const updateStepUp: readonly Rule[] = [
	writing.rule(
		"GROUP-580",
		`An empty ${provider} switches the requirement off.`,
		"updateGroup",
		stepUp(async (group, t) => {
			for (const as of forms) {
				await group.accepts({ [provider]: t.scene("step_up_provider") });
				for (const response of [(await group.put({ [provider]: "" }, undefined, { as })).ok, await group.read()])
					t.holds("no provider is required", !response.field(provider), response);
			}
		}),
	),
	writing.assumed(
		"GROUP-581",
		`${provider} is shown only to Owners and administrators.`,
		"updateGroup",
		stepUp(async (group, t) => {
			for (const [who, caller] of everyone(t))
				if (isAdministering(who)) (await group.read(caller)).has({ [provider]: t.scene("step_up_provider") });
				else (await group.read(caller)).lacks(provider);
			if (!t.given.hasControl) return;
			await t.given.settings({ stepUpProviders: ["company"] });
			await group.accepts({ [provider]: "company" });
		}),
	),
	writing.assumed(
		"GROUP-582",
		`${provider} must be a provider of the installation.`,
		"updateGroup",
		stepUp(async (group, t) => {
			await group.refuses({ [provider]: t.unique("provider") }, { message: { [`namespace_settings.${provider}`]: ["is not included in the list"] } });
		}),
	),
	writing.change("GROUP-583, GROUP-584, CONV-137", `With its feature flag off, ${provider} is ignored and not shown.`, "group", async (group, t) => {
		await t.given.settings({ flags: { group_step_up_authentication: false } });
		for (const value of [t.scene("step_up_provider"), "nobody"]) await group.ignores({ [provider]: value }, undefined, provider);
		await t.given.settings({ flags: {} });
		t.holds("no provider is required", !(await group.read()).field(provider));
	}),
];

const only = (access_level: number) => [{ access_level }];
const protection = { allowed_to_push: only(30), allowed_to_merge: only(40), allow_force_push: true };
const reverse = { allowed_to_push: only(40), allowed_to_merge: only(30), allow_force_push: false };
const defaults = "default_branch_protection_defaults";

/** The defaults that each level of default_branch_protection means. */
const levels: readonly Fields[] = [
	{ allowed_to_push: only(30), allowed_to_merge: only(30), allow_force_push: true },
	{ allowed_to_push: only(30), allowed_to_merge: only(40), allow_force_push: false },
	{ allowed_to_push: only(40), allowed_to_merge: only(40), allow_force_push: false },
	{ allowed_to_push: only(40), allowed_to_merge: only(30), allow_force_push: false },
	{ allowed_to_push: only(40), allowed_to_merge: only(40), allow_force_push: false, developer_can_initial_push: true },
];

/** The defaults must have these values, in the response and later. */
async function hasDefaults(group: ChangedGroup, sent: Params, expected: Fields): Promise<void> {
	for (const response of [await group.change(sent), await group.read()])
		for (const [name, value] of Object.entries(expected))
			group.t.same(`${name} after ${JSON.stringify(sent)}`, Object(response.field(defaults))[name], value, response);
}

/** The default branch and its protection. */
export const updateBranches: readonly Rule[] = [
	writing.assumedChange("GROUP-534", "An empty default_branch clears it.", "subgroup", async (group) => {
		await group.accepts({ default_branch: "main2" });
		(await group.put({ default_branch: "" })).ok.has({ default_branch: null });
		(await group.read()).has({ default_branch: null });
	}),
	writing.assumedChange(
		"GROUP-537, GROUP-538",
		"Sending only default_branch_protection replaces all values of default_branch_protection_defaults.",
		"subgroup",
		async (group, t) => {
			for (const [level, expected] of levels.entries()) {
				await group.change({ [defaults]: { ...protection, allow_force_push: expected.allow_force_push !== true, code_owner_approval_required: true } });
				await hasDefaults(group, { default_branch_protection: level }, expected);
				const read = await group.read();
				t.holds("no other default is left", Object(read.field(defaults)).code_owner_approval_required !== true, read);
			}
		},
	),
	writing.assumedChange("GROUP-542", `${defaults} are stored as sent. Keys that are left out keep their values.`, "subgroup", async (group) => {
		await group.change({ default_branch_protection: 2 });
		const none = { ...protection, allowed_to_push: only(0), allowed_to_merge: only(60) };
		const several = { ...protection, allowed_to_push: [...only(30), ...only(40)], allowed_to_merge: [...only(30), ...only(60)] };
		const flags = (value: boolean) => ({ developer_can_initial_push: value, code_owner_approval_required: value });
		for (const sent of [reverse, { ...protection, ...flags(true) }, none, { ...several, ...flags(false) }]) {
			await hasDefaults(group, { [defaults]: sent }, sent);
			(await group.read()).has({ default_branch_protection: 2 });
		}
		await hasDefaults(group, { [defaults]: reverse }, reverse);
		await hasDefaults(group, { [defaults]: { allow_force_push: true } }, { ...reverse, allow_force_push: true });
		await hasDefaults(group, { [defaults]: { allowed_to_push: only(30) } }, { ...reverse, allow_force_push: true, allowed_to_push: only(30) });
	}),
	writing.assumedChange(
		"GROUP-543",
		"allowed_to_push and allowed_to_merge accept only some access levels: 20 (Reporter) is refused with 400.",
		"subgroup",
		async (group, t) => {
			for (const name of ["allowed_to_push", "allowed_to_merge"]) {
				const response = await group.refuses({ [defaults]: { ...protection, [name]: only(20) } });
				t.holds("the error names the parameter of the level", response.string("error").includes(`${defaults}[${name}][0][access_level]`), response);
			}
		},
	),
	writing.assumedChange("GROUP-544", `default_branch_protection and ${defaults}, sent together, are each stored as sent.`, "subgroup", async (group) => {
		for (const default_branch_protection of [3, 0]) {
			await hasDefaults(group, { default_branch_protection, [defaults]: protection }, protection);
			(await group.read()).has({ default_branch_protection });
		}
	}),
];

const setting = (shared_runners_setting: string) => ({ shared_runners_setting });
const strict = setting("disabled_and_unoverridable");
const enabled = setting("enabled");
const overridable = setting("disabled_and_overridable");

/** Whether instance runners serve the projects of a group and of all below it. */
async function served(t: Context, id: number): Promise<readonly unknown[]> {
	const query = { id, include_subgroups: true, with_shared: false };
	const response = (await t.as("administrator").list("listGroupProjects", query)).ok;
	return response.items.length > 0 ? response.pluck("shared_runners_enabled") : t.skip("the scene's subgroup has no projects below it");
}

/** The settings of the groups below one. */
async function below(t: Context, id: number): Promise<readonly unknown[]> {
	const response = (await t.as("administrator").list("listDescendantGroups", { id })).ok;
	return response.items.length > 0 ? response.pluck("shared_runners_setting") : t.skip("the scene's subgroup has no groups below it");
}

/** A group and a group below it. Their settings are restored after the rule, that of the upper group first. */
async function pair(t: Context): Promise<[ChangedGroup, ChangedGroup]> {
	const group = await ChangedGroup.of(t, "subgroup");
	const { ids } = (await t.as("administrator").call("listSubgroups", { id: group.id, per_page: 1 })).ok;
	if (ids[0] === undefined) return t.skip("the scene's subgroup has no groups below it");
	const child = await ChangedGroup.at(t, ids[0]);
	child.keep(setting(""));
	group.keep(setting(""));
	return [group, child];
}

/** Instance runners. */
export const updateRunners: readonly Rule[] = [
	writing.rule(
		"GROUP-573",
		"shared_runners_setting can change from each value to each other. disabled_with_override has the effect of disabled_and_overridable.",
		"updateGroup",
		async (t) => {
			const [group, child] = await pair(t);
			for (const next of [strict, overridable, enabled, strict, enabled, overridable, strict]) {
				(await group.put(next)).ok.has(next);
				(await group.read()).has(next);
			}
			// Under the strictest setting, the group below cannot be set to enabled.
			(await child.read()).has(strict);
			(await group.put(setting("disabled_with_override"))).ok;
			const projects = await served(t, group.id);
			const isNone = projects.every((one) => one === false);
			t.assume("no project is served", isNone);
			(await child.put(enabled)).ok.has(enabled);
		},
	),
	accepts(
		assumed,
		"GROUP-574",
		"shared_runners_setting=disabled_with_override is shown as disabled_and_overridable.",
		[enabled, setting("disabled_with_override")],
		{},
		(sent) => (sent.shared_runners_setting === "enabled" ? sent : overridable),
	),
	writing.assumedChange(
		"GROUP-576",
		"shared_runners_setting applies to all groups and projects below the group, and not to groups above or beside it.",
		"subgroup",
		async (group, t) => {
			const rest = async () => {
				const list = (await t.as("administrator").list("listSubgroups", { id: t.scene("group") })).ok.items;
				return [
					(await ChangedGroup.of(t, "group")).before.shared_runners_setting,
					...list.filter((one) => one.id !== group.id).map((one) => one.shared_runners_setting),
				];
			};
			const before = await rest();
			for (const [value, isServed] of [
				["disabled_and_unoverridable", false],
				["enabled", true],
				["disabled_and_overridable", false],
				["enabled", true],
			] as const) {
				await group.change(setting(value));
				t.same(`shared_runners_enabled below ${value}`, [...new Set(await served(t, group.id))], [isServed]);
				t.same(`shared_runners_setting below ${value}`, [...new Set(await below(t, group.id))], [value]);
				t.same("the setting above and beside", await rest(), before);
			}
		},
	),
	writing.assumed(
		"GROUP-577",
		"If shared_runners_setting of a group is disabled_and_overridable, a group below can be set to enabled.",
		"updateGroup",
		async (t) => {
			const [group, child] = await pair(t);
			(await group.put(overridable)).ok;
			(await child.put(enabled)).ok.has(enabled);
			(await child.read()).has(enabled);
			(await group.read()).has(overridable);
			t.holds(
				"the projects below are served again",
				(await served(t, child.id)).every((one) => one === true),
			);
		},
	),
	writing.assumed(
		"GROUP-578",
		"If shared_runners_setting of a group is disabled_and_unoverridable, a group below accepts no other value.",
		"updateGroup",
		async (t) => {
			const [group, child] = await pair(t);
			(await group.put(strict)).ok;
			for (const other of [enabled, overridable, setting("disabled_with_override")]) await child.refuses(other);
			(await child.put(strict)).ok;
			(await child.read()).has(strict);
		},
	),
];
