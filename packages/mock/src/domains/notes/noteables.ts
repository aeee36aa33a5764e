/** The parents of notes, in the form that the rules on notes need. */

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

/** The record that grants the roles: a project, a group, or for a personal snippet the snippet itself. */
type Place = Project | Group | Snippet;

/** A record that quick actions can change. */
export type Commandable =
	| { readonly kind: "issue"; readonly record: Issue }
	| { readonly kind: "merge_request"; readonly record: MergeRequest };

/** A record that has notes, with the place that its roles come from. */
export interface Noteable {
	readonly type: NoteableType;
	readonly id: number;
	/** Null if records of this type have no number within a project. */
	readonly iid: number | null;
	readonly place: Place;
	/** Null outside projects. */
	readonly project: Project | null;
	/** Whether only members can still write. */
	readonly locked: boolean;
	/** Undefined if quick actions are not supported. */
	readonly commandable: Commandable | undefined;
}

/** The rules for new notes, by the type of their parent. */
interface Rules {
	/** Whether owners can set the `created_at` of a new note. On issues it must be after 1970-01-01. */
	readonly backdating: "none" | "any" | "after 1970";
	/** Whether notes can be internal. If not, a request for an internal note is refused. */
	readonly internal: "yes" | "refused";
}

export const rules: { readonly [type in NoteableType]: Rules } = {
	Issue: { backdating: "after 1970", internal: "yes" },
	MergeRequest: { backdating: "any", internal: "yes" },
	Snippet: { backdating: "any", internal: "refused" },
	// The specification has no `created_at` for notes on these two, and no `internal` on wiki pages. GitLab has both.
	Epic: { backdating: "any", internal: "yes" },
	"WikiPage::Meta": { backdating: "any", internal: "yes" },
	"AlertManagement::Alert": { backdating: "none", internal: "refused" },
};

/** Returns the caller's role in a place. The author of a personal snippet counts as its member. */
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

/** Returns the noteable of a snippet. `project` is null for a personal snippet. */
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
