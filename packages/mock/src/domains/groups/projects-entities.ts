import type { Context } from "../../request/context";
import { accessLevels } from "../../state/levels";
import type { Project } from "../../state/records";
import { avatarUrl } from "../avatars/address";
import { countOpened } from "../issues/list";
import { cloneAddresses } from "../repository/clone-addresses";
import { groupUrl, invitations } from "./list-entities";
import { fullName } from "./project-name";

const isOn = (level: string): boolean => level !== "disabled";

/** Whether the caller can read the code, and so see the branches. */
export function readsCode(project: Project, { actor }: Pick<Context, "actor">): boolean {
	const access = project.settings.repository_access_level;
	if (access === "disabled") return false;
	if (actor.isAuditor || actor.levelInProject(project) >= accessLevels.reporter) return true;
	return access === "enabled" && project.visibility !== "private";
}

/** Returns the namespace of a project: a group, or a user's personal namespace. */
function namespace(project: Project, context: Context): object {
	const { state, base } = context;
	const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
	if (group)
		return {
			id: group.id,
			name: group.name,
			path: group.path,
			kind: "group",
			full_path: group.full_path,
			parent_id: group.parent_id,
			avatar_url: avatarUrl("group", group, context),
			web_url: groupUrl(group, context),
		};
	const owner = project.owner_id === null ? undefined : state.users.get(project.owner_id);
	const path = project.full_path.slice(0, project.full_path.lastIndexOf("/"));
	return {
		// Assumed: personal namespaces do not share IDs with groups.
		id: spaceId(owner?.id ?? 0),
		name: owner?.name ?? path,
		path,
		kind: "user",
		full_path: path,
		parent_id: null,
		avatar_url: owner ? avatarUrl("user", owner, context) : null,
		web_url: `${base}/${path}`,
	};
}

/** Returns the ID of a user's personal namespace. */
export const spaceId = (userId: number): number => 1_000_000 + userId;

/** The parameters that change the JSON of each project in a list. */
export interface ProjectExtras {
	readonly simple?: boolean;
	readonly with_custom_attributes?: boolean;
}

/** Returns the short JSON of a project. */
export function basicProject(project: Project, context: Context): object {
	const web = `${context.base}/${project.full_path}`;
	const clone = cloneAddresses(project.full_path, context);
	const topics = [...project.topics].sort();
	const readme = project.readme_path && `${web}/-/blob/${project.default_branch ?? "HEAD"}/${project.readme_path}`;
	return {
		id: project.id,
		description: project.description,
		name: project.name,
		name_with_namespace: fullName(project, context.state),
		path: project.path,
		path_with_namespace: project.full_path,
		created_at: project.created_at,
		...(readsCode(project, context) ? { default_branch: project.default_branch, readme_url: readme } : {}),
		tag_list: topics,
		topics,
		ssh_url_to_repo: clone.ssh,
		http_url_to_repo: clone.http,
		web_url: web,
		forks_count: project.forks_count,
		avatar_url: avatarUrl("project", project, context),
		star_count: project.starred_by_ids.length,
		last_activity_at: project.last_activity_at,
		visibility: project.visibility,
		namespace: namespace(project, context),
	};
}

/** Returns the JSON of a project with its features. */
export const projectSummary = (project: Project, context: Context): object => ({
	id: project.id,
	...basicProject(project, context),
	archived: project.archived,
	issues_enabled: isOn(project.issues_access_level),
	merge_requests_enabled: isOn(project.merge_requests_access_level),
	wiki_enabled: isOn(project.wiki_access_level),
	jobs_enabled: isOn(project.builds_access_level),
	snippets_enabled: isOn(project.snippets_access_level),
	container_registry_enabled: project.container_registry_enabled,
	shared_runners_enabled: project.shared_runners_enabled,
	creator_id: project.creator_id,
	open_issues_count: countOpened(project, context),
	public_jobs: project.public_jobs,
	shared_with_groups: invitations("project", project.id, context),
	request_access_enabled: project.request_access_enabled,
});

function links(project: Project, context: Context): object {
	const self = `${context.base}/api/v4/projects/${project.id}`;
	return {
		self,
		...(isOn(project.issues_access_level) ? { issues: `${self}/issues` } : {}),
		...(isOn(project.merge_requests_access_level) ? { merge_requests: `${self}/merge_requests` } : {}),
		repo_branches: `${self}/repository/branches`,
		labels: `${self}/labels`,
		events: `${self}/events`,
		members: `${self}/members`,
	};
}

/** Returns the JSON of a project with all its settings. */
export const fullProject = (project: Project, context: Context): object => ({
	id: project.id,
	...projectSummary(project, context),
	_links: links(project, context),
	empty_repo: Object.keys(project.branches).length === 0,
	// Assumed: a feature that is not set up is shown as disabled, with the default values.
	container_expiration_policy: { enabled: false, cadence: "1d", keep_n: 10, older_than: "90d" },
	issues_access_level: project.issues_access_level,
	merge_requests_access_level: project.merge_requests_access_level,
	wiki_access_level: project.wiki_access_level,
	builds_access_level: project.builds_access_level,
	snippets_access_level: project.snippets_access_level,
	...project.settings,
	repository_storage: context.actor.isAdmin ? project.settings.repository_storage : null,
	emails_disabled: !project.settings.emails_enabled,
	can_create_merge_request_in:
		context.actor.user !== undefined && isOn(project.merge_requests_access_level) && !project.archived,
});

/** Returns the JSON of a project in a list: short, or from `record`. Administrators can add its custom attributes. */
export function projectItem(
	project: Project,
	{ simple, with_custom_attributes }: ProjectExtras,
	record: (project: Project, context: Context) => object,
	context: Context,
): object {
	const shown = (simple ? basicProject : record)(project, context);
	if (!with_custom_attributes || !context.actor.isAdmin) return shown;
	return { ...shown, custom_attributes: project.custom_attributes };
}
