/** What the platform keeps, a type a table. Times are ISO texts in UTC with milliseconds, dates `YYYY-MM-DD`. */
import type { AccessLevel } from "./levels";
import type { GroupSettings, ProjectDetails, StoredFile } from "./records-groups";
import type { SnippetFile } from "./records-repository";
import type { AccountDetails } from "./records-users";

export type * from "./records-alerts";
export type * from "./records-credentials";
export type * from "./records-groups";
export type * from "./records-repository";
export type * from "./records-runners";
export type * from "./records-users";
export type * from "./tables/releases";

/** Who may see a group, a project or a snippet. */
export type Visibility = "public" | "internal" | "private";

/** An account. */
export interface User extends AccountDetails {
	readonly id: number;
	readonly username: string;
	readonly name: string;
	readonly email: string;
	readonly public_email: string | null;
	readonly state: "active" | "blocked" | "deactivated" | "banned" | "ldap_blocked" | "blocked_pending_approval";
	readonly created_at: string;
	readonly admin: boolean;
	readonly auditor: boolean;
	readonly external: boolean;
	/** human; or the bot behind a project's or a group's token; or one of the platform's own. */
	readonly kind: "human" | "project_bot" | "group_bot" | "alert_bot" | "support_bot" | "ghost";
	readonly avatar: StoredFile | null;
	readonly bio: string;
	readonly location: string | null;
	readonly organization: string | null;
	readonly job_title: string;
	readonly pronouns: string | null;
	readonly professional_network: string;
	readonly microblog: string;
	readonly chat_account: string;
	readonly code_host: string;
	readonly website_url: string;
	/** One of the verified addresses, `_private` for a generated one; null for the primary one. */
	readonly commit_email: string | null;
	readonly preferred_language: string;
	/** The profile shows to administrators and to the user alone. */
	readonly private_profile: boolean;
	/** What administrators wrote about the user. */
	readonly note: string | null;
	readonly theme_id: number | null;
	readonly color_scheme_id: number | null;
	readonly projects_limit: number;
	readonly can_create_group: boolean;
	readonly two_factor_enabled: boolean;
	readonly confirmed_at: string | null;
	readonly last_sign_in_at: string | null;
	readonly current_sign_in_at: string | null;
	/** A date. */
	readonly last_activity_on: string | null;
	/** The administrator who made the account; null for one who signed up. */
	readonly created_by_id: number | null;
}

/** An access token, with its text. */
export interface Token {
	readonly id: number;
	readonly text: string;
	readonly name: string;
	readonly user_id: number;
	readonly kind: "personal" | "project" | "group" | "oauth";
	readonly scopes: readonly string[];
	readonly created_at: string;
	/** The first day on which it is refused; null for never. */
	readonly expires_at: string | null;
	readonly revoked: boolean;
	readonly last_used_at: string | null;
	readonly description: string | null;
	/** An administrator made it, to act as the user. */
	readonly impersonation: boolean;
	/** The group or project that it was made for, and its role there; null for a person's. */
	readonly resource: {
		readonly type: "group" | "project";
		readonly id: number;
		readonly access_level: AccessLevel;
	} | null;
	/** The top-level group whose owners look after it: its user's enterprise group, or the one above its resource; null for none. */
	readonly managed_by_group_id: number | null;
	/** Why it can be neither revoked nor rotated for now, in the words of the refusal; null for nothing. */
	readonly hold: string | null;
}

/** A signed-in browser session; its text travels in the cookie `_service_session`. */
export interface Session {
	readonly id: number;
	readonly text: string;
	readonly user_id: number;
	readonly expires_at: string | null;
}

/** A group, or a subgroup. */
export interface Group extends GroupSettings {
	readonly id: number;
	readonly name: string;
	readonly path: string;
	readonly full_path: string;
	readonly full_name: string;
	readonly description: string | null;
	readonly visibility: Visibility;
	readonly parent_id: number | null;
	readonly created_at: string;
}

/** Who may use a feature of a project. */
export type FeatureAccess = "disabled" | "private" | "enabled";

/** A project, in a group or in a personal namespace. */
export interface Project extends ProjectDetails {
	readonly id: number;
	readonly name: string;
	readonly path: string;
	readonly full_path: string;
	/** Null for a project of a person. */
	readonly group_id: number | null;
	/** The person that it belongs to, where it is in no group. */
	readonly owner_id: number | null;
	readonly description: string | null;
	readonly visibility: Visibility;
	readonly default_branch: string | null;
	readonly archived: boolean;
	readonly created_at: string;
	/** CI/CD: private means members only. */
	readonly builds_access_level: FeatureAccess;
	/** Whether pipelines and jobs show to everyone who sees the project. */
	readonly public_jobs: boolean;
	readonly merge_requests_access_level: FeatureAccess;
	readonly issues_access_level: FeatureAccess;
	readonly snippets_access_level: FeatureAccess;
	readonly wiki_access_level: FeatureAccess;
	readonly releases_access_level: FeatureAccess;
	/** The CI configuration: null when there is none, else what is wrong with it, or null when it is valid. */
	readonly ci_config: { readonly errors: string | null } | null;
	/** The least role that may set variables on a new pipeline; null for nobody. */
	readonly ci_pipeline_variables_minimum_role: AccessLevel | null;
	/** Most pipelines that one user may make in a minute; null for no limit. */
	readonly pipelines_per_minute: number | null;
	/** Branch and tag names with the commit at their tip, branches first. */
	readonly branches: { readonly [name: string]: string };
	readonly tags: { readonly [name: string]: string };
	/** Branches and tags on which only maintainers may push and run pipelines. */
	readonly protected_refs: readonly string[];
	/** Former full paths: requests by them are sent on, or refused. */
	readonly former_paths: readonly string[];
	/** Whether an alert that ends closes its incident. */
	readonly auto_close_incident: boolean;
	/** The API address of the external incident product that takes the alerts in place of all integrations. */
	readonly external_incident_product: string | null;
	/** Last given number, by kind: issues, merge requests, pipelines and alerts are numbered within their project. */
	readonly last_iids: { readonly [kind: string]: number };
}

/** A membership in a group or a project. */
export interface Member {
	readonly id: number;
	readonly user_id: number;
	readonly source: "group" | "project";
	readonly source_id: number;
	readonly access_level: AccessLevel;
	readonly created_at: string;
	readonly expires_at: string | null;
	/** Asked for, or offered, and not yet a membership. */
	readonly pending?: boolean;
	/** What a custom role adds to the level; absent with a plain role. */
	readonly permissions?: readonly Permission[];
}

/** What custom roles can add. */
export type Permission = "admin_runners";

/** A group invited into another group or into a project: its members get at most this level there. */
export interface Share {
	readonly id: number;
	readonly group_id: number;
	readonly target: "group" | "project";
	readonly target_id: number;
	readonly access_level: AccessLevel;
	readonly expires_at: string | null;
}

interface Discussable {
	readonly id: number;
	readonly title: string;
	readonly author_id: number;
	readonly created_at: string;
	readonly updated_at: string;
	readonly discussion_locked: boolean;
}

/** An issue. */
export interface Issue extends Discussable {
	readonly iid: number;
	readonly project_id: number;
	readonly description: string | null;
	readonly state: "opened" | "closed";
	readonly type: "issue" | "incident";
	/** Of incidents; null for others. */
	readonly severity: "unknown" | "low" | "medium" | "high" | "critical" | null;
	readonly confidential: boolean;
	readonly assignee_ids: readonly number[];
	readonly label_names: readonly string[];
	readonly milestone: string | null;
	/** Null while open. */
	readonly closed_at: string | null;
	/** Seconds, as `/spend` adds them. */
	readonly time_spent: number;
	readonly time_estimate: number;
}

/** A merge request. */
export interface MergeRequest extends Discussable {
	readonly iid: number;
	readonly project_id: number;
	readonly description: string | null;
	readonly state: "opened" | "closed" | "merged";
	readonly source_branch: string;
	readonly target_branch: string;
	/** The head commit of the changes. */
	readonly diff_head_sha: string;
	readonly assignee_ids: readonly number[];
	readonly reviewer_ids: readonly number[];
	readonly label_names: readonly string[];
	readonly milestone: string | null;
	readonly merged_at: string | null;
	/** Null unless closed without a merge. */
	readonly closed_at: string | null;
	readonly time_spent: number;
	readonly time_estimate: number;
}

/** A snippet, personal or of a project. */
export interface Snippet {
	readonly id: number;
	/** Null for a personal snippet. */
	readonly project_id: number | null;
	readonly title: string;
	readonly description: string | null;
	readonly files: readonly SnippetFile[];
	readonly author_id: number;
	readonly visibility: Visibility;
	readonly created_at: string;
	readonly updated_at: string;
}

/** A group's epic. */
export interface Epic extends Discussable {
	readonly iid: number;
	readonly group_id: number;
	readonly state: "opened" | "closed";
	readonly confidential: boolean;
}

/** A page of the wiki of a project or a group. */
export interface WikiPage {
	readonly id: number;
	readonly container: "project" | "group";
	readonly container_id: number;
	readonly slug: string;
	readonly title: string;
	readonly created_at: string;
}

/** What takes notes, by the name that a note tells. */
export type NoteableType = "Issue" | "Snippet" | "MergeRequest" | "Epic" | "WikiPage::Meta" | "AlertManagement::Alert";

/** A note, by a user or by the platform. */
export interface Note {
	readonly id: number;
	readonly body: string;
	readonly author_id: number;
	readonly noteable_type: NoteableType;
	readonly noteable_id: number;
	/** Null on epics and group wiki pages. */
	readonly project_id: number | null;
	readonly created_at: string;
	readonly updated_at: string;
	readonly system: boolean;
	readonly internal: boolean;
	/** A system note that mentions something of this project: shown only to those who see that project. */
	readonly mentions_project_id: number | null;
	/** The discussion that it answers in, by the number of the note that began it; absent of those that answer none. */
	readonly discussion_id?: number;
}

/** The statuses of pipelines, from the beginning on. */
export const pipelineStatuses = [
	"created",
	"waiting_for_resource",
	"preparing",
	"pending",
	"running",
	"success",
	"failed",
	"canceled",
	"skipped",
	"manual",
	"scheduled",
] as const;
/** How far a pipeline is. */
export type PipelineStatus = (typeof pipelineStatuses)[number];

/** A variable that a pipeline was started with. */
export interface PipelineVariable {
	readonly key: string;
	readonly value: string;
	readonly variable_type: "env_var" | "file";
	readonly raw: boolean;
}

/** A case of a pipeline's test report. */
export interface TestCase {
	readonly status: "success" | "failed" | "skipped" | "error";
	readonly name: string;
	readonly classname: string;
	/** Seconds. */
	readonly execution_time: number;
	readonly system_output: string | null;
	readonly stack_trace: string | null;
}

/** A suite of a pipeline's test report. */
export interface TestSuite {
	readonly name: string;
	readonly build_ids: readonly number[];
	/** What was wrong with the report, where it could not be read. */
	readonly suite_error: string | null;
	readonly test_cases: readonly TestCase[];
}

/** A pipeline. */
export interface Pipeline {
	readonly id: number;
	readonly iid: number;
	readonly project_id: number;
	readonly status: PipelineStatus;
	readonly source: string;
	readonly ref: string;
	readonly tag: boolean;
	readonly sha: string;
	readonly before_sha: string;
	readonly name: string | null;
	readonly yaml_errors: string | null;
	readonly user_id: number;
	/** The pipeline that started this one, as its child. */
	readonly parent_id: number | null;
	readonly created_at: string;
	readonly updated_at: string;
	readonly started_at: string | null;
	readonly finished_at: string | null;
	readonly committed_at: string | null;
	/** Whole seconds from start to finish, without the waiting. */
	readonly duration: number | null;
	/** Seconds from creation to start. */
	readonly queued_duration: number;
	/** Percent. */
	readonly coverage: number | null;
	readonly archived: boolean;
	readonly variables: readonly PipelineVariable[];
	readonly inputs: { readonly [name: string]: unknown };
	readonly test_suites: readonly TestSuite[];
}

/** A job of a pipeline. */
export interface Job {
	readonly id: number;
	readonly pipeline_id: number;
	readonly project_id: number;
	readonly name: string;
	readonly stage: string;
	readonly status: PipelineStatus;
	readonly allow_failure: boolean;
	readonly runner_id: number | null;
	/** The machine of that runner that took it. */
	readonly runner_manager_id: number | null;
	readonly created_at: string;
	readonly started_at: string | null;
	readonly finished_at: string | null;
	/** Seconds. */
	readonly duration: number | null;
	readonly queued_duration: number | null;
	readonly coverage: number | null;
}

/** When a job goes on by itself: a pending one is taken then, a running one ends. See the setting `pipelines`. */
export interface JobStep {
	readonly id: number;
	readonly job_id: number;
	/** Since when it waits, or runs. */
	readonly since: string;
	readonly due_at: string;
}
