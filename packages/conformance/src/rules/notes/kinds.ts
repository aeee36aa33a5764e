import type { OperationId } from "@tenon/contract";
import type { SceneField } from "../../bench/scene";
import type { ActorName } from "../../rule/actors";

export const verbs = ["list", "get", "create", "update", "delete"] as const;
/** The operations on notes. */
export type Verb = (typeof verbs)[number];

/** One of the six kinds of parents that have notes. */
export interface Kind {
	readonly name: string;
	/** The `noteable_type` of its notes. */
	readonly type: "Issue" | "Snippet" | "MergeRequest" | "Epic" | "WikiPage::Meta";
	readonly place: "project" | "group";
	/** The path parameter that names the parent, the field of the scene with its value, and the mock's table of such parents. */
	readonly parameter: string;
	readonly field: Extract<SceneField, `${string}_iid` | `${string}_id`>;
	readonly table: string;
	/** Who writes on it unless a rule says otherwise. Each kind has a different author, because notes are rate limited per user and minute. */
	readonly author: ActorName;
	readonly operations: { readonly [verb in Verb]: OperationId };
	/** Whether it exists only in paid tiers. */
	readonly isPaid: boolean;
}

const kindOf = <Noun extends "Issue" | "ProjectSnippet" | "MergeRequest" | "Epic" | "ProjectWikiPage" | "GroupWikiPage">(
	noun: Noun,
	one: Omit<Kind, "operations" | "isPaid">,
): Kind => ({
	...one,
	isPaid: one.place === "group",
	operations: { list: `list${noun}Notes`, get: `get${noun}Note`, create: `create${noun}Note`, update: `update${noun}Note`, delete: `delete${noun}Note` },
});

const wikiPage = { type: "WikiPage::Meta", parameter: "wiki_page_meta_id", table: "wiki_pages" } as const;
const issue = { name: "issue", type: "Issue", place: "project", parameter: "issue_iid", field: "issue_iid", table: "issues" } as const;
const snippet = { name: "project snippet", type: "Snippet", place: "project", parameter: "snippet_id", field: "snippet_id", table: "snippets" } as const;
const epic = { name: "epic", type: "Epic", place: "group", parameter: "epic_id", field: "epic_id", table: "epics" } as const;
const mergeRequest = { name: "merge request", type: "MergeRequest", place: "project", table: "merge_requests" } as const;

export const kind = {
	issue: kindOf("Issue", { ...issue, author: "developer" }),
	snippet: kindOf("ProjectSnippet", { ...snippet, author: "reporter" }),
	mergeRequest: kindOf("MergeRequest", { ...mergeRequest, parameter: "merge_request_iid", field: "merge_request_iid", author: "maintainer" }),
	epic: kindOf("Epic", { ...epic, author: "owner" }),
	projectWikiPage: kindOf("ProjectWikiPage", { ...wikiPage, name: "project wiki page", place: "project", field: "wiki_page_meta_id", author: "guest" }),
	groupWikiPage: kindOf("GroupWikiPage", { ...wikiPage, name: "group wiki page", place: "group", field: "group_wiki_page_meta_id", author: "outsider" }),
};

/** All six. */
export const kinds: readonly Kind[] = Object.values(kind);
export const ofProjects = kinds.filter(({ place }) => place === "project");
export const ofGroups = kinds.filter(({ place }) => place === "group");
export const wikiPages: readonly Kind[] = [kind.projectWikiPage, kind.groupWikiPage];
/** Those whose notes can be internal. */
export const withInternal: readonly Kind[] = [kind.issue, kind.mergeRequest, kind.epic];
/** Those whose notes accept `created_at`. */
export const withTimes: readonly Kind[] = [kind.issue, kind.snippet, kind.mergeRequest];
/** Those on which quick actions work. */
export const withCommands: readonly Kind[] = [kind.issue, kind.mergeRequest];
export const withoutCommands = kinds.filter((one) => !withCommands.includes(one));
export const notIssue = kinds.filter((one) => one !== kind.issue);
