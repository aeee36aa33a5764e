import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { accepts, onGroup, refusesForm } from "./update-table";

const setting = (shared_runners_setting: string) => ({ shared_runners_setting });

/** Whether instance runners serve the projects of a group and of all below it, by project. */
async function served(t: Context, id: number): Promise<readonly unknown[]> {
	const query = { id, include_subgroups: true, with_shared: false, per_page: 100 };
	const response = (await t.as("administrator").call("listGroupProjects", query)).is(200);
	if (response.items.length === 0) t.skip("the scene's subgroup has no projects below it");
	return response.pluck("shared_runners_enabled");
}

/** The settings of the groups below one. */
async function below(t: Context, id: number): Promise<readonly unknown[]> {
	const response = (await t.as("administrator").call("listDescendantGroups", { id, per_page: 100 })).is(200);
	if (response.items.length === 0) t.skip("the scene's subgroup has no groups below it");
	return response.pluck("shared_runners_setting");
}

/** A group and one below it, with their setting put back in the end, the upper one first. */
async function pair(t: Context): Promise<[HeldGroup, HeldGroup]> {
	const group = await HeldGroup.of(t, "subgroup");
	const children = (await t.as("administrator").call("listSubgroups", { id: group.id, per_page: 1 })).is(200);
	const [id] = children.ids;
	if (id === undefined) return t.skip("the scene's subgroup has no groups below it");
	const child = await HeldGroup.at(t, id);
	child.keep(setting(""));
	group.keep(setting(""));
	return [group, child];
}

/** Runners of the installation. */
export const updateRunners: readonly Rule[] = [
	accepts("GROUP-570", [setting("disabled_and_overridable"), setting("enabled")]),
	accepts("GROUP-571", [setting("enabled"), setting("disabled_and_overridable")]),
	accepts("GROUP-572", [setting("enabled"), setting("disabled_and_unoverridable")]),
	rule("GROUP-573", "shared_runners_setting=disabled_with_override is accepted and has the effect of disabled_and_overridable.", "updateGroup", async (t) => {
		const [group, child] = await pair(t);
		// Under the strictest setting what is below could not be enabled.
		const strict = setting("disabled_and_unoverridable");
		(await group.put(strict)).is(200).has(strict);
		(await child.get()).is(200).has(strict);
		(await group.put(setting("disabled_with_override"))).is(200);
		(await child.put(setting("enabled"))).is(200).has(setting("enabled"));
	}),
	accepts("GROUP-574", [setting("enabled"), setting("disabled_with_override")], {}, (sent) =>
		sent.shared_runners_setting === "enabled" ? sent : setting("disabled_and_overridable"),
	),
	refusesForm("GROUP-575", setting("off"), "shared_runners_setting does not have a valid value"),
	onGroup("GROUP-576", async (group, t) => {
		for (const [value, enabled] of [
			["disabled_and_unoverridable", false],
			["enabled", true],
		] as const) {
			await group.change(setting(value));
			const projects = await served(t, group.id);
			t.same(`shared_runners_enabled below ${value}`, [...new Set(projects)], [enabled]);
			t.same(`shared_runners_setting below ${value}`, [...new Set(await below(t, group.id))], [value]);
		}
	}),
	assumed("GROUP-577", "disabled_and_overridable on a group → a subgroup may then be set to enabled (200).", "updateGroup", async (t) => {
		const [group, child] = await pair(t);
		(await group.put(setting("disabled_and_overridable"))).is(200);
		(await child.put(setting("enabled"))).is(200).has(setting("enabled"));
		(await group.get()).is(200).has(setting("disabled_and_overridable"));
	}),
	assumed("GROUP-578", "Subgroup set to enabled while its parent is disabled_and_unoverridable → 400; the setting is unchanged.", "updateGroup", async (t) => {
		const [group, child] = await pair(t);
		(await group.put(setting("disabled_and_unoverridable"))).is(200);
		await child.refuses(setting("enabled"));
		(await child.get()).is(200).has(setting("disabled_and_unoverridable"));
	}),
];
