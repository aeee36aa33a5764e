import type { Rule } from "../../rule/rule";
import { accepts, ignores, onGroup, refusesForm } from "./update-table";

const switches = [
	["GROUP-519", "auto_devops_enabled"],
	["GROUP-521", "lfs_enabled"],
	["GROUP-523", "mentions_disabled"],
	["GROUP-525", "request_access_enabled"],
	["GROUP-527", "require_two_factor_authentication"],
	["GROUP-529", "share_with_group_lock"],
] as const;

const values = [
	["GROUP-546", "enabled_git_access_protocol", "ssh", "group"],
	["GROUP-547", "enabled_git_access_protocol", "http", "group"],
	["GROUP-548", "enabled_git_access_protocol", "all", "group"],
	["GROUP-561", "project_creation_level", "noone", "subgroup"],
	["GROUP-562", "project_creation_level", "maintainer", "subgroup"],
	["GROUP-563", "project_creation_level", "developer", "subgroup"],
	["GROUP-566", "subgroup_creation_level", "owner", "subgroup"],
	["GROUP-567", "subgroup_creation_level", "maintainer", "subgroup"],
] as const;

/** Of two values the other, lest the one that is asked for stands there already. */
const other: { readonly [field: string]: readonly [string, string] } = {
	enabled_git_access_protocol: ["ssh", "http"],
	project_creation_level: ["noone", "maintainer"],
	subgroup_creation_level: ["owner", "maintainer"],
};

const wrong = [
	["GROUP-549", "enabled_git_access_protocol", "ftp"],
	["GROUP-564", "project_creation_level", "everyone"],
	["GROUP-568", "subgroup_creation_level", "developer"],
] as const;

/** Settings that are kept as they are sent. */
export const updateSettings: readonly Rule[] = [
	...switches.map(([claim, field]) => accepts(claim, [{ [field]: true }, { [field]: false }])),
	onGroup("GROUP-530", async (group) => {
		for (const [sent, kept] of [
			["true", true],
			["false", false],
			["1", true],
			["0", false],
		] as const)
			(await group.change({ request_access_enabled: sent })).has({ request_access_enabled: kept });
		await group.refuses({ request_access_enabled: "maybe" }, { error: "request_access_enabled is invalid" });
	}),
	...values.map(([claim, field, value, of]) => {
		const [one, two] = other[field] ?? [];
		return accepts(claim, [{ [field]: value === one ? two : one }, { [field]: value }], { of });
	}),
	...wrong.map(([claim, field, value]) =>
		refusesForm(claim, { [field]: value }, `${field} does not have a valid value`, {
			of: field === "enabled_git_access_protocol" ? "group" : "subgroup",
		}),
	),
	ignores("GROUP-550", { enabled_git_access_protocol: "ssh" }),
	accepts(
		"GROUP-558",
		[true, false].map((prevent_sharing_groups_outside_hierarchy) => ({ prevent_sharing_groups_outside_hierarchy })),
		{ of: "group" },
	),
	onGroup("GROUP-559", async (group) => {
		(await group.ignores({ prevent_sharing_groups_outside_hierarchy: true })).lacks("prevent_sharing_groups_outside_hierarchy");
	}),
	accepts("GROUP-586", [{ two_factor_grace_period: 24 }, { two_factor_grace_period: 72 }]),
	onGroup("GROUP-587", async (group) => {
		(await group.change({ two_factor_grace_period: 0 })).has({ two_factor_grace_period: 0 });
		const message = { two_factor_grace_period: ["must be greater than or equal to 0"] };
		await group.refuses({ two_factor_grace_period: -1 }, { message });
		await group.refuses({ two_factor_grace_period: "x" }, { error: "two_factor_grace_period is invalid" });
	}),
];

/** E-mail, by the older field and the newer, opposite one. */
export const updateEmails: readonly Rule[] = [
	accepts("GROUP-553", [{ emails_enabled: true }, { emails_enabled: false }]),
	accepts("GROUP-554", [{ emails_disabled: false }, { emails_disabled: true }], {}, ({ emails_disabled }) => ({
		emails_disabled,
		emails_enabled: !emails_disabled,
	})),
	onGroup("GROUP-555", async (group) => {
		(await group.change({ emails_enabled: false })).has({ emails_enabled: false });
		(await group.put({ emails_disabled: null })).is(200).has({ emails_enabled: true });
	}),
	accepts(
		"GROUP-556",
		[true, false].map((both) => ({ emails_disabled: both, emails_enabled: both })),
		{},
		({ emails_disabled }) => ({ emails_disabled, emails_enabled: !emails_disabled }),
	),
];

/** A second factor by a provider. */
export const updateStepUp: readonly Rule[] = [
	onGroup(
		"GROUP-580",
		async (group, t) => {
			const field = "step_up_auth_required_oauth_provider";
			if (!Object.hasOwn(group.before, field)) t.skip("the server does not have step-up authentication switched on");
			const sent = { [field]: t.scene("step_up_provider") };
			(await group.change(sent)).has(sent);
			const response = (await group.put({ [field]: "" })).is(200);
			t.holds("no provider should be required", !response.field(field), response);
			const read = (await group.get()).is(200);
			t.holds("no provider should be required later", !read.field(field), read);
		},
		{ of: "group" },
	),
	onGroup(
		"GROUP-581",
		async (group, t) => {
			const field = "step_up_auth_required_oauth_provider";
			if (!Object.hasOwn(group.before, field)) t.skip("the server does not have step-up authentication switched on");
			const sent = { [field]: t.scene("step_up_provider") };
			(await group.change(sent)).has(sent);
			(await group.get()).is(200).has(sent);
			(await group.get(t.as("guest"))).is(200).lacks(field);
		},
		{ of: "group" },
	),
	onGroup(
		"GROUP-582",
		async (group, t) => {
			const field = "step_up_auth_required_oauth_provider";
			if (!Object.hasOwn(group.before, field)) t.skip("the server does not have step-up authentication switched on");
			const message = { [`namespace_settings.${field}`]: ["is not included in the list"] };
			await group.refuses({ [field]: t.unique("provider") }, { message });
		},
		{ of: "group" },
	),
];
