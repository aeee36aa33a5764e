/** The tables of the groups domain: groups, projects, memberships and invitations. */
import {
	count,
	day,
	dictionary,
	flag,
	json,
	list,
	nullable,
	number,
	object,
	oneOf,
	partOf,
	section,
	serial,
	type TypeOf,
	text,
	time,
	to,
} from "../columns";
import { type RowOf, table } from "../definition";
import { pathsAbove } from "../keys";
import { accessLevels } from "../levels";

export const accessLevel = oneOf(...Object.values(accessLevels));
export const place = oneOf("group", "project");
export const visibility = oneOf("public", "internal", "private");
/** Who can see a group, a project or a snippet. */
export type Visibility = TypeOf<typeof visibility>;

const attribute = object({ key: text(), value: text() });
/** An attribute that administrators set on a group or project. */
export type CustomAttribute = TypeOf<typeof attribute>;
export const attributes = list(attribute);

export const file = object({ name: text(), type: text(), base64: text() });
/** An uploaded file, with its bytes in Base64. */
export type StoredFile = TypeOf<typeof file>;

const feature = oneOf("disabled", "private", "enabled");
/** Who can use a feature of a project. */
export type FeatureAccess = TypeOf<typeof feature>;

const levels = list(object({ access_level: number() }));
const protection = object({
	allowed_to_push: levels,
	allowed_to_merge: levels,
	allow_force_push: flag(),
	code_owner_approval_required: flag().optional(),
	developer_can_initial_push: flag().optional(),
});
/** Who can change a default branch, in the format of the API. */
export type BranchProtection = TypeOf<typeof protection>;

const sharedRunners = oneOf("enabled", "disabled_and_overridable", "disabled_and_unoverridable");
/** Whether instance runners run the jobs of a group, and whether subgroups and projects can change that. */
export type SharedRunnersSetting = TypeOf<typeof sharedRunners>;

/** A group, or a subgroup. */
export interface Group extends RowOf<typeof groups> {}
export const groups = table(
	"groups",
	{
		id: serial(11),
		name: text(),
		path: text(),
		full_path: text(),
		full_name: text(),
		description: nullable(text()),
		visibility,
		parent_id: nullable(partOf("groups")),
		created_at: time().now(),
		share_with_group_lock: flag(),
		require_two_factor_authentication: flag(),
		/** Hours. */
		two_factor_grace_period: number().or(48),
		project_creation_level: oneOf("noone", "maintainer", "developer", "administrator", "owner").or("developer"),
		auto_devops_enabled: nullable(flag()),
		subgroup_creation_level: oneOf("owner", "maintainer").or("maintainer"),
		emails_enabled: nullable(flag()).or(true),
		mentions_disabled: nullable(flag()),
		lfs_enabled: flag().or(true),
		default_branch: nullable(text()),
		default_branch_protection: number().or(2),
		default_branch_protection_defaults: protection.or({
			allowed_to_push: [{ access_level: 40 }],
			allowed_to_merge: [{ access_level: 40 }],
			allow_force_push: false,
		}),
		request_access_enabled: flag().or(true),
		repository_storage: text().or("default"),
		/** A project, which may have been deleted. */
		file_template_project_id: nullable(number()),
		ip_restriction_ranges: nullable(text()),
		allowed_email_domains_list: nullable(text()),
		organization_id: number().or(1),
		/** Whether instance runners run the jobs of the group, and whether subgroups and projects can change that. */
		shared_runners_setting: sharedRunners.or("enabled"),
		ldap_cn: nullable(text()),
		ldap_access: nullable(number()),
		/** When a sync with the LDAP group was last requested. */
		ldap_sync_requested_at: nullable(time()),
		wiki_access_level: feature.or("enabled"),
		enabled_git_access_protocol: oneOf("ssh", "http", "all").or("all"),
		prevent_sharing_groups_outside_hierarchy: flag(),
		prevent_forking_outside_group: flag(),
		/** The group's own setting. A lock in a group above takes precedence. */
		math_rendering_limits_enabled: flag().or(true),
		lock_math_rendering_limits_enabled: flag(),
		/** Null for the installation's limit, 0 for no limit. */
		shared_runners_minutes_limit: nullable(number()),
		extra_shared_runners_minutes_limit: nullable(number()),
		/** A date. */
		marked_for_deletion_on: nullable(day()),
		archived: flag(),
		membership_lock: flag(),
		/** The group's own setting. A lock in a group above takes precedence. */
		assist_features_enabled: flag().or(true),
		lock_assist_features_enabled: flag(),
		assist_availability: oneOf("default_on", "default_off", "never_on").or("default_on"),
		experiment_features_enabled: flag(),
		/** Megabytes. */
		max_artifacts_size: nullable(number()),
		show_diff_preview_in_email: flag().or(true),
		only_allow_merge_if_pipeline_succeeds: flag(),
		allow_merge_on_skipped_pipeline: flag(),
		only_allow_merge_if_all_discussions_are_resolved: flag(),
		service_access_tokens_expiration_enforced: flag().or(true),
		allow_personal_snippets: flag().or(true),
		duo_core_features_enabled: flag(),
		auto_duo_code_review_enabled: flag(),
		ai_settings_attributes: dictionary(json()),
		unique_project_download_limit: number().or(0),
		unique_project_download_limit_interval_in_seconds: number().or(0),
		/** Usernames. */
		unique_project_download_limit_allowlist: list(text()),
		/** Ids of users, who may have been deleted. */
		unique_project_download_limit_alertlist: list(number()),
		auto_ban_user_on_excessive_projects_download: flag(),
		step_up_auth_required_oauth_provider: nullable(text()),
		web_based_commit_signing_enabled: flag(),
		avatar: nullable(file),
		custom_attributes: attributes,
		/** The group's SAML provider; null for none. */
		saml_provider_id: nullable(number()),
		/** The bytes that the dependency proxy of a top-level group stores. */
		dependency_proxy_size: number().or(0),
		/** Whether the size of the container registry is an estimate. */
		container_registry_size_is_estimated: flag(),
	},
	{
		groups: { parent: "parent_id", below: (row) => pathsAbove(row.full_path), all: () => 0 },
		unique: { path: (row) => row.full_path.toLowerCase() },
	},
);

const bytes = number().or(0);
const statistics = section({
	repository_size: bytes,
	wiki_size: bytes,
	lfs_objects_size: bytes,
	job_artifacts_size: bytes,
	pipeline_artifacts_size: bytes,
	packages_size: bytes,
	snippets_size: bytes,
	uploads_size: bytes,
	container_registry_size: bytes,
});
/** The bytes that a project stores. */
export type ProjectStatistics = TypeOf<typeof statistics>;

const settings = section({
	repository_access_level: feature.or("enabled"),
	forking_access_level: feature.or("enabled"),
	pages_access_level: oneOf("disabled", "private", "enabled", "public").or("enabled"),
	security_and_compliance_access_level: feature.or("private"),
	ci_default_git_depth: nullable(number()).or(20),
	ci_forward_deployment_enabled: flag().or(true),
	ci_forward_deployment_rollback_allowed: flag().or(true),
	ci_allow_fork_pipelines_to_run_in_parent_project: flag().or(true),
	ci_config_path: nullable(text()),
	/** Seconds. */
	build_timeout: number().or(3600),
	auto_cancel_pending_pipelines: oneOf("enabled", "disabled").or("enabled"),
	only_allow_merge_if_pipeline_succeeds: flag(),
	only_allow_merge_if_all_discussions_are_resolved: flag(),
	remove_source_branch_after_merge: flag().or(true),
	printing_merge_request_link_enabled: flag().or(true),
	merge_method: oneOf("merge", "rebase_merge", "ff").or("merge"),
	suggestion_commit_message: nullable(text()),
	autoclose_referenced_issues: flag().or(true),
	auto_devops_enabled: flag(),
	auto_devops_deploy_strategy: text().or("continuous"),
	import_status: text().or("none"),
	lfs_enabled: flag().or(true),
	repository_storage: text().or("default"),
	resolve_outdated_diff_discussions: flag(),
	emails_enabled: flag().or(true),
});
/** Settings that appear only in the records of projects, by their names in the API. */
export type ProjectSettings = TypeOf<typeof settings>;

/** A project, in a group or in a personal namespace. */
export interface Project extends RowOf<typeof projects> {}
export const projects = table(
	"projects",
	{
		id: serial(101),
		name: text(),
		path: text(),
		full_path: text(),
		/** Null for a project in a personal namespace. */
		group_id: nullable(partOf("groups")),
		/** The user who owns it, if it is not in a group. */
		owner_id: nullable(partOf("users")),
		description: nullable(text()),
		visibility,
		default_branch: nullable(text()).or("main"),
		archived: flag(),
		created_at: time().now(),
		/** CI/CD: private means members only. */
		builds_access_level: feature.or("enabled"),
		/** Whether pipelines and jobs are visible to everyone who can see the project. */
		public_jobs: flag().or(true),
		merge_requests_access_level: feature.or("enabled"),
		issues_access_level: feature.or("enabled"),
		snippets_access_level: feature.or("enabled"),
		wiki_access_level: feature.or("enabled"),
		releases_access_level: feature.or("enabled"),
		/** The CI configuration, or null if there is none; `errors` says what is wrong, or is null if it is valid. */
		ci_config: nullable(object({ errors: nullable(text()) })).or({ errors: null }),
		/** The minimum role that can set variables on a new pipeline; null for nobody. */
		ci_pipeline_variables_minimum_role: nullable(accessLevel).or(accessLevels.developer),
		/** The maximum number of pipelines that one user can create in a minute; null for no limit. */
		pipelines_per_minute: nullable(number()),
		/** Branch names with the commit at their tip. */
		branches: dictionary(text()),
		/** Tag names with their commit. */
		tags: dictionary(text()),
		/** Branches and tags to which only maintainers can push, and on which only they can run pipelines. */
		protected_refs: list(text()).or(["main"]),
		/** Former full paths. Requests with them are redirected or refused. */
		former_paths: list(text()),
		/** Whether the end of an alert closes its incident. */
		auto_close_incident: flag(),
		/** The API URL of the external incident product that receives the alerts in place of all integrations. */
		external_incident_product: nullable(text()),
		/** The last used number, by kind: issues, merge requests, pipelines and alerts are numbered per project. */
		last_iids: dictionary(number()),
		topics: list(text()),
		/** Users who starred it. */
		starred_by_ids: list(to("users")),
		forks_count: number().or(0),
		creator_id: to("users"),
		updated_at: time().like("created_at"),
		last_activity_at: time().like("created_at"),
		/** Path of the readme in the default branch; null without one. */
		readme_path: nullable(text()).or("README.md"),
		avatar: nullable(file),
		container_registry_enabled: flag().or(true),
		/** Whether instance runners run its jobs. */
		shared_runners_enabled: flag().or(true),
		request_access_enabled: flag().or(true),
		/** Whether pipelines created reports of security scans. */
		has_security_reports: flag(),
		custom_attributes: attributes,
		statistics,
		settings,
	},
	{
		groups: {
			all: () => 0,
			group: "group_id",
			below: (row) => (row.group_id === null ? null : pathsAbove(row.full_path)),
			owner: "owner_id",
			former: (row) => row.former_paths.map((path) => path.toLowerCase()),
		},
		unique: { path: (row) => row.full_path.toLowerCase() },
	},
);

const permission = oneOf("admin_runners");
/** The permissions that custom roles can add. */
export type Permission = TypeOf<typeof permission>;

/** A membership in a group or a project. */
export interface Member extends RowOf<typeof members> {}
export const members = table(
	"members",
	{
		id: serial(1),
		user_id: partOf("users"),
		source: place,
		source_id: count(),
		access_level: accessLevel.or(accessLevels.developer),
		created_at: time().now(),
		expires_at: nullable(day()),
		/** Whether it was only requested or offered so far, and is not a membership yet. */
		pending: flag().optional(),
		/** The permissions that a custom role adds to the level; missing for a standard role. */
		permissions: list(permission).optional(),
	},
	{
		groups: { user: "user_id", source: ["source", "source_id"] },
		unique: { member: ["user_id", "source", "source_id"] },
		points: ["source", "source_id"],
	},
);

/** A group that is invited into another group or a project. Its members get at most this level there. */
export interface Share extends RowOf<typeof shares> {}
export const shares = table(
	"shares",
	{
		id: serial(1),
		group_id: partOf("groups"),
		target: place,
		target_id: count(),
		access_level: accessLevel.or(accessLevels.developer),
		expires_at: nullable(day()),
	},
	{
		groups: {
			group: "group_id",
			target: ["target", "target_id"],
			invitation: ["group_id", "target", "target_id"],
		},
		points: ["target", "target_id"],
	},
);
