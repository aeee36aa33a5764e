import { isLonger } from "../../lib/is-longer";
import type { Context } from "../../request/context";
import type { Erasable, ParamsOf } from "../../request/operation";
import { accessLevels } from "../../state/levels";
import type { Group } from "../../state/records";
import { pictureFaults } from "../avatars/picture";
import { sentPicture } from "./avatar";
import { alertlistFaults, allowlistFaults, boundFaults } from "./downloads";
import { lockFaults } from "./locks";
import { domainFaults, rangeFaults } from "./network";
import { nameFaults, pathFaults } from "./place";
import { runnersFaults, runnersSetting } from "./shared-runners";
import { visibilityFaults } from "./visibility";

/** The parameters that an update of a group can change. */
export type Changes = Erasable<Omit<ParamsOf<"updateGroup">, "id">, (typeof erasable)[number]>;

/** The parameters that can be null, which removes the value. */
export const erasable = [
	"description",
	"default_branch",
	"step_up_auth_required_oauth_provider",
	"ip_restriction_ranges",
	"allowed_email_domains_list",
	"extra_shared_runners_minutes_limit",
	"max_artifacts_size",
] as const;

/** The validation errors, by field. */
export interface FieldFaults {
	readonly [field: string]: readonly string[];
}

const atLeast = (value: number, least: number): string[] =>
	value < least ? [`must be greater than or equal to ${least}`] : [];

/** Returns the validation errors of the lock. While the parent group has it, only the parent's owners can remove it. */
function shareLockFaults(requested: boolean, group: Group, { actor, state }: Context): string[] {
	const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
	if (requested || !parent?.share_with_group_lock || actor.levelInGroup(parent) >= accessLevels.owner) return [];
	return ["cannot be disabled while the parent group has it enabled, except by the owner of the parent group"];
}

function templateFaults(projectId: number, { actor, state }: Context): string[] {
	const project = state.projects.get(projectId);
	return project && actor.seesProject(project) ? [] : ["is invalid"];
}

/** Returns all validation errors of the changes to a group. */
export function faultsOf(input: Changes, group: Group, context: Context): FieldFaults {
	const { settings, state } = context;
	const isTop = group.parent_id === null;
	const found: { [field: string]: readonly string[] } = {};
	const check = <Name extends keyof Changes>(
		name: Name,
		faults: (value: NonNullable<Changes[Name]>) => readonly string[],
		field: string = name,
	): void => {
		const value = input[name];
		const texts = value === undefined || value === null ? [] : faults(value);
		if (texts.length > 0) found[field] = texts;
	};
	const inNamespace = (name: keyof Changes): string => `namespace_settings.${name}`;

	check("name", (name) => nameFaults(name, group, state));
	check("description", (text) => (isLonger(text, 2_000) ? ["is too long (maximum is 2000 characters)"] : []));
	check("path", (path) => pathFaults(path, group, state));
	check("visibility", (requested) => visibilityFaults(requested, group, context), "visibility_level");
	check("two_factor_grace_period", (hours) => atLeast(hours, 0));
	check("share_with_group_lock", (requested) => shareLockFaults(requested, group, context));
	check("shared_runners_setting", (requested) => runnersFaults(runnersSetting(requested), group, state));
	check("shared_runners_minutes_limit", (minutes) =>
		isTop ? atLeast(minutes, 0) : ["is not supported for this namespace"],
	);
	check("extra_shared_runners_minutes_limit", (minutes) => atLeast(minutes, 0));
	check("file_template_project_id", (id) => templateFaults(id, context));
	check("ip_restriction_ranges", (text) => rangeFaults(text, isTop));
	check("allowed_email_domains_list", (text) => domainFaults(text, isTop));
	check("max_artifacts_size", (size) => (size < 1 ? ["must be greater than 0"] : []));
	for (const setting of ["math_rendering_limits_enabled", "assist_features_enabled"] as const)
		check(setting, (requested) => lockFaults(requested, group, setting, state));
	check(
		"unique_project_download_limit",
		(limit) => boundFaults(limit, 10_000),
		inNamespace("unique_project_download_limit"),
	);
	check(
		"unique_project_download_limit_interval_in_seconds",
		(seconds) => boundFaults(seconds, 864_000),
		inNamespace("unique_project_download_limit_interval_in_seconds"),
	);
	check(
		"unique_project_download_limit_allowlist",
		(names) => allowlistFaults(names, state),
		inNamespace("unique_project_download_limit_allowlist"),
	);
	check(
		"unique_project_download_limit_alertlist",
		(ids) => alertlistFaults(ids, state),
		inNamespace("unique_project_download_limit_alertlist"),
	);
	check(
		"step_up_auth_required_oauth_provider",
		(name) => (name === "" || settings.stepUpProviders.includes(name) ? [] : ["is not included in the list"]),
		inNamespace("step_up_auth_required_oauth_provider"),
	);
	const picture = sentPicture(input.avatar);
	const pictureTexts = picture ? pictureFaults(picture) : [];
	if (pictureTexts.length > 0) found.avatar = pictureTexts;
	return found;
}
