import { isPaid, isServed } from "../../request/access/served";
import type { Context } from "../../request/context";
import { followsGitlab } from "../../request/settings/dialect";
import type { Group, Project } from "../../state/records";
import { runnerPlaceKey } from "../../state/state";
import type { View } from "../../state/table";
import { inOrder, sharedProjects } from "./invitations";
import { groupRecord, invitations } from "./list-entities";
import { effective } from "./locks";
import { groupPolicy } from "./policy";
import { projectSummary } from "./projects-entities";

/** The most projects of each kind in a group's JSON. */
const mostProjects = 100;

const newest: View<Project, "group"> = { group: "group", by: (row) => row.id };

/** Returns the JSON of the first projects that the caller sees, in the order of `projects`. */
function shown(projects: Iterable<Project>, context: Context): object[] {
	const found: object[] = [];
	for (const project of projects) {
		if (!context.actor.seesProject(project)) continue;
		found.push(projectSummary(project, context));
		if (found.length === mostProjects) break;
	}
	return found;
}

/** Returns the group's own projects and those shared with it, newest first. */
const projects = (group: Group, context: Context): object => ({
	projects: shown(context.state.projects.ordered(newest, group.id).rows(true), context),
	shared_projects: shown(inOrder(sharedProjects(group, context.state), newest).rows(true), context),
});

/** Returns the fields that GitLab returns in place of two settings of the specification. */
const gitlabSettings = (group: Group): object => ({
	only_allow_merge_if_pipeline_succeeds: group.only_allow_merge_if_pipeline_succeeds,
	allow_merge_on_skipped_pipeline: group.allow_merge_on_skipped_pipeline,
	only_allow_merge_if_all_discussions_are_resolved: group.only_allow_merge_if_all_discussions_are_resolved,
	// Assumed: GitLab also returns these, on plans that have them.
	service_access_tokens_expiration_enforced: group.service_access_tokens_expiration_enforced,
	allow_personal_snippets: group.allow_personal_snippets,
	duo_core_features_enabled: group.duo_core_features_enabled,
	auto_duo_code_review_enabled: group.auto_duo_code_review_enabled,
	ai_settings_attributes: group.ai_settings_attributes,
});

/** Returns the fields of plans above Free. */
function paid(group: Group, { settings, state }: Context): object {
	if (!isPaid(settings)) return {};
	return {
		shared_runners_minutes_limit: group.shared_runners_minutes_limit,
		extra_shared_runners_minutes_limit: group.extra_shared_runners_minutes_limit,
		marked_for_deletion_on: group.marked_for_deletion_on,
		membership_lock: group.membership_lock,
		prevent_forking_outside_group: group.prevent_forking_outside_group,
		allowed_email_domains_list: group.allowed_email_domains_list,
		assist_features_enabled: effective(group, "assist_features_enabled", state),
		lock_assist_features_enabled: group.lock_assist_features_enabled,
		...(followsGitlab(settings)
			? gitlabSettings(group)
			: {
					assist_availability: group.assist_availability,
					experiment_features_enabled: group.experiment_features_enabled,
				}),
	};
}

/** Returns the fields of a top-level group that everyone sees. */
function topLevel(group: Group, { settings }: Context): object {
	if (group.parent_id !== null) return {};
	const isHosted = isServed({ tier: { offering: "hosted" } }, settings);
	return {
		prevent_sharing_groups_outside_hierarchy: group.prevent_sharing_groups_outside_hierarchy,
		...(isHosted ? { web_based_commit_signing_enabled: group.web_based_commit_signing_enabled } : {}),
	};
}

/** Returns the download limit of a top-level group. */
const downloads = (group: Group): object => ({
	unique_project_download_limit: group.unique_project_download_limit,
	unique_project_download_limit_interval_in_seconds: group.unique_project_download_limit_interval_in_seconds,
	unique_project_download_limit_allowlist: group.unique_project_download_limit_allowlist,
	unique_project_download_limit_alertlist: group.unique_project_download_limit_alertlist,
	auto_ban_user_on_excessive_projects_download: group.auto_ban_user_on_excessive_projects_download,
});

/** Returns the fields that only owners and administrators see. */
function forOwners(group: Group, { actor, settings, state }: Context): object {
	if (!groupPolicy.admin_group(actor, group)) return {};
	const isTop = group.parent_id === null;
	const hasStepUp = isServed({ lifecycle: { flag: "group_step_up_authentication" } }, settings);
	return {
		runners_token: state.registrationTokens.one("place", runnerPlaceKey("group", group.id))?.text ?? "",
		...(isTop ? { enabled_git_access_protocol: group.enabled_git_access_protocol } : {}),
		...(isTop && isServed({ tier: { tier: "ultimate" } }, settings) ? downloads(group) : {}),
		...(hasStepUp ? { step_up_auth_required_oauth_provider: group.step_up_auth_required_oauth_provider } : {}),
	};
}

/** The parameters that add fields to a group's JSON. */
export interface DetailParameters {
	readonly with_projects?: boolean;
	/** Ignored unless the caller is an administrator. */
	readonly with_custom_attributes?: boolean;
}

/** Returns the JSON of a single group. */
export const groupDetail = (group: Group, parameters: DetailParameters, context: Context): object => ({
	id: group.id,
	...groupRecord(group, context),
	archived: group.archived,
	max_artifacts_size: group.max_artifacts_size,
	show_diff_preview_in_email: group.show_diff_preview_in_email,
	shared_with_groups: invitations("group", group.id, context),
	math_rendering_limits_enabled: effective(group, "math_rendering_limits_enabled", context.state),
	lock_math_rendering_limits_enabled: group.lock_math_rendering_limits_enabled,
	...topLevel(group, context),
	...paid(group, context),
	...forOwners(group, context),
	...(parameters.with_custom_attributes && context.actor.isAdmin ? { custom_attributes: group.custom_attributes } : {}),
	...(parameters.with_projects ? projects(group, context) : {}),
});
