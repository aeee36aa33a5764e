/** Taking records away with all that is part of them. */
import type {
	EnterpriseUser,
	Environment,
	Group,
	Job,
	NoteableType,
	Pipeline,
	Project,
	Release,
	RunnerManager,
} from "./records";
import { noteableKey, runnerPlaceKey, type State, sourceKey } from "./state";
import type { Row, Table } from "./table";

/** Deletes the rows that pass. */
export function drop<R extends Row>(table: Pick<Table<R>, "all" | "delete">, which: (row: R) => boolean): void {
	for (const row of [...table.all()]) if (which(row)) table.delete(row.id);
}

const noteables = {
	Issue: "issues",
	MergeRequest: "mergeRequests",
	Snippet: "snippets",
	Epic: "epics",
	"WikiPage::Meta": "wikiPages",
	"AlertManagement::Alert": "alerts",
} as const satisfies { [type in NoteableType]: keyof State };

/** Something that notes are written on, with its notes. */
export function removeNoteable(type: NoteableType, id: number, state: State): void {
	for (const note of state.notes.in("noteable", noteableKey(type, id))) state.notes.delete(note.id);
	if (type === "Issue")
		for (const alert of state.alerts.in("issue", id)) state.alerts.update(alert.id, { issue_id: null });
	state[noteables[type]].delete(id);
}

/** An environment; its alerts stay without it. */
export function removeEnvironment(environment: Environment, state: State): void {
	for (const alert of state.alerts.in("project", environment.project_id))
		if (alert.environment_id === environment.id) state.alerts.update(alert.id, { environment_id: null });
	state.environments.delete(environment.id);
}

/** What a group and a project have alike: members, invitations, tokens, wiki pages and rules for runners. */
function removePlace(source: "group" | "project", id: number, state: State): void {
	const key = sourceKey(source, id);
	for (const one of state.members.in("source", key)) state.members.delete(one.id);
	for (const one of state.shares.in("target", key)) state.shares.delete(one.id);
	for (const one of state.wikiPages.in("container", key)) removeNoteable("WikiPage::Meta", one.id, state);
	drop(state.tokens, ({ resource }) => resource?.type === source && resource.id === id);
	drop(state.deployTokens, (one) => one.source === source && one.source_id === id);
	for (const table of [state.registrationTokens, state.runnerRules] as const) {
		const one = table.one("place", runnerPlaceKey(source, id));
		if (one) table.delete(one.id);
	}
}

/** A job with what it would have done next. */
export function removeJob(job: Job, state: State): void {
	const step = state.jobSteps.one("job", job.id);
	if (step) state.jobSteps.delete(step.id);
	state.jobs.delete(job.id);
}

/** A pipeline with its jobs, and with what they would have done next. */
export function removePipeline(pipeline: Pipeline, state: State): void {
	for (const job of state.jobs.in("pipeline", pipeline.id)) removeJob(job, state);
	state.pipelines.delete(pipeline.id);
}

/** A release with its links. */
export function removeRelease(release: Release, state: State): void {
	for (const link of state.releaseLinks.in("release", release.id)) state.releaseLinks.delete(link.id);
	state.releases.delete(release.id);
}

/** A machine of a runner; its jobs stay without it. */
export function removeRunnerManager(manager: RunnerManager, state: State): void {
	for (const job of state.jobs.in("runner", manager.runner_id))
		if (job.runner_manager_id === manager.id) state.jobs.update(job.id, { runner_manager_id: null });
	state.runnerManagers.delete(manager.id);
}

/** What makes a user one of a group's; the group no longer manages the user's tokens and keys. */
export function removeEnterpriseUser({ id, user_id, group_id }: EnterpriseUser, state: State): void {
	const free = { managed_by_group_id: null };
	for (const token of state.tokens.in("user", user_id))
		if (token.managed_by_group_id === group_id && token.resource === null) state.tokens.update(token.id, free);
	for (const key of state.sshKeys.in("user", user_id))
		if (key.managed_by_group_id === group_id) state.sshKeys.update(key.id, free);
	state.enterpriseUsers.delete(id);
}

/** A project with its issues, merge requests, snippets, pipelines, releases and all else in it. */
export function removeProject(project: Project, state: State): void {
	for (const one of state.issues.in("project", project.id)) removeNoteable("Issue", one.id, state);
	for (const one of state.mergeRequests.in("project", project.id)) removeNoteable("MergeRequest", one.id, state);
	for (const one of state.snippets.in("project", project.id)) removeNoteable("Snippet", one.id, state);
	for (const pipeline of state.pipelines.in("project", project.id)) removePipeline(pipeline, state);
	for (const release of state.releases.in("project", project.id)) removeRelease(release, state);
	for (const one of state.runnerAssignments.in("project", project.id)) state.runnerAssignments.delete(one.id);
	for (const one of state.repositoryTrees.in("project", project.id)) state.repositoryTrees.delete(one.id);
	for (const one of state.alerts.in("project", project.id)) removeNoteable("AlertManagement::Alert", one.id, state);
	for (const one of state.alertIntegrations.in("project", project.id)) state.alertIntegrations.delete(one.id);
	for (const one of state.environments.in("project", project.id)) state.environments.delete(one.id);
	removePlace("project", project.id, state);
	state.projects.delete(project.id);
}

/** A group with the groups and projects below it, its epics and all else in it. */
export function removeGroup(group: Group, state: State): void {
	for (const below of state.groups.in("parent", group.id)) removeGroup(below, state);
	for (const project of state.projects.in("group", group.id)) removeProject(project, state);
	for (const epic of state.epics.in("group", group.id)) removeNoteable("Epic", epic.id, state);
	for (const share of state.shares.in("group", group.id)) state.shares.delete(share.id);
	for (const runner of state.runners.in("group", group.id)) {
		for (const one of state.runnerTokens.in("runner", runner.id)) state.runnerTokens.delete(one.id);
		for (const one of state.runnerManagers.in("runner", runner.id)) state.runnerManagers.delete(one.id);
		for (const one of state.jobs.in("runner", runner.id))
			state.jobs.update(one.id, { runner_id: null, runner_manager_id: null });
		state.runners.delete(runner.id);
	}
	for (const user of state.users.in("provisioned", group.id))
		state.users.update(user.id, { provisioned_by_group_id: null });
	for (const one of state.enterpriseUsers.in("group", group.id)) removeEnterpriseUser(one, state);
	for (const one of state.scimIdentities.in("group", group.id)) state.scimIdentities.delete(one.id);
	removePlace("group", group.id, state);
	for (const table of [state.tokens, state.sshKeys] as const)
		for (const one of [...table.all()])
			if (one.managed_by_group_id === group.id) table.update(one.id, { managed_by_group_id: null });
	state.groups.delete(group.id);
}
