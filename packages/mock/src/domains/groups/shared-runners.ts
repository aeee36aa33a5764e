import type { Group, SharedRunnersSetting } from "../../state/records";
import type { State } from "../../state/state";
import { belowGroup } from "./list";

/** The setting, under its older name as well. */
export const runnersSetting = (input: SharedRunnersSetting | "disabled_with_override"): SharedRunnersSetting =>
	input === "disabled_with_override" ? "disabled_and_overridable" : input;

/** What is wrong with a new setting: under a group that leaves no choice there is none. */
export function runnersFaults(requested: SharedRunnersSetting, group: Group, state: State): string[] {
	const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
	if (parent?.shared_runners_setting !== "disabled_and_unoverridable" || requested === "disabled_and_unoverridable")
		return [];
	return ["cannot be changed because the parent group has instance runners disabled for all below it"];
}

/**
 * Brings what is below a group in line with its setting. Assumed: disabled with a choice, all below begins with disabled
 * as well, and may then be enabled.
 */
export function applyRunnersSetting(group: Group, state: State): void {
	const { shared_runners_setting } = group;
	const below = [...belowGroup(group, state)];
	for (const one of below) state.groups.update(one.id, { shared_runners_setting });
	const shared_runners_enabled = shared_runners_setting === "enabled";
	for (const one of [group, ...below])
		for (const project of state.projects.in("group", one.id))
			state.projects.update(project.id, { shared_runners_enabled });
}
