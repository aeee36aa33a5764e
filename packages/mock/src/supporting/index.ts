/**
 * The endpoints beyond the contract that clients of this API usually call first: version, projects, issues, merge
 * requests and branches. It is an ordinary extension that only uses `@tenon/mock/extend`.
 */
import { supporting as openapi } from "@tenon/contract/supporting";
import {
	accessLevels,
	defineExtension,
	type ExtensionCall,
	forbidden,
	notFound,
	type RecordOf,
	versionOf,
} from "../extension/public";
import { branch } from "./branches";
import { issue } from "./issues";
import { mergeRequest } from "./merge-requests";
import { orderOf, passing } from "./work";

/** Throws 403 if the caller cannot read the code of the project. */
function checkCode({ can, project }: Pick<ExtensionCall<object>, "can" | "project">): void {
	if (!can.readCode(project)) throw forbidden();
}

/** Returns the branches of a project, sorted by name. */
const branchesOf = ({ branches }: RecordOf<"projects">) =>
	Object.entries(branches)
		.map(([name, sha]) => ({ name, sha }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Serves `GET /version`, `/metadata`, `/projects`, `/projects/:id` and its issues, merge requests and branches.
 *
 * @example
 * const platform = createPlatform({ seed: demo, extensions: [supporting] });
 */
export const supporting = defineExtension({
	openapi,
	operations: {
		getVersion: { handle: ({ settings }) => versionOf(settings) },
		getMetadata: {
			handle: ({ settings }) => ({
				...versionOf(settings),
				kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
				enterprise: true,
			}),
		},
		listProjects: {
			handle({ params, state, actor, present, page }) {
				const { membership, owned, archived, visibility, order_by = "created_at", sort = "desc" } = params;
				const text = params.search?.toLowerCase() ?? "";
				const rows = [...state.projects.all()].filter(
					(project) =>
						actor.seesProject(project) &&
						(!membership || actor.memberLevelInProject(project) > 0) &&
						(!owned || actor.memberLevelInProject(project) >= accessLevels.owner) &&
						(archived === undefined || project.archived === archived) &&
						(visibility === undefined || project.visibility === visibility) &&
						[project.name, project.full_path].some((one) => one.toLowerCase().includes(text)),
				);
				const by =
					order_by === "star_count" ? (project: (typeof rows)[number]) => project.starred_by_ids.length : order_by;
				return page(rows, { by, descending: sort === "desc", show: present.project });
			},
		},
		getProject: { handle: ({ project, present }) => present.project(project) },
		listIssues: {
			handle(call) {
				const { project, params, state, can, page } = call;
				if (!can.readIssues(project)) throw forbidden();
				const passes = passing(params, call);
				const labels = (params.labels ?? "").split(",").filter((label) => label !== "");
				const rows = state.issues
					.in("project", project.id)
					.filter(
						(row) =>
							can.readIssue(row, project) &&
							(params.state === "all" || params.state === undefined || row.state === params.state) &&
							labels.every((label) => row.label_names.includes(label)) &&
							passes(row),
					);
				return page(rows, { ...orderOf(params), show: (row) => issue(row, call) });
			},
		},
		getIssue: {
			handle(call) {
				const { project, params, state, can } = call;
				const row = state.issues.one("iid", `${project.id}:${params.issue_iid}`);
				if (!row || !can.readIssue(row, project)) throw notFound();
				return issue(row, call);
			},
		},
		listMergeRequests: {
			handle(call) {
				const { project, params, state, can, page } = call;
				if (!can.readMergeRequests(project)) throw forbidden();
				const passes = passing(params, call);
				const { source_branch, target_branch } = params;
				const rows = state.mergeRequests
					.in("project", project.id)
					.filter(
						(row) =>
							(params.state === "all" || params.state === undefined || row.state === params.state) &&
							(source_branch === undefined || row.source_branch === source_branch) &&
							(target_branch === undefined || row.target_branch === target_branch) &&
							passes(row),
					);
				return page(rows, { ...orderOf(params), show: (row) => mergeRequest(row, call) });
			},
		},
		getMergeRequest: {
			handle(call) {
				const { project, params, state, can } = call;
				const row = state.mergeRequests.one("iid", `${project.id}:${params.merge_request_iid}`);
				if (!row || !can.readMergeRequests(project)) throw notFound();
				return mergeRequest(row, call);
			},
		},
		listBranches: {
			handle(call) {
				const { project, params, page } = call;
				checkCode(call);
				const rows = branchesOf(project).filter(({ name }) => name.includes(params.search ?? ""));
				return page(rows, { show: ({ name, sha }) => branch(name, sha, project, call) });
			},
		},
		getBranch: {
			handle(call) {
				const { project, params } = call;
				checkCode(call);
				const found = branchesOf(project).find(({ name }) => name === params.branch);
				if (!found) throw notFound("Branch");
				return branch(found.name, found.sha, project, call);
			},
		},
	},
});
