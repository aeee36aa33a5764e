import type { OperationId } from "@tenon/contract";
import type { Builder } from "@tenon/mock";

/** A request of one caller for a list or a record. */
export interface ListRequest {
	readonly operation: OperationId | "graphql";
	/** The path below `/api/v4`, or the query. */
	readonly path: string;
	/** A user of the demo. Defaults to `root`, who sees everything. */
	readonly as?: string;
	/** Why the cost grows with the length of the list, if it does. */
	readonly walks?: string;
}

/** Fills a platform with `count` records of one kind, and returns the requests to measure. */
export type Scene = (make: Builder, count: number) => readonly ListRequest[];

const at = (number: number): string => new Date(Date.UTC(2025, 0, 1) + number * 1000).toISOString();
const times = (count: number, work: (number: number) => void): void => {
	for (let number = 0; number < count; number++) work(number);
};

function web(make: Builder) {
	const project = make.state.project("acme/web");
	if (!project) throw new Error("the demo lacks acme/web");
	return project;
}

/** Adds a top-level group with an owner and a developer. */
function many(make: Builder) {
	const group = make.group("many", { visibility: "private" });
	make.member("owner", "many", "owner");
	make.member("developer", "many", "developer");
	return group;
}

const notes: Scene = (make, count) => {
	const group = many(make);
	const project = web(make);
	const onIssue = make.issue(project);
	const onMerge = make.mergeRequest(project);
	const onSnippet = make.snippet(project);
	const onEpic = make.epic(group);
	const [page, groupPage] = [make.wikiPage(project), make.wikiPage(group)];
	const parents = [
		{ type: "Issue", id: onIssue.id, project_id: project.id },
		{ type: "MergeRequest", id: onMerge.id, project_id: project.id },
		{ type: "Snippet", id: onSnippet.id, project_id: project.id },
		{ type: "Epic", id: onEpic.id, project_id: null },
		{ type: "WikiPage::Meta", id: page.id, project_id: project.id },
		{ type: "WikiPage::Meta", id: groupPage.id, project_id: null },
	] as const;
	for (const on of parents) times(count, (number) => make.note(on, { body: `Note ${number}`, created_at: at(number) }));
	const at1 = "/projects/acme%2Fweb";
	const first = make.state.notes.lastId - 6 * count + 1;
	return [
		{ operation: "listIssueNotes", path: `${at1}/issues/${onIssue.iid}/notes` },
		{ operation: "listIssueNotes", path: `${at1}/issues/${onIssue.iid}/notes`, as: "guest" },
		{ operation: "listIssueNotes", path: `${at1}/issues/${onIssue.iid}/notes?activity_filter=only_comments` },
		{ operation: "listMergeRequestNotes", path: `${at1}/merge_requests/${onMerge.iid}/notes`, as: "developer" },
		{ operation: "listProjectSnippetNotes", path: `${at1}/snippets/${onSnippet.id}/notes`, as: "developer" },
		{ operation: "listEpicNotes", path: `/groups/many/epics/${onEpic.id}/notes`, as: "developer" },
		{ operation: "listProjectWikiPageNotes", path: `${at1}/wiki_pages/${page.id}/notes`, as: "developer" },
		{ operation: "listGroupWikiPageNotes", path: `/groups/many/wiki_pages/${groupPage.id}/notes`, as: "developer" },
		{ operation: "getIssueNote", path: `${at1}/issues/${onIssue.iid}/notes/${first}`, as: "developer" },
	];
};

const pipelines: Scene = (make, count) => {
	const project = web(make);
	const variables = Array.from({ length: count }, (_, number) => ({
		variable_type: "env_var" as const,
		key: `KEY_${number}`,
		value: "value",
		raw: false,
	}));
	const known = make.pipeline(project, { status: "success", user_id: 1, variables });
	times(count, (number) => {
		const status = number % 3 === 0 ? "failed" : "success";
		make.pipeline(project, { status, ref: `branch-${number}`, user_id: 1, created_at: at(number) });
	});
	const list = "/projects/acme%2Fweb/pipelines";
	const walks = "a filter";
	return [
		{ operation: "listPipelines", path: list },
		{ operation: "listPipelines", path: list, as: "developer" },
		{ operation: "listPipelines", path: `${list}?order_by=updated_at&sort=asc` },
		{ operation: "listPipelines", path: `${list}?status=failed`, walks },
		{ operation: "listPipelines", path: `${list}?ref=main`, walks },
		{ operation: "listPipelineVariables", path: `${list}/${known.id}/variables`, as: "maintainer" },
		{ operation: "getPipeline", path: `${list}/${known.id}`, as: "developer" },
		{ operation: "getLatestPipeline", path: `${list}/latest`, as: "developer" },
	];
};

const issues: Scene = (make, count) => {
	many(make);
	const project = make.project("many/web");
	const author_id = make.userId("guest");
	times(count, (number) => {
		const state = number % 3 === 0 ? "closed" : "opened";
		make.issue(project, { state, confidential: number % 5 === 0, author_id, created_at: at(number) });
		make.mergeRequest(project, { state, created_at: at(number) });
	});
	const page = (list: string): string =>
		`{ project(fullPath: "many/web") { ${list} { nodes { iid title } pageInfo { endCursor } count } } }`;
	const operation = "graphql";
	return [
		{ operation, path: page("issues(first: 20)") },
		{ operation, path: page("issues(first: 20, state: opened)"), as: "developer" },
		{ operation, path: page("issues(first: 20, state: closed, sort: UPDATED_ASC)"), as: "developer" },
		{ operation, path: page("mergeRequests(first: 20, state: opened)"), as: "developer" },
		{ operation, path: '{ project(fullPath: "many/web") { openIssuesCount } }', as: "developer" },
		{ operation, path: page('issues(first: 20, authorUsername: "guest")'), as: "developer", walks: "a filter" },
	];
};

const groups: Scene = (make, count) => {
	many(make);
	times(count, (number) => make.group(`many/group-${number}`, { created_at: at(number) }));
	return [
		{ operation: "listGroups", path: "/groups" },
		{ operation: "listGroups", path: "/groups", as: "developer" },
		{ operation: "listGroups", path: "/groups?search=group-7", walks: "a filter" },
		{
			operation: "listGroups",
			path: "/groups?all_available=true",
			as: "developer",
			walks: "each shows by the role in it",
		},
		{ operation: "listSubgroups", path: "/groups/many/subgroups" },
		{ operation: "listSubgroups", path: "/groups/many/subgroups", as: "developer" },
		{ operation: "listDescendantGroups", path: "/groups/many/descendant_groups" },
		{ operation: "listDescendantGroups", path: "/groups/many/descendant_groups", as: "developer" },
		{ operation: "getGroup", path: "/groups/many?with_projects=false" },
		{ operation: "getGroup", path: "/groups/many?with_projects=false", as: "developer" },
	];
};

const projects: Scene = (make, count) => {
	many(make);
	make.group("many/below");
	make.share("many", "acme/web", "developer");
	times(count, (number) => make.project(`many/project-${number}`, { created_at: at(number) }));
	const list = "/groups/many/projects";
	return [
		{ operation: "listGroupProjects", path: list },
		{ operation: "listGroupProjects", path: list, as: "developer" },
		{ operation: "listGroupProjects", path: `${list}?with_shared=false`, as: "developer" },
		{ operation: "listGroupProjects", path: `${list}?include_subgroups=true&order_by=name`, as: "developer" },
		{ operation: "listGroupProjects", path: `${list}?search=project-7`, walks: "a filter" },
		{ operation: "getGroup", path: "/groups/many", as: "developer" },
	];
};

const shares: Scene = (make, count) => {
	many(make);
	make.group("host", { visibility: "private" });
	make.member("developer", "host", "developer");
	make.member("owner", "host", "owner");
	times(count, (number) => {
		make.group(`host/group-${number}`, { created_at: at(number) });
		make.project(`host/project-${number}`, { created_at: at(number) });
		make.share("many", `host/group-${number}`, "developer");
		make.share("many", `host/project-${number}`, "developer");
		make.share(`host/group-${number}`, "many", "guest");
	});
	const walks = "each shows by the role in it";
	return [
		{ operation: "listGroupSharedGroups", path: "/groups/many/groups/shared" },
		{ operation: "listGroupSharedGroups", path: "/groups/many/groups/shared", as: "developer", walks },
		{ operation: "listInvitedGroups", path: "/groups/many/invited_groups" },
		{ operation: "listInvitedGroups", path: "/groups/many/invited_groups", as: "developer", walks },
		{ operation: "listGroupSharedProjects", path: "/groups/many/projects/shared" },
		{ operation: "listGroupSharedProjects", path: "/groups/many/projects/shared", as: "developer", walks },
	];
};

const users: Scene = (make, count) => {
	const group = many(make);
	make.samlUser("developer", "many");
	times(count, (number) => {
		const username = `user-${number}`;
		make.user({
			username,
			created_at: at(number),
			last_activity_on: "2026-01-02",
			provisioned_by_group_id: group.id,
			time_zone: "Europe/Berlin",
		});
		make.samlUser(username, "many");
	});
	return [
		{ operation: "listUsers", path: "/users" },
		{ operation: "listUsers", path: "/users", as: "developer" },
		{ operation: "listUsers", path: "/users?order_by=name&sort=asc&pagination=keyset" },
		{ operation: "listUsers", path: "/users?search=user-7", walks: "a filter" },
		{ operation: "listUserActivities", path: "/user/activities" },
		{ operation: "listUserActivities", path: "/user/activities?from=2020-01-01" },
		{ operation: "listGroupSamlUsers", path: "/groups/many/saml_users", as: "owner" },
		{ operation: "listGroupProvisionedUsers", path: "/groups/many/provisioned_users", as: "owner" },
		{ operation: "getUser", path: "/users/3" },
		{ operation: "getUser", path: "/users/3", as: "developer" },
	];
};

const memberships: Scene = (make, count) => {
	make.group("many", { visibility: "private" });
	const user = make.user({ username: "joiner" });
	times(count, (number) => {
		make.project(`many/project-${number}`);
		make.member("joiner", `many/project-${number}`, "developer");
	});
	return [
		{ operation: "listUserMemberships", path: `/users/${user.id}/memberships` },
		{ operation: "listUserMemberships", path: `/users/${user.id}/memberships?type=Project` },
	];
};

const credentials: Scene = (make, count) => {
	many(make);
	const { id: user_id } = make.user({ username: "holder" });
	make.enterpriseUser("holder", "many");
	times(count, (number) => {
		make.token({ user_id, text: `text-${number}`, created_at: at(number) });
		make.sshKey({ user_id, created_at: at(number), last_used_at: at(number) });
		make.resourceToken("many", "developer", { created_at: at(number) });
	});
	const list = "/groups/many/manage";
	return [
		{ operation: "listGroupPersonalAccessTokens", path: `${list}/personal_access_tokens` },
		{ operation: "listGroupPersonalAccessTokens", path: `${list}/personal_access_tokens`, as: "owner" },
		{
			operation: "listGroupPersonalAccessTokens",
			path: `${list}/personal_access_tokens?state=active`,
			walks: "a filter",
		},
		{ operation: "listGroupResourceAccessTokens", path: `${list}/resource_access_tokens`, as: "owner" },
		{ operation: "listGroupSshKeys", path: `${list}/ssh_keys`, as: "owner" },
	];
};

const runners: Scene = (make, count) => {
	const group = many(make);
	const project = make.project("many/web");
	make.member("maintainer", "many/web", "maintainer");
	const known = make.runner({ projects: [project] });
	times(count, (number) => {
		make.runner({ projects: [project] }, { created_at: at(number) });
		make.runner({ group }, { created_at: at(number) });
		make.runner({}, { created_at: at(number) });
	});
	return [
		{ operation: "listAllRunners", path: "/runners/all" },
		{ operation: "listAllRunners", path: "/runners/all?status=online", walks: "a filter" },
		{ operation: "listRunners", path: "/runners", as: "owner" },
		{ operation: "listRunners", path: "/runners", as: "maintainer" },
		{ operation: "listProjectRunners", path: "/projects/many%2Fweb/runners" },
		{ operation: "listProjectRunners", path: "/projects/many%2Fweb/runners", as: "maintainer" },
		{ operation: "listGroupRunners", path: "/groups/many/runners" },
		{ operation: "listGroupRunners", path: "/groups/many/runners", as: "owner" },
		{ operation: "getRunner", path: `/runners/${known.id}` },
		{ operation: "getRunner", path: `/runners/${known.id}`, as: "maintainer" },
	];
};

const runnerJobs: Scene = (make, count) => {
	const project = web(make);
	const busy = make.runner({ projects: [project] });
	const ran = make.pipeline(project, { status: "success" });
	times(count, (number) => make.job(ran, { runner_id: busy.id, status: number % 3 === 0 ? "failed" : "success" }));
	return [
		{ operation: "listRunnerJobs", path: `/runners/${busy.id}/jobs` },
		{ operation: "listRunnerJobs", path: `/runners/${busy.id}/jobs?order_by=id&sort=asc` },
		{
			operation: "listRunnerJobs",
			path: `/runners/${busy.id}/jobs`,
			as: "maintainer",
			walks: "each job shows by the role in its project",
		},
		{ operation: "listRunnerJobs", path: `/runners/${busy.id}/jobs?status=failed`, walks: "a filter" },
		{ operation: "getRunner", path: `/runners/${busy.id}` },
	];
};

const releaseLinks: Scene = (make, count) => {
	const release = make.release(web(make), { tag_name: "many" });
	times(count, (number) => {
		make.releaseLink(release, { name: `link ${number}`, url: `https://example.com/${number}`, created_at: at(number) });
	});
	const list = "/projects/acme%2Fweb/releases/many/assets/links";
	return [
		{ operation: "listReleaseLinks", path: list },
		{ operation: "listReleaseLinks", path: list, as: "developer" },
		{ operation: "getReleaseLink", path: `${list}/${make.state.releaseLinks.lastId}`, as: "developer" },
	];
};

export const scenes: { readonly [name: string]: Scene } = {
	notes,
	pipelines,
	issues,
	groups,
	projects,
	shares,
	users,
	memberships,
	credentials,
	runners,
	runnerJobs,
	releaseLinks,
};
