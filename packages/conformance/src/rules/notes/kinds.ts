import type { OperationId } from "@tenon/contract";
import type { SceneField } from "../../bench/scene";
import type { ActorName } from "../../rule/actors";

/** What can be done with notes. */
export type Verb = "list" | "get" | "create" | "update" | "delete";
export const verbs: readonly Verb[] = ["list", "get", "create", "update", "delete"];

type ParentField = Extract<SceneField, `${string}_iid` | `${string}_id`>;

/** One of the six kinds of what carries notes. */
export interface Kind {
	readonly name: string;
	/** What its notes show as `noteable_type`. */
	readonly type: string;
	/** The field of the scene that says in which project or group it lies. */
	readonly place: "project" | "group";
	/** How its path names it, and which field of the scene holds the number. */
	readonly parameter: string;
	readonly field: ParentField;
	/** Who writes on it unless told otherwise: one for each kind, for whoever writes too much in a minute is stopped. */
	readonly author: ActorName;
	readonly operations: { readonly [verb in Verb]: OperationId };
	/** Whether it is there in paid tiers only. */
	readonly paid?: true;
}

const issue: Kind = {
	name: "issue",
	type: "Issue",
	place: "project",
	parameter: "issue_iid",
	field: "issue_iid",
	author: "developer",
	operations: {
		list: "listIssueNotes",
		get: "getIssueNote",
		create: "createIssueNote",
		update: "updateIssueNote",
		delete: "deleteIssueNote",
	},
};
const snippet: Kind = {
	name: "project snippet",
	type: "Snippet",
	place: "project",
	parameter: "snippet_id",
	field: "snippet_id",
	author: "reporter",
	operations: {
		list: "listProjectSnippetNotes",
		get: "getProjectSnippetNote",
		create: "createProjectSnippetNote",
		update: "updateProjectSnippetNote",
		delete: "deleteProjectSnippetNote",
	},
};
const mergeRequest: Kind = {
	name: "merge request",
	type: "MergeRequest",
	place: "project",
	parameter: "merge_request_iid",
	field: "merge_request_iid",
	author: "maintainer",
	operations: {
		list: "listMergeRequestNotes",
		get: "getMergeRequestNote",
		create: "createMergeRequestNote",
		update: "updateMergeRequestNote",
		delete: "deleteMergeRequestNote",
	},
};
const epic: Kind = {
	name: "epic",
	type: "Epic",
	place: "group",
	parameter: "epic_id",
	field: "epic_id",
	author: "owner",
	paid: true,
	operations: {
		list: "listEpicNotes",
		get: "getEpicNote",
		create: "createEpicNote",
		update: "updateEpicNote",
		delete: "deleteEpicNote",
	},
};
const projectWikiPage: Kind = {
	name: "project wiki page",
	type: "WikiPage::Meta",
	place: "project",
	parameter: "wiki_page_meta_id",
	field: "wiki_page_meta_id",
	author: "guest",
	operations: {
		list: "listProjectWikiPageNotes",
		get: "getProjectWikiPageNote",
		create: "createProjectWikiPageNote",
		update: "updateProjectWikiPageNote",
		delete: "deleteProjectWikiPageNote",
	},
};
const groupWikiPage: Kind = {
	name: "group wiki page",
	type: "WikiPage::Meta",
	place: "group",
	parameter: "wiki_page_meta_id",
	field: "group_wiki_page_meta_id",
	author: "outsider",
	paid: true,
	operations: {
		list: "listGroupWikiPageNotes",
		get: "getGroupWikiPageNote",
		create: "createGroupWikiPageNote",
		update: "updateGroupWikiPageNote",
		delete: "deleteGroupWikiPageNote",
	},
};

export const kind = { issue, snippet, mergeRequest, epic, projectWikiPage, groupWikiPage };

/** All six. */
export const kinds: readonly Kind[] = Object.values(kind);
/** Those that lie in a project. */
export const ofProjects: readonly Kind[] = kinds.filter(({ place }) => place === "project");
/** Those whose notes can be internal. */
export const withInternal: readonly Kind[] = [issue, mergeRequest, epic];
/** Those whose notes take a time of creation. */
export const withTimes: readonly Kind[] = [issue, snippet, mergeRequest];
/** All but issues: a change of their notes needs a body. */
export const notIssue: readonly Kind[] = kinds.filter((one) => one !== issue);
