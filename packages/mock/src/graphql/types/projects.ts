import { accessLevels } from "../../access/levels";
import { alertPolicy } from "../../alerts/policy";
import { allProjects, type ProjectFilters, visibleAmong } from "../../groups/projects";
import { openIssues, projectAvatarUrl } from "../../groups/projects-entities";
import { issuePolicy } from "../../issues/policy";
import { pipelinePolicy } from "../../pipelines/policy";
import { repositoryPolicy } from "../../repository/policy";
import { snippetPolicy } from "../../snippets/policy";
import { Connection } from "../connection";
import { visibleProject } from "../find";
import { globalId, parseGlobalId } from "../global-id";
import { known } from "../known";
import { projectOrder } from "../project-order";
import type { Part } from "../resolvers";

const isOn = (access: string): boolean => access !== "disabled";

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
			const numbers = ids?.map((id) => parseGlobalId(id, "Project").id);
			const paths = fullPaths?.map((path) => path.toLowerCase());
			const wanted = [...state.projects.all()].filter(
				(project) =>
					(!numbers || numbers.includes(project.id)) &&
					(!paths || paths.includes(project.full_path.toLowerCase())) &&
					(!membership || actor.memberLevelInProject(project) >= accessLevels.guest),
			);
			return new Connection(visibleAmong(wanted, filters, context), args);
		},
	},
	Project: {
		id: ({ id }) => globalId("Project", id),
		nameWithNamespace({ name, group_id, owner_id, full_path }, _args, { state }) {
			const group = group_id === null ? undefined : state.groups.get(group_id);
			const owner = owner_id === null ? undefined : state.users.get(owner_id);
			return `${group?.full_name ?? owner?.name ?? full_path.split("/")[0]} / ${name}`;
		},
		webUrl: ({ full_path }, _args, { base }) => `${base}/${full_path}`,
		avatarUrl: (project, _args, context) => projectAvatarUrl(project, context),
		starCount: ({ starred_by_ids }) => starred_by_ids.length,
		topics: ({ topics }) => [...topics].sort(),
		sshUrlToRepo: ({ full_path }, _args, { base }) => `git@${new URL(base).hostname}:${full_path}.git`,
		httpUrlToRepo: ({ full_path }, _args, { base }) => `${base}/${full_path}.git`,
		openIssuesCount: (project, _args, context) =>
			issuePolicy.read_issues(context.actor, project) ? openIssues(project, context) : null,
		issuesEnabled: ({ issues_access_level }) => isOn(issues_access_level),
		mergeRequestsEnabled: ({ merge_requests_access_level }) => isOn(merge_requests_access_level),
		wikiEnabled: ({ wiki_access_level }) => isOn(wiki_access_level),
		jobsEnabled: ({ builds_access_level }) => isOn(builds_access_level),
		snippetsEnabled: ({ snippets_access_level }) => isOn(snippets_access_level),
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
