/** The kinds of things that carry notes: where each is found, and what may be done with its notes. */
import type { Actor } from "../access/actor";
import { findGroup, findProject } from "../access/find";
import { accessLevels } from "../access/levels";
import type { Context } from "../context";
import { type ApiError, notFound } from "../http/errors";
import { snippetPolicy } from "../snippets/policy";
import type {
	Alert,
	Epic,
	FeatureAccess,
	Group,
	Issue,
	MergeRequest,
	NoteableType,
	Project,
	Snippet,
	WikiPage,
} from "../state/records";
import type { State } from "../state/state";

/** Something that carries notes, with the place that its roles come from. */
export interface Noteable {
	readonly type: NoteableType;
	readonly id: number;
	/** Null where the kind is not numbered within a project. */
	readonly iid: number | null;
	readonly place: Project | Group;
	/** Null on epics and group wiki pages. */
	readonly project: Project | null;
	/** Whether only members may still write. */
	readonly locked: boolean;
	/** What quick actions act on; undefined where none are read. */
	readonly commandable: { kind: "issue"; record: Issue } | { kind: "merge_request"; record: MergeRequest } | undefined;
}

/** Path parameters of the note operations; each kind reads its own. */
export interface NoteablePath {
	readonly id: number | string;
	readonly issue_iid: number;
	readonly merge_request_iid: number;
	readonly snippet_id: number;
	readonly epic_id: number;
	readonly wiki_page_meta_id: number;
}

/** What holds for the notes of a kind. */
export interface Kind {
	/** Finds the parent. Throws 404 where it is not there, or does not show to the caller. */
	readonly find: (context: Context, path: NoteablePath) => Noteable;
	/** A new note's `created_at` is honoured from owners; on issues it must lie after 1970-01-01. */
	readonly backdating: "none" | "any" | "after 1970";
	/** Whether notes may be for the team only: where not, the wish is refused, or ignored. */
	readonly internal: "yes" | "refused" | "ignored";
	/** Records tell whether they were imported. */
	readonly showsImport: boolean;
	/** Records have `type` and `commands_changes`. */
	readonly showsCommands: boolean;
	/** What is answered where the parent's parameter is no number, where that is not 400. */
	readonly onInvalid: { readonly [parameter: string]: () => ApiError };
}

/** The role of a caller in the project or the group of a noteable. */
export const levelIn = (actor: Actor, place: Project | Group): number =>
	"last_iids" in place ? actor.levelInProject(place) : actor.levelInGroup(place);

/** Whether a feature of a project is open to the caller: to members only, or to everyone who sees the project. */
function isOpen(actor: Actor, project: Project, feature: FeatureAccess): boolean {
	if (feature === "disabled") return false;
	return feature === "enabled" || actor.isAuditor || actor.levelInProject(project) >= accessLevels.guest;
}

const atLeastReporter = (actor: Actor, place: Project | Group): boolean =>
	actor.isAuditor || levelIn(actor, place) >= accessLevels.reporter;

function must(condition: boolean): void {
	if (!condition) throw notFound();
}

function found(on: Noteable | undefined): Noteable {
	if (!on) throw notFound();
	return on;
}

/** An issue of a project that shows to the caller; undefined where there is none, and where it does not show. */
export function issueIn(project: Project, iid: number, actor: Actor, state: State): Noteable | undefined {
	const issue = state.issues.one("iid", `${project.id}:${iid}`);
	if (!issue || !isOpen(actor, project, project.issues_access_level)) return undefined;
	const own = actor.user && (issue.author_id === actor.user.id || issue.assignee_ids.includes(actor.user.id));
	if (issue.confidential && own !== true && !atLeastReporter(actor, project)) return undefined;
	return {
		type: "Issue",
		id: issue.id,
		iid: issue.iid,
		place: project,
		project,
		locked: issue.discussion_locked,
		commandable: { kind: "issue", record: issue },
	};
}

const findIssue = (context: Context, path: NoteablePath): Noteable =>
	found(issueIn(findProject(context, path.id), path.issue_iid, context.actor, context.state));

function findSnippet(context: Context, path: NoteablePath): Noteable {
	const { state, actor } = context;
	const project = findProject(context, path.id);
	const snippet = state.snippets.get(path.snippet_id);
	if (!snippet || snippet.project_id !== project.id) throw notFound();
	must(snippetPolicy.read_snippet(actor, snippet, state));
	return onSnippet(snippet, project);
}

/** A project's snippet as a thing that carries notes. */
export const onSnippet = ({ id }: Snippet, project: Project): Noteable => ({
	type: "Snippet",
	id,
	iid: null,
	place: project,
	project,
	locked: false,
	commandable: undefined,
});

/** An alert as a thing that carries notes. */
export const onAlert = ({ id }: Alert, project: Project): Noteable => ({
	type: "AlertManagement::Alert",
	id,
	iid: null,
	place: project,
	project,
	locked: false,
	commandable: undefined,
});

/** A merge request of a project that shows to the caller; undefined where there is none, and where it does not show. */
export function mergeRequestIn(project: Project, iid: number, actor: Actor, state: State): Noteable | undefined {
	const merge = state.mergeRequests.one("iid", `${project.id}:${iid}`);
	if (!merge || !isOpen(actor, project, project.merge_requests_access_level)) return undefined;
	// Changes to the code show to those who may read the code.
	if (project.visibility === "private" && !atLeastReporter(actor, project)) return undefined;
	return {
		type: "MergeRequest",
		id: merge.id,
		iid: merge.iid,
		place: project,
		project,
		locked: merge.discussion_locked,
		commandable: { kind: "merge_request", record: merge },
	};
}

const findMergeRequest = (context: Context, path: NoteablePath): Noteable =>
	found(mergeRequestIn(findProject(context, path.id), path.merge_request_iid, context.actor, context.state));

function findEpic(context: Context, path: NoteablePath): Noteable {
	const group = findGroup(context, path.id);
	const epic: Epic | undefined = context.state.epics.get(path.epic_id);
	if (!epic || epic.group_id !== group.id) throw notFound();
	must(!epic.confidential || atLeastReporter(context.actor, group));
	return {
		type: "Epic",
		id: epic.id,
		iid: null,
		place: group,
		project: null,
		locked: epic.discussion_locked,
		commandable: undefined,
	};
}

function wikiPage(context: Context, id: number, container: WikiPage["container"], place: Project | Group): Noteable {
	const page = context.state.wikiPages.get(id);
	if (!page || page.container !== container || page.container_id !== place.id) throw notFound();
	return {
		type: "WikiPage::Meta",
		id: page.id,
		iid: null,
		place,
		project: "last_iids" in place ? place : null,
		locked: false,
		commandable: undefined,
	};
}

function findProjectWikiPage(context: Context, path: NoteablePath): Noteable {
	const project = findProject(context, path.id);
	must(isOpen(context.actor, project, project.wiki_access_level));
	return wikiPage(context, path.wiki_page_meta_id, "project", project);
}

const findGroupWikiPage = (context: Context, path: NoteablePath): Noteable =>
	wikiPage(context, path.wiki_page_meta_id, "group", findGroup(context, path.id));

const wiki = {
	backdating: "none",
	internal: "ignored",
	showsImport: true,
	showsCommands: true,
	// A page's slug in place of its number is an unknown page.
	onInvalid: { wiki_page_meta_id: () => notFound() },
} as const;

export const kinds = {
	issue: {
		find: findIssue,
		backdating: "after 1970",
		internal: "yes",
		showsImport: true,
		showsCommands: false,
		onInvalid: {},
	},
	projectSnippet: {
		find: findSnippet,
		backdating: "any",
		internal: "refused",
		showsImport: true,
		showsCommands: false,
		onInvalid: {},
	},
	mergeRequest: {
		find: findMergeRequest,
		backdating: "any",
		internal: "yes",
		showsImport: false,
		showsCommands: false,
		onInvalid: {},
	},
	epic: {
		find: findEpic,
		backdating: "none",
		internal: "yes",
		showsImport: true,
		showsCommands: false,
		onInvalid: {},
	},
	projectWikiPage: { find: findProjectWikiPage, ...wiki },
	groupWikiPage: { find: findGroupWikiPage, ...wiki },
} as const satisfies { [name: string]: Kind };
