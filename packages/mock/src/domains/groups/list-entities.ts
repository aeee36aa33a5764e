import { isCurrent } from "../../request/access/current";
import type { Context } from "../../request/context";
import type { JsonText } from "../../request/http/json-text";
import { followsGitlab } from "../../request/settings/dialect";
import type { Group, ProjectStatistics, Share } from "../../state/records";
import { type State, sourceKey } from "../../state/state";
import { avatarUrl } from "../avatars/address";

/** Returns the URL of a group's page. */
export const groupUrl = (group: Group, context: Context): string => `${context.base}/groups/${group.full_path}`;

/** Returns the current invitations into a group or a project, limited to invited groups that the caller sees. */
export const invitations = (target: Share["target"], id: number, { actor, state }: Context): object[] =>
	state.shares
		.in("target", sourceKey(target, id))
		.filter((share) => isCurrent(share, state))
		.flatMap((share) => {
			const group = state.groups.get(share.group_id);
			if (!group || !actor.seesGroup(group)) return [];
			return {
				group_id: group.id,
				group_name: group.name,
				group_full_path: group.full_path,
				group_access_level: share.access_level,
				expires_at: share.expires_at,
			};
		});

/** Returns the fields of plans above Free. Some of them depend on what the caller can see. */
function paid(group: Group, { actor, settings, state }: Context): object {
	if (settings.tier === "free") return {};
	const templates = group.file_template_project_id === null ? null : state.projects.get(group.file_template_project_id);
	return {
		repository_storage: actor.isAdmin ? group.repository_storage : null,
		file_template_project_id: templates && actor.seesProject(templates) ? templates.id : null,
		ip_restriction_ranges: group.ip_restriction_ranges,
		wiki_access_level: group.wiki_access_level,
	};
}

/** Returns GitLab's list of a group's LDAP links. Without a link the field is left out. */
const ldapLinks = ({ ldap_cn: cn, ldap_access: group_access }: Group): object =>
	cn === null ? {} : { ldap_group_links: [{ cn, group_access, provider: "ldapmain", filter: null }] };

/** Returns the fields that a group has both in lists and on its own. */
export const groupRecord = (group: Group, context: Context): object => ({
	id: group.id,
	web_url: groupUrl(group, context),
	name: group.name,
	path: group.path,
	description: group.description,
	visibility: group.visibility,
	share_with_group_lock: group.share_with_group_lock,
	require_two_factor_authentication: group.require_two_factor_authentication,
	two_factor_grace_period: group.two_factor_grace_period,
	project_creation_level: group.project_creation_level,
	auto_devops_enabled: group.auto_devops_enabled,
	subgroup_creation_level: group.subgroup_creation_level,
	emails_disabled: group.emails_enabled === null ? null : !group.emails_enabled,
	emails_enabled: group.emails_enabled,
	mentions_disabled: group.mentions_disabled,
	lfs_enabled: group.lfs_enabled,
	default_branch: group.default_branch,
	default_branch_protection: group.default_branch_protection,
	default_branch_protection_defaults: group.default_branch_protection_defaults,
	avatar_url: avatarUrl("group", group, context),
	request_access_enabled: group.request_access_enabled,
	full_name: group.full_name,
	full_path: group.full_path,
	parent_id: group.parent_id,
	created_at: group.created_at,
	organization_id: group.organization_id,
	shared_runners_setting: group.shared_runners_setting,
	ldap_cn: group.ldap_cn,
	ldap_access: group.ldap_access,
	...paid(group, context),
	...(followsGitlab(context.settings) ? { archived: group.archived, ...ldapLinks(group) } : {}),
});

const none: ProjectStatistics = {
	repository_size: 0,
	wiki_size: 0,
	lfs_objects_size: 0,
	job_artifacts_size: 0,
	pipeline_artifacts_size: 0,
	packages_size: 0,
	snippets_size: 0,
	uploads_size: 0,
	container_registry_size: 0,
};

/** Sums what the projects directly in some groups store, and adds a total without the container registry. */
function sums(groupIds: Iterable<number>, state: State): ProjectStatistics & { storage_size: number } {
	const total = { ...none, storage_size: 0 };
	// A literal of the type has exactly its keys.
	const names = Object.keys(none) as (keyof ProjectStatistics)[];
	for (const id of groupIds)
		for (const { statistics } of state.projects.in("group", id))
			for (const name of names) {
				total[name] += statistics[name];
				// Assumed: container images do not count as storage.
				if (name !== "container_registry_size") total.storage_size += statistics[name];
			}
	return total;
}

function* withAllBelow(groupId: number, state: State): Generator<number> {
	yield groupId;
	for (const child of state.groups.in("parent", groupId)) yield* withAllBelow(child.id, state);
}

/** Returns what the projects directly in a group store. */
function statistics(group: Group, state: State): object {
	const { container_registry_size: _, ...sizes } = sums([group.id], state);
	return sizes;
}

/** Returns what a top-level group and everything below it store. */
function rootStatistics(group: Group, { settings, state }: Context): object {
	const { container_registry_size, job_artifacts_size, ...sizes } = sums(withAllBelow(group.id, state), state);
	return {
		build_artifacts_size: job_artifacts_size,
		...(settings.containerRegistryMetadata
			? {
					container_registry_size,
					container_registry_size_is_estimated: group.container_registry_size_is_estimated,
				}
			: {}),
		dependency_proxy_size: group.dependency_proxy_size,
		...sizes,
		storage_size: sizes.storage_size + group.dependency_proxy_size,
	};
}

/** The parameters by which an administrator adds fields to each group of a list. */
export interface Extras {
	readonly statistics?: boolean;
	readonly with_custom_attributes?: boolean;
}

/** Returns the JSON of a group in a list. */
export function listItem(
	group: Group,
	{ statistics: sizes, with_custom_attributes }: Extras,
	context: Context,
): object | JsonText {
	// All other callers get the same JSON, unless it names a project.
	if (!context.actor.isAdmin && group.file_template_project_id === null)
		return context.json(group, undefined, () => groupRecord(group, context));
	const record = groupRecord(group, context);
	if (!context.actor.isAdmin) return record;
	return {
		id: group.id,
		...record,
		...(with_custom_attributes ? { custom_attributes: group.custom_attributes } : {}),
		...(sizes ? { statistics: statistics(group, context.state) } : {}),
		...(sizes && group.parent_id === null ? { root_storage_statistics: rootStatistics(group, context) } : {}),
	};
}
