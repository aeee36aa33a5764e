import type { Context } from "../../request/context";
import { invalid } from "../../request/http/errors";
import type { Group } from "../../state/records";
import type { State } from "../../state/state";
import { storedPicture } from "../avatars/picture";
import { sentPicture } from "./avatar";
import { branchProtection } from "./branch-protection";
import { belowGroup } from "./list";
import { effective, type Lockable } from "./locks";
import { kept } from "./network";
import { place } from "./place";
import { applyRunnersSetting, runnersSetting } from "./shared-runners";
import { type Changes, faultsOf } from "./update-faults";

/** Updates of a group from the parameters of a request. */

/** The settings of top-level groups. They are ignored for subgroups. */
const topLevelOnly = [
	"enabled_git_access_protocol",
	"prevent_sharing_groups_outside_hierarchy",
	"unique_project_download_limit",
	"unique_project_download_limit_interval_in_seconds",
	"unique_project_download_limit_allowlist",
	"unique_project_download_limit_alertlist",
	"auto_ban_user_on_excessive_projects_download",
	"web_based_commit_signing_enabled",
] as const satisfies readonly (keyof Changes)[];

/** The settings that are ignored unless the caller is an administrator. */
const adminOnly = [
	"shared_runners_minutes_limit",
	"extra_shared_runners_minutes_limit",
	"max_artifacts_size",
] as const satisfies readonly (keyof Changes)[];

/** The settings that are stored as they are sent. */
const plain = [
	"description",
	"auto_devops_enabled",
	"enabled_git_access_protocol",
	"lfs_enabled",
	"mentions_disabled",
	"request_access_enabled",
	"require_two_factor_authentication",
	"share_with_group_lock",
	"prevent_sharing_groups_outside_hierarchy",
	"project_creation_level",
	"subgroup_creation_level",
	"two_factor_grace_period",
	"visibility",
	"extra_shared_runners_minutes_limit",
	"shared_runners_minutes_limit",
	"file_template_project_id",
	"membership_lock",
	"prevent_forking_outside_group",
	"unique_project_download_limit",
	"unique_project_download_limit_interval_in_seconds",
	"unique_project_download_limit_allowlist",
	"unique_project_download_limit_alertlist",
	"auto_ban_user_on_excessive_projects_download",
	"wiki_access_level",
	"assist_availability",
	"experiment_features_enabled",
	"lock_math_rendering_limits_enabled",
	"lock_assist_features_enabled",
	"max_artifacts_size",
	"web_based_commit_signing_enabled",
	"only_allow_merge_if_pipeline_succeeds",
	"allow_merge_on_skipped_pipeline",
	"only_allow_merge_if_all_discussions_are_resolved",
	"show_diff_preview_in_email",
	"service_access_tokens_expiration_enforced",
	"allow_personal_snippets",
	"ldap_cn",
	"ldap_access",
	"duo_core_features_enabled",
	"auto_duo_code_review_enabled",
	"ai_settings_attributes",
] as const satisfies readonly (keyof Changes & keyof Group)[];

/** Returns the changes without those that are ignored for this group and this caller. */
function heeded(input: Changes, group: Group, { actor }: Context): Changes {
	const out: Changes = { ...input };
	if (group.parent_id !== null) for (const name of topLevelOnly) delete out[name];
	if (!actor.isAdmin) for (const name of adminOnly) delete out[name];
	return out;
}

/** Returns the email setting. If both fields are sent, the older one, which is its opposite, takes precedence. */
function emails({ emails_disabled, emails_enabled }: Changes): Partial<Group> {
	if (emails_disabled !== undefined) return { emails_enabled: !emails_disabled };
	return emails_enabled === undefined ? {} : { emails_enabled };
}

/** Returns the change of a setting that ancestors can lock. A value that is already in effect changes nothing. */
function lockable(requested: boolean | undefined, setting: Lockable, group: Group, state: State): Partial<Group> {
	return requested === undefined || requested === effective(group, setting, state) ? {} : { [setting]: requested };
}

function avatar(input: Changes): Partial<Group> {
	const picture = sentPicture(input.avatar);
	return picture === undefined ? {} : { avatar: picture && storedPicture(picture) };
}

/** Returns the changes to a group's row, except its name and its path. */
function rowChanges(input: Changes, group: Group, state: State): Partial<Group> {
	const { default_branch, step_up_auth_required_oauth_provider: provider, shared_runners_setting: runners } = input;
	const { ip_restriction_ranges: ranges, allowed_email_domains_list: domains } = input;
	const sent = plain.filter((name) => input[name] !== undefined).map((name) => [name, input[name]] as const);
	return {
		// The names are fields of the group, and the contract gives both the same types.
		...(Object.fromEntries(sent) as Partial<Group>),
		...branchProtection(input, group),
		...emails(input),
		...avatar(input),
		...lockable(input.math_rendering_limits_enabled, "math_rendering_limits_enabled", group, state),
		...lockable(input.assist_features_enabled, "assist_features_enabled", group, state),
		...(default_branch === undefined ? {} : { default_branch: default_branch || null }),
		...(provider === undefined ? {} : { step_up_auth_required_oauth_provider: provider || null }),
		...(ranges === undefined ? {} : { ip_restriction_ranges: kept(ranges ?? "") }),
		...(domains === undefined ? {} : { allowed_email_domains_list: kept(domains ?? "") }),
		...(runners === undefined ? {} : { shared_runners_setting: runnersSetting(runners) }),
	};
}

/** Changes a group and what depends on it below. Throws 400 with all validation errors; then nothing is changed. */
export function update(group: Group, sent: Changes, context: Context): Group {
	const { state } = context;
	const input = heeded(sent, group, context);
	const faults = faultsOf(input, group, context);
	if (Object.keys(faults).length > 0) throw invalid(faults);
	const changed = state.groups.update(group.id, rowChanges(input, group, state));
	if (input.shared_runners_setting !== undefined) applyRunnersSetting(changed, state);
	// Assumed: a lock applies to all descendants at once.
	if (input.share_with_group_lock)
		for (const one of belowGroup(changed, state)) state.groups.update(one.id, { share_with_group_lock: true });
	return place(changed, { name: input.name ?? group.name, path: input.path ?? group.path }, state);
}
