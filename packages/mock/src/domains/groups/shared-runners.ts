import type { Group, SharedRunnersSetting } from "../../state/records";
import type { State } from "../../state/state";
import { belowGroup } from "./list";

/** Returns the setting. The older name is replaced by the current one. */
export const runnersSetting = (input: SharedRunnersSetting | "disabled_with_override"): SharedRunnersSetting =>
	input === "disabled_with_override" ? "disabled_and_overridable" : input;

/** Returns the validation errors of a new setting. The parent group can require that it stays disabled. */
export function runnersFaults(requested: SharedRunnersSetting, group: Group, state: State): string[] {
	const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
	if (parent?.shared_runners_setting !== "disabled_and_unoverridable" || requested === "disabled_and_unoverridable")
		return [];
	return ["cannot be changed because the parent group has instance runners disabled for all below it"];
}

/**
 * Applies a group's setting to everything below it. Assumed: with `disabled_and_overridable` everything below also
 * starts as disabled, and can then be enabled.
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
