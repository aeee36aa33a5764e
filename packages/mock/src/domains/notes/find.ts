/** Finds the parents of notes. Returns undefined both if a parent does not exist and if the caller cannot see it. */

import type { Actor } from "../../request/access/actor";
import { isFeatureOpen } from "../../request/access/features";
import { visibleGroup, visibleProject } from "../../request/access/find";
import { isPaid } from "../../request/access/served";
import type { Context } from "../../request/context";
import { isProject, placeKind } from "../../state/place";
import type { Group, Note, NoteableType, Project } from "../../state/records";
import type { State } from "../../state/state";
import { alertPolicy } from "../alerts/policy";
import { epicPolicy } from "../epics/policy";
import { issuePolicy } from "../issues/policy";
import { mergeRequestPolicy } from "../merge-requests/policy";
import { snippetPolicy } from "../snippets/policy";
import { type Noteable, onAlert, onEpic, onIssue, onMergeRequest, onSnippet, onWikiPage } from "./noteables";
import { notePolicy } from "./policy";

type World = Pick<Context, "actor" | "state" | "settings">;

/** Returns an issue of a project that the caller can read. */
export function issueIn(project: Project, iid: number, actor: Actor, state: State): Noteable | undefined {
	const issue = state.issues.one("iid", `${project.id}:${iid}`);
	return issue && issuePolicy.read_issue(actor, issue, project) ? onIssue(issue, project) : undefined;
}

/** Returns a merge request of a project that the caller can read. */
export function mergeRequestIn(project: Project, iid: number, actor: Actor, state: State): Noteable | undefined {
	const merge = state.mergeRequests.one("iid", `${project.id}:${iid}`);
	return merge && mergeRequestPolicy.read_merge_requests(actor, project) ? onMergeRequest(merge, project) : undefined;
}

/** Returns a snippet that the caller can read: of a project, or a personal one. */
function snippetAt(id: number, { actor, state }: World): Noteable | undefined {
	const snippet = state.snippets.get(id);
	if (!snippet || !snippetPolicy.read_snippet(actor, snippet, state)) return undefined;
	const project = snippet.project_id === null ? null : state.projects.get(snippet.project_id);
	return project === undefined ? undefined : onSnippet(snippet, project);
}

export function snippetIn(project: Project, id: number, world: World): Noteable | undefined {
	const found = snippetAt(id, world);
	return found?.project?.id === project.id ? found : undefined;
}

/** Returns an epic of a group that the caller can read. */
export function epicIn(group: Group, id: number, { actor, state }: World): Noteable | undefined {
	const epic = state.epics.get(id);
	return epic?.group_id === group.id && epicPolicy.read_epic(actor, epic, group) ? onEpic(epic, group) : undefined;
}

/** Returns a wiki page of a project or a group that the caller can read. */
export function wikiPageIn(place: Project | Group, id: number, { actor, state }: World): Noteable | undefined {
	if (isProject(place) && !isFeatureOpen(actor, place, place.wiki_access_level)) return undefined;
	const page = state.wikiPages.get(id);
	const isThere = page?.container === placeKind(place) && page.container_id === place.id;
	return page && isThere ? onWikiPage(page, place) : undefined;
}

function wikiPageAt(id: number, world: World): Noteable | undefined {
	const page = world.state.wikiPages.get(id);
	if (!page) return undefined;
	if (page.container === "group" && !isPaid(world.settings)) return undefined;
	const visible = page.container === "project" ? visibleProject : visibleGroup;
	const place = visible(page.container_id, world);
	return place && wikiPageIn(place, id, world);
}

const byType: { readonly [type in NoteableType]: (id: number, world: World) => Noteable | undefined } = {
	Issue(id, world) {
		const issue = world.state.issues.get(id);
		const project = issue && visibleProject(issue.project_id, world);
		return project && issueIn(project, issue.iid, world.actor, world.state);
	},
	MergeRequest(id, world) {
		const merge = world.state.mergeRequests.get(id);
		const project = merge && visibleProject(merge.project_id, world);
		return project && mergeRequestIn(project, merge.iid, world.actor, world.state);
	},
	Snippet: snippetAt,
	Epic(id, world) {
		const epic = world.state.epics.get(id);
		const group = epic && isPaid(world.settings) ? visibleGroup(epic.group_id, world) : undefined;
		return group && epicIn(group, id, world);
	},
	"WikiPage::Meta": wikiPageAt,
	"AlertManagement::Alert"(id, world) {
		const alert = world.state.alerts.get(id);
		const project = alert && visibleProject(alert.project_id, world);
		return project && alertPolicy.read_alert(world.actor, project) ? onAlert(alert, project) : undefined;
	},
};

/** Returns the parent with a type and an ID, if the caller can read it. */
export const noteableAt = (type: NoteableType, id: number, world: World): Noteable | undefined =>
	byType[type](id, world);

/** Returns the note with an ID and its parent, if the caller can read both. */
export function noteAt(id: number, world: World): { note: Note; on: Noteable } | undefined {
	const note = world.state.notes.get(id);
	const on = note && noteableAt(note.noteable_type, note.noteable_id, world);
	return on && notePolicy.read_note(world.actor, note, on, world.state) ? { note, on } : undefined;
}
