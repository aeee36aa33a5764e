/** The things that carry notes, as the rules on notes see them. */

import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import { isProject } from "../../state/place";
import type {
	Alert,
	Epic,
	Group,
	Issue,
	MergeRequest,
	NoteableType,
	Project,
	Snippet,
	WikiPage,
} from "../../state/records";

/** Where the roles on a noteable come from: a project, a group, or, of a personal snippet, the snippet itself. */
type Place = Project | Group | Snippet;

/** What quick actions act on. */
export type Commandable =
	| { readonly kind: "issue"; readonly record: Issue }
	| { readonly kind: "merge_request"; readonly record: MergeRequest };

/** Something that carries notes, with the place that its roles come from. */
export interface Noteable {
	readonly type: NoteableType;
	readonly id: number;
	/** Null where the kind is not numbered within a project. */
	readonly iid: number | null;
	readonly place: Place;
	/** Null outside projects. */
	readonly project: Project | null;
	/** Whether only members may still write. */
	readonly locked: boolean;
	/** Undefined where no quick actions are read. */
	readonly commandable: Commandable | undefined;
}

/** What holds for new notes by what they are on. */
interface Rules {
	/** A new note's `created_at` is honoured from owners; on issues it must lie after 1970-01-01. */
	readonly backdating: "none" | "any" | "after 1970";
	/** Whether notes may be for the team only: where not, the wish is refused. */
	readonly internal: "yes" | "refused";
}

export const rules: { readonly [type in NoteableType]: Rules } = {
	Issue: { backdating: "after 1970", internal: "yes" },
	MergeRequest: { backdating: "any", internal: "yes" },
	Snippet: { backdating: "any", internal: "refused" },
	// The specification takes no time for notes on these two, and no wish for notes on wiki pages; GitLab does.
	Epic: { backdating: "any", internal: "yes" },
	"WikiPage::Meta": { backdating: "any", internal: "yes" },
	"AlertManagement::Alert": { backdating: "none", internal: "refused" },
};

/** The role of a caller where something is. A personal snippet has its author as a member. */
export function levelIn(actor: Actor, place: Place): number {
	if (isProject(place)) return actor.levelInProject(place);
	if (!("author_id" in place)) return actor.levelInGroup(place);
	if (actor.isAdmin) return accessLevels.owner;
	return place.author_id === actor.user?.id ? accessLevels.guest : accessLevels.no_access;
}

export const onIssue = (issue: Issue, project: Project): Noteable => ({
	type: "Issue",
	id: issue.id,
	iid: issue.iid,
	place: project,
	project,
	locked: issue.discussion_locked,
	commandable: { kind: "issue", record: issue },
});

export const onMergeRequest = (merge: MergeRequest, project: Project): Noteable => ({
	type: "MergeRequest",
	id: merge.id,
	iid: merge.iid,
	place: project,
	project,
	locked: merge.discussion_locked,
	commandable: { kind: "merge_request", record: merge },
});

/** A snippet: of a project, or a personal one. */
export const onSnippet = (snippet: Snippet, project: Project | null): Noteable => ({
	type: "Snippet",
	id: snippet.id,
	iid: null,
	place: project ?? snippet,
	project,
	locked: false,
	commandable: undefined,
});

export const onEpic = ({ id, discussion_locked }: Epic, group: Group): Noteable => ({
	type: "Epic",
	id,
	iid: null,
	place: group,
	project: null,
	locked: discussion_locked,
	commandable: undefined,
});

export const onWikiPage = ({ id }: WikiPage, place: Project | Group): Noteable => ({
	type: "WikiPage::Meta",
	id,
	iid: null,
	place,
	project: isProject(place) ? place : null,
	locked: false,
	commandable: undefined,
});

export const onAlert = ({ id }: Alert, project: Project): Noteable => ({
	type: "AlertManagement::Alert",
	id,
	iid: null,
	place: project,
	project,
	locked: false,
	commandable: undefined,
});
