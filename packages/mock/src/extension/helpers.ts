import type { Project as ProjectShown, UserBasic } from "@tenon/contract";
import { projectSummary, readsCode } from "../domains/groups/projects-entities";
import { issuePolicy } from "../domains/issues/policy";
import { mergeRequestPolicy } from "../domains/merge-requests/policy";
import { userBasic } from "../domains/users/entities";
import type { Context } from "../request/context";
import type { Issue, Project, User } from "../state/records";

/** Shows records as the contract's operations do, with only what the caller can see. */
export interface Present {
	/** Returns a project with its features, as in lists of projects. */
	project(project: Project): ProjectShown;
	/** Returns a user with a few fields, as in `author` and `assignees`. */
	user(user: User): UserBasic;
}

/** What the caller can read in a visible project, by the rules of the contract's operations. */
export interface Can {
	readIssues(project: Project): boolean;
	/** Whether the caller can read an issue of the project. Most callers cannot read a confidential one. */
	readIssue(issue: Issue, project: Project): boolean;
	readMergeRequests(project: Project): boolean;
	/** Whether the caller can read files, branches and tags. */
	readCode(project: Project): boolean;
}

export const presentFor = (context: Context): Present => ({
	// The tests of the contract's operations validate that the entities have these types.
	project: (project) => projectSummary(project, context) as ProjectShown,
	user: (user) => userBasic(user, context) as UserBasic,
});

export const canFor = ({ actor }: Context): Can => ({
	readIssues: (project) => issuePolicy.read_issues(actor, project),
	readIssue: (issue, project) => issuePolicy.read_issue(actor, issue, project),
	readMergeRequests: (project) => mergeRequestPolicy.read_merge_requests(actor, project),
	readCode: (project) => readsCode(project, { actor }),
});
