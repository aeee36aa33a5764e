import { avatarUrl } from "../../domains/avatars/address";
import { allGroups, belowGroup, childGroups, descendantGroups, type GroupFilters } from "../../domains/groups/list";
import { groupUrl } from "../../domains/groups/list-entities";
import { effective } from "../../domains/groups/locks";
import { groupPolicy } from "../../domains/groups/policy";
import { groupProjects, ownProjects, type ProjectFilters } from "../../domains/groups/projects";
import { spaceId } from "../../domains/groups/projects-entities";
import { matching } from "../../domains/groups/search";
import { update } from "../../domains/groups/update";
import { isCurrent } from "../../request/access/current";
import { forbidden } from "../../request/http/errors";
import { fromArray, type Rows } from "../../request/pages/page";
import type { Group, Member, Project, User } from "../../state/records";
import { belowKey, type State, sourceKey } from "../../state/state";
import { lower, upper } from "../case";
import { Connection } from "../connection";
import type { GraphqlContext } from "../context";
import { refusal } from "../errors";
import { groupOf, visibleGroup } from "../find";
import type { AccessLevelEnum, GroupMemberRelation, NamespaceProjectSort } from "../generated/resolvers";
import { globalId, parseGlobalId } from "../global-id";
import { isPresent } from "../is-present";
import { known } from "../known";
import { mutation } from "../mutation";
import type { Part } from "../part";

const levelNames: { readonly [level: number]: AccessLevelEnum } = {
	0: "NO_ACCESS",
	5: "MINIMAL_ACCESS",
	10: "GUEST",
	15: "PLANNER",
	20: "REPORTER",
	30: "DEVELOPER",
	40: "MAINTAINER",
	50: "OWNER",
};

const isGroup = (namespace: Group | User): namespace is Group => "parent_id" in namespace;

/** Parses an order of groups, such as `name_asc`. Throws if there is no such order. */
function groupOrder(text: string): Pick<GroupFilters, "order_by" | "sort"> {
	const [, key, direction] = /^(name|path|id|similarity)_(asc|desc)$/.exec(text) ?? [];
	if (!key) throw refusal(`${JSON.stringify(text)} is not an order of groups`);
	// The pattern matches only these keys.
	return { order_by: key as "name" | "path" | "id" | "similarity", sort: direction === "asc" ? "asc" : "desc" };
}

const projectSorts: { readonly [sort in NamespaceProjectSort]: Pick<ProjectFilters, "order_by" | "sort"> } = {
	ACTIVITY_DESC: { order_by: "last_activity_at", sort: "desc" },
	SIMILARITY: { order_by: "similarity", sort: "desc" },
	PATH_ASC: { order_by: "path", sort: "asc" },
	PATH_DESC: { order_by: "path", sort: "desc" },
};

interface ProjectArguments {
	readonly includeSubgroups?: boolean | null;
	readonly search?: string | null;
	readonly ids?: readonly string[] | null;
	readonly sort?: NamespaceProjectSort | null;
}

/** Returns the rows with one of the IDs, or all rows if no IDs are given. */
function withIds<Row extends { readonly id: number }>(rows: Rows<Row>, ids: readonly number[] | undefined): Rows<Row> {
	if (!ids) return rows;
	return fromArray(rows.slice(0, rows.size).filter(({ id }) => ids.includes(id)));
}

const idsOf = (ids: readonly string[] | null | undefined, className: string): number[] | undefined =>
	ids?.map((id) => parseGlobalId(id, className).id);

/** Returns the projects of a namespace that the caller sees. */
function projectsOf(
	namespace: Group | User,
	{ includeSubgroups, search, ids, sort }: ProjectArguments,
	context: GraphqlContext,
): Rows<Project> {
	const filters: ProjectFilters = {
		...(search ? { search } : {}),
		...(sort ? projectSorts[sort] : { order_by: "id", sort: "desc" }),
	};
	if (isGroup(namespace)) {
		const params = { ...filters, include_subgroups: includeSubgroups === true, with_shared: false };
		return withIds(groupProjects(namespace, params, context), idsOf(ids, "Project"));
	}
	return withIds(ownProjects(namespace, filters, context), idsOf(ids, "Project"));
}

/** Returns the groups whose members have a relation: the group, its ancestors, or others that are visible. */
function placesOf(group: Group, relation: GroupMemberRelation, { actor, state }: GraphqlContext): Group[] {
	if (relation === "DIRECT") return [group];
	if (relation === "INHERITED") return [...state.ancestry(group.parent_id)];
	const places =
		relation === "DESCENDANTS"
			? belowGroup(group, state)
			: state.shares
					.in("target", sourceKey("group", group.id))
					.filter((share) => isCurrent(share, state))
					.map(({ group_id }) => known(state.groups, group_id));
	return places.filter((place) => actor.seesGroup(place));
}

interface MemberArguments {
	readonly search?: string | null;
	readonly relations?: readonly GroupMemberRelation[] | null;
	readonly accessLevels?: readonly AccessLevelEnum[] | null;
}

/** Returns a group's members, each once by the nearest relation. Members of the nearest relation come first. */
function membersOf(
	group: Group,
	{ search, relations, accessLevels: levels }: MemberArguments,
	context: GraphqlContext,
): Member[] {
	const { state } = context;
	const nearest = new Map<number, Member>();
	const included = relations ?? ["DIRECT", "INHERITED"];
	const match = matching(search ?? undefined);
	for (const relation of ["DIRECT", "INHERITED", "SHARED_FROM_GROUPS", "DESCENDANTS"] as const) {
		if (!included.includes(relation)) continue;
		for (const place of placesOf(group, relation, context))
			for (const row of state.members.in("source", sourceKey("group", place.id)))
				if (isCurrent(row, state) && !nearest.has(row.user_id)) nearest.set(row.user_id, row);
	}
	return [...nearest.values()].filter(({ user_id, access_level }) => {
		const { name, username } = known(state.users, user_id);
		if (match && !match(name) && !match(username)) return false;
		return !levels || levels.includes(levelNames[access_level] ?? "NO_ACCESS");
	});
}

type Kind = keyof Project["statistics"];
const kinds = [
	...(["repository_size", "wiki_size", "lfs_objects_size", "job_artifacts_size", "pipeline_artifacts_size"] as const),
	...(["packages_size", "snippets_size", "uploads_size", "container_registry_size"] as const),
] satisfies readonly Kind[];

/** Returns the bytes of these kinds that all projects below a top-level group store. */
function stored(group: Group, state: State, ...kinds: readonly Kind[]): number {
	const below = state.projects.in("below", belowKey(group));
	return below.reduce((sum, { statistics }) => sum + kinds.reduce((own, kind) => own + statistics[kind], 0), 0);
}

const accessLevel = ({ access_level }: Member): { integerValue: number; stringValue: AccessLevelEnum } => ({
	integerValue: access_level,
	stringValue: levelNames[access_level] ?? "NO_ACCESS",
});

export const groups: Part = {
	Query: {
		group: (_root, { fullPath }, context) => visibleGroup(fullPath, context) ?? null,
		groups(
			_root,
			{ search, sort, topLevelOnly, ownedOnly, allAvailable, active, ids, parentPath, markedForDeletionOn, ...args },
			context,
		) {
			const filters: GroupFilters = {
				...(search ? { search } : {}),
				...(sort ? groupOrder(sort) : {}),
				...(topLevelOnly ? { top_level_only: true } : {}),
				...(ownedOnly ? { owned: true } : {}),
				...(typeof active === "boolean" ? { active } : {}),
				...(markedForDeletionOn ? { marked_for_deletion_on: markedForDeletionOn } : {}),
				all_available: allAvailable ?? true,
			};
			const parent = isPresent(parentPath) ? visibleGroup(parentPath, context) : undefined;
			if (isPresent(parentPath) && !parent) return new Connection<Group>([], args);
			const rows = parent ? childGroups(parent, filters, context) : allGroups(filters, context);
			return new Connection(withIds(rows, idsOf(ids, "Group")), args);
		},
		namespace(_root, { fullPath }, context) {
			const group = visibleGroup(fullPath, context);
			const user = context.state.users.one("username", fullPath.toLowerCase());
			return group ?? (user?.kind === "human" ? user : null);
		},
	},
	Group: {
		id: ({ id }) => globalId("Group", id),
		webUrl: (group, _args, context) => groupUrl(group, context),
		avatarUrl: (group, _args, context) => avatarUrl("group", group, context),
		parent(group, _args, { actor, state }) {
			const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
			return parent && actor.seesGroup(parent) ? parent : null;
		},
		emailsDisabled: ({ emails_enabled }) => (emails_enabled === null ? null : !emails_enabled),
		mathRenderingLimitsEnabled: (group, _args, { state }) => effective(group, "math_rendering_limits_enabled", state),
		sharedRunnersSetting: ({ shared_runners_setting }) => upper(shared_runners_setting),
		projects: (group, args, context) => new Connection(projectsOf(group, args, context), args),
		descendantGroups(group, { includeParentDescendants, owned, search, ...args }, context) {
			const filters: GroupFilters = {
				...(owned ? { owned: true } : {}),
				...(search ? { search } : {}),
				all_available: true,
			};
			const rows =
				includeParentDescendants === false
					? childGroups(group, filters, context)
					: descendantGroups(group, filters, context);
			return new Connection(rows, args);
		},
		groupMembers: (group, args, context) => new Connection(membersOf(group, args, context), args),
		rootStorageStatistics: (group, _args, { actor }) =>
			group.parent_id === null && groupPolicy.admin_group(actor, group) ? group : null,
	},
	RootStorageStatistics: {
		buildArtifactsSize: (group, _args, { state }) => stored(group, state, "job_artifacts_size"),
		containerRegistrySize: (group, _args, { state }) => stored(group, state, "container_registry_size"),
		containerRegistrySizeIsEstimated: () => false,
		dependencyProxySize: () => 0,
		lfsObjectsSize: (group, _args, { state }) => stored(group, state, "lfs_objects_size"),
		packagesSize: (group, _args, { state }) => stored(group, state, "packages_size"),
		pipelineArtifactsSize: (group, _args, { state }) => stored(group, state, "pipeline_artifacts_size"),
		repositorySize: (group, _args, { state }) => stored(group, state, "repository_size"),
		snippetsSize: (group, _args, { state }) => stored(group, state, "snippets_size"),
		storageSize: (group, _args, { state }) => stored(group, state, ...kinds),
		uploadsSize: (group, _args, { state }) => stored(group, state, "uploads_size"),
		wikiSize: (group, _args, { state }) => stored(group, state, "wiki_size"),
	},
	Namespace: {
		id: (namespace) =>
			isGroup(namespace)
				? globalId("Group", namespace.id)
				: globalId("Namespaces::UserNamespace", spaceId(namespace.id)),
		fullPath: (namespace) => (isGroup(namespace) ? namespace.full_path : namespace.username),
		fullName: (namespace) => (isGroup(namespace) ? namespace.full_name : namespace.name),
		path: (namespace) => (isGroup(namespace) ? namespace.path : namespace.username),
		description: (namespace) => (isGroup(namespace) ? namespace.description : null),
		visibility: (namespace) => (isGroup(namespace) ? namespace.visibility : "public"),
		projects: (namespace, args, context) => new Connection(projectsOf(namespace, args, context), args),
	},
	GroupMember: {
		id: ({ id }) => globalId("GroupMember", id),
		accessLevel,
		user: ({ user_id }, _args, { state }) => known(state.users, user_id),
		group({ source_id }, _args, { actor, state }) {
			const group = known(state.groups, source_id);
			return actor.seesGroup(group) ? group : null;
		},
	},
	ProjectMember: {
		id: ({ id }) => globalId("ProjectMember", id),
		accessLevel,
		user: ({ user_id }, _args, { state }) => known(state.users, user_id),
		project({ source_id }, _args, { actor, state }) {
			const project = known(state.projects, source_id);
			return actor.seesProject(project) ? project : null;
		},
	},
	Mutation: {
		groupUpdate: mutation((input, context) => {
			const group = groupOf(input.fullPath, context);
			if (!groupPolicy.admin_group(context.actor, group)) throw forbidden();
			const { name, path, visibility, sharedRunnersSetting, stepUpAuthRequiredOauthProvider: provider } = input;
			const { mathRenderingLimitsEnabled: limits, lockMathRenderingLimitsEnabled: lock } = input;
			const changes = {
				...(isPresent(name) ? { name } : {}),
				...(isPresent(path) ? { path } : {}),
				...(isPresent(visibility) ? { visibility } : {}),
				...(isPresent(sharedRunnersSetting) ? { shared_runners_setting: lower(sharedRunnersSetting) } : {}),
				...(isPresent(limits) ? { math_rendering_limits_enabled: limits } : {}),
				...(isPresent(lock) ? { lock_math_rendering_limits_enabled: lock } : {}),
				...(isPresent(provider) ? { step_up_auth_required_oauth_provider: provider } : {}),
			};
			return { group: update(group, changes, context) };
		}),
	},
};
