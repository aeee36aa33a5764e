import { alertPolicy } from "../../domains/alerts/policy";
import { avatarUrl } from "../../domains/avatars/address";
import { fullName } from "../../domains/groups/project-name";
import { allProjects, type ProjectFilters, visibleAmong } from "../../domains/groups/projects";
import { countOpened } from "../../domains/issues/list";
import { issuePolicy } from "../../domains/issues/policy";
import { pipelinePolicy } from "../../domains/pipelines/policy";
import { cloneAddresses } from "../../domains/repository/clone-addresses";
import { repositoryPolicy } from "../../domains/repository/policy";
import { snippetPolicy } from "../../domains/snippets/policy";
import { isFeatureOpen } from "../../request/access/features";
import { accessLevels } from "../../state/levels";
import type { Project } from "../../state/records";
import { Connection } from "../connection";
import type { GraphqlContext } from "../context";
import { visibleProject } from "../find";
import { globalId, parseGlobalId } from "../global-id";
import { known } from "../known";
import type { Part } from "../part";
import { projectOrder } from "../project-order";

type Feature = "issues" | "merge_requests" | "wiki" | "builds" | "snippets";

/** Returns a resolver that checks whether a feature of a project is open to the caller. */
const opens =
	(feature: Feature) =>
	(project: Project, _args: unknown, { actor }: GraphqlContext): boolean =>
		isFeatureOpen(actor, project, project[`${feature}_access_level`]);

export const projects: Part = {
	Query: {
		project: (_root, { fullPath }, context) => visibleProject(fullPath, context) ?? null,
		projects(_root, { fullPaths, ids, search, membership, sort, ...args }, context) {
			const { actor, state } = context;
			const filters: ProjectFilters = {
				...(search ? { search } : {}),
				...(sort ? projectOrder(sort) : { order_by: "id", sort: "desc" }),
			};
			if (!fullPaths && !ids && !membership) return new Connection(allProjects(filters, context), args);
			const lists: Iterable<Project>[] = [];
			if (ids) lists.push(ids.flatMap((id) => state.project(parseGlobalId(id, "Project").id) ?? []));
			if (fullPaths) lists.push(fullPaths.flatMap((path) => state.project(path) ?? []));
			const [first, ...others] = lists.map((list) => new Set(list));
			const candidates = [...(first ?? state.projects.all())].filter(
				(project) =>
					others.every((other) => other.has(project)) &&
					(!membership || actor.memberLevelInProject(project) >= accessLevels.guest),
			);
			return new Connection(visibleAmong(candidates, filters, context), args);
		},
	},
	Project: {
		id: ({ id }) => globalId("Project", id),
		nameWithNamespace: (project, _args, { state }) => fullName(project, state),
		webUrl: ({ full_path }, _args, { base }) => `${base}/${full_path}`,
		avatarUrl: (project, _args, context) => avatarUrl("project", project, context),
		starCount: ({ starred_by_ids }) => starred_by_ids.length,
		topics: ({ topics }) => [...topics].sort(),
		sshUrlToRepo: ({ full_path }, _args, context) => cloneAddresses(full_path, context).ssh,
		httpUrlToRepo: ({ full_path }, _args, context) => cloneAddresses(full_path, context).http,
		openIssuesCount: (project, _args, context) =>
			issuePolicy.read_issues(context.actor, project) ? countOpened(project, context) : null,
		issuesEnabled: opens("issues"),
		mergeRequestsEnabled: opens("merge_requests"),
		wikiEnabled: opens("wiki"),
		jobsEnabled: opens("builds"),
		snippetsEnabled: opens("snippets"),
		sharedRunnersEnabled: ({ shared_runners_enabled }) => shared_runners_enabled,
		publicJobs: ({ public_jobs }) => public_jobs,
		group({ group_id }, _args, { actor, state }) {
			const group = group_id === null ? undefined : known(state.groups, group_id);
			return group && actor.seesGroup(group) ? group : null;
		},
		namespace({ group_id, owner_id }, _args, { actor, state }) {
			const group = group_id === null ? undefined : known(state.groups, group_id);
			if (group) return actor.seesGroup(group) ? group : null;
			return owner_id === null ? null : known(state.users, owner_id);
		},
		userPermissions: (project, _args, { actor }) => ({
			readProject: actor.seesProject(project),
			createIssue: !actor.isAnonymous && issuePolicy.read_issues(actor, project),
			createSnippet: snippetPolicy.create_snippet(actor, project),
			createPipeline: pipelinePolicy.create_pipeline(actor, project),
			downloadCode: repositoryPolicy.download_code(actor, project),
			adminProject: actor.levelInProject(project) >= accessLevels.maintainer,
			adminOperations: alertPolicy.admin_operations(actor, project),
		}),
	},
};
