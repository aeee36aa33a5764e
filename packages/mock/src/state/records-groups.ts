/** What the platform keeps of groups beside their names, of the places that projects are, and of tokens that belong to groups. */

export interface CustomAttribute {
	readonly key: string;
	readonly value: string;
}

/** A file that was uploaded, with its bytes in Base64. */
export interface StoredFile {
	readonly name: string;
	readonly type: string;
	readonly base64: string;
}

/** Who a default branch lets in, as the interface writes it. */
export interface BranchProtection {
	readonly allowed_to_push: readonly { readonly access_level: number }[];
	readonly allowed_to_merge: readonly { readonly access_level: number }[];
	readonly allow_force_push: boolean;
	readonly code_owner_approval_required?: boolean;
	readonly developer_can_initial_push?: boolean;
}

/** Whether instance runners take jobs of a group, and who below may change that. */
export type SharedRunnersSetting = "enabled" | "disabled_and_overridable" | "disabled_and_unoverridable";

/** What a group is set to, by the interface's names. */
export interface GroupSettings {
	readonly share_with_group_lock: boolean;
	readonly require_two_factor_authentication: boolean;
	/** Hours. */
	readonly two_factor_grace_period: number;
	readonly project_creation_level: "noone" | "maintainer" | "developer" | "administrator" | "owner";
	readonly auto_devops_enabled: boolean | null;
	readonly subgroup_creation_level: "owner" | "maintainer";
	readonly emails_enabled: boolean | null;
	readonly mentions_disabled: boolean | null;
	readonly lfs_enabled: boolean;
	readonly default_branch: string | null;
	readonly default_branch_protection: number;
	readonly default_branch_protection_defaults: BranchProtection;
	readonly request_access_enabled: boolean;
	readonly repository_storage: string;
	readonly file_template_project_id: number | null;
	readonly ip_restriction_ranges: string | null;
	readonly allowed_email_domains_list: string | null;
	readonly organization_id: number;
	/** Whether instance runners take the jobs of the group, and whether what is below may decide otherwise. */
	readonly shared_runners_setting: SharedRunnersSetting;
	readonly ldap_cn: string | null;
	readonly ldap_access: number | null;
	/** When a sync with the LDAP group was last asked for. */
	readonly ldap_sync_requested_at: string | null;
	readonly wiki_access_level: "disabled" | "private" | "enabled";
	readonly enabled_git_access_protocol: "ssh" | "http" | "all";
	readonly prevent_sharing_groups_outside_hierarchy: boolean;
	readonly prevent_forking_outside_group: boolean;
	/** As set here; a lock further up decides over it. */
	readonly math_rendering_limits_enabled: boolean;
	readonly lock_math_rendering_limits_enabled: boolean;
	/** Null as the installation says, 0 for no limit. */
	readonly shared_runners_minutes_limit: number | null;
	readonly extra_shared_runners_minutes_limit: number | null;
	/** A date. */
	readonly marked_for_deletion_on: string | null;
	readonly archived: boolean;
	readonly membership_lock: boolean;
	/** As set here; a lock further up decides over it. */
	readonly assist_features_enabled: boolean;
	readonly lock_assist_features_enabled: boolean;
	readonly assist_availability: "default_on" | "default_off" | "never_on";
	readonly experiment_features_enabled: boolean;
	/** Megabytes. */
	readonly max_artifacts_size: number | null;
	readonly show_diff_preview_in_email: boolean;
	readonly unique_project_download_limit: number;
	readonly unique_project_download_limit_interval_in_seconds: number;
	/** Usernames. */
	readonly unique_project_download_limit_allowlist: readonly string[];
	/** User ids. */
	readonly unique_project_download_limit_alertlist: readonly number[];
	readonly auto_ban_user_on_excessive_projects_download: boolean;
	readonly step_up_auth_required_oauth_provider: string | null;
	readonly web_based_commit_signing_enabled: boolean;
	readonly avatar: StoredFile | null;
	readonly custom_attributes: readonly CustomAttribute[];
	/** The group's SAML provider; null where it has none. */
	readonly saml_provider_id: number | null;
	/** Bytes that the dependency proxy of a top-level group keeps. */
	readonly dependency_proxy_size: number;
	/** Whether the size of the container registry is an estimate. */
	readonly container_registry_size_is_estimated: boolean;
}

/** Bytes that a project stores. */
export interface ProjectStatistics {
	readonly repository_size: number;
	readonly wiki_size: number;
	readonly lfs_objects_size: number;
	readonly job_artifacts_size: number;
	readonly pipeline_artifacts_size: number;
	readonly packages_size: number;
	readonly snippets_size: number;
	readonly uploads_size: number;
	readonly container_registry_size: number;
}

/** Settings of a project that only its records tell, by the interface's names. */
export interface ProjectSettings {
	readonly repository_access_level: "disabled" | "private" | "enabled";
	readonly forking_access_level: "disabled" | "private" | "enabled";
	readonly pages_access_level: "disabled" | "private" | "enabled" | "public";
	readonly security_and_compliance_access_level: "disabled" | "private" | "enabled";
	readonly ci_default_git_depth: number | null;
	readonly ci_forward_deployment_enabled: boolean;
	readonly ci_forward_deployment_rollback_allowed: boolean;
	readonly ci_allow_fork_pipelines_to_run_in_parent_project: boolean;
	readonly ci_config_path: string | null;
	/** Seconds. */
	readonly build_timeout: number;
	readonly auto_cancel_pending_pipelines: "enabled" | "disabled";
	readonly only_allow_merge_if_pipeline_succeeds: boolean;
	readonly only_allow_merge_if_all_discussions_are_resolved: boolean;
	readonly remove_source_branch_after_merge: boolean;
	readonly printing_merge_request_link_enabled: boolean;
	readonly merge_method: "merge" | "rebase_merge" | "ff";
	readonly suggestion_commit_message: string | null;
	readonly autoclose_referenced_issues: boolean;
	readonly auto_devops_enabled: boolean;
	readonly auto_devops_deploy_strategy: string;
	readonly import_status: string;
	readonly lfs_enabled: boolean;
	readonly repository_storage: string;
	readonly resolve_outdated_diff_discussions: boolean;
	readonly emails_enabled: boolean;
}

/** What summaries of a project tell beside its names and features. */
export interface ProjectDetails {
	readonly topics: readonly string[];
	/** Users who starred it. */
	readonly starred_by_ids: readonly number[];
	readonly forks_count: number;
	readonly creator_id: number;
	readonly updated_at: string;
	readonly last_activity_at: string;
	/** Path of the readme in the default branch; null without one. */
	readonly readme_path: string | null;
	readonly avatar: StoredFile | null;
	readonly container_registry_enabled: boolean;
	/** Whether instance runners take its jobs. */
	readonly shared_runners_enabled: boolean;
	readonly request_access_enabled: boolean;
	/** Whether pipelines left reports of security scans. */
	readonly has_security_reports: boolean;
	readonly custom_attributes: readonly CustomAttribute[];
	readonly statistics: ProjectStatistics;
	readonly settings: ProjectSettings;
}

/** A deploy token of a group or a project: reads repositories and registries, not the interface. */
export interface DeployToken {
	readonly id: number;
	readonly text: string;
	readonly name: string;
	/** Name that it signs in with. */
	readonly username: string;
	readonly source: "group" | "project";
	readonly source_id: number;
	readonly scopes: readonly string[];
	/** The first day on which it is refused; null for never. */
	readonly expires_at: string | null;
	readonly revoked: boolean;
}

/** A token that opens a user's feeds. Each user has one that works; replaced ones are kept. */
export interface FeedToken {
	readonly id: number;
	readonly text: string;
	readonly user_id: number;
	readonly revoked: boolean;
}
