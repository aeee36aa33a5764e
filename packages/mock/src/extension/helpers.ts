import type { Project as ProjectShown, UserBasic } from "@tenon/contract";
import { projectSummary, readsCode } from "../domains/groups/projects-entities";
import { issuePolicy } from "../domains/issues/policy";
import { mergeRequestPolicy } from "../domains/merge-requests/policy";
import { userBasic } from "../domains/users/entities";
import type { Context } from "../request/context";
import type { Issue, Project, User } from "../state/records";

/** Shows records as the contract's operations do, as far as the caller may see them. */
export interface Present {
	/** A project with its features, as lists of projects have it. */
	project(project: Project): ProjectShown;
	/** A user in a few fields, as `author` and `assignees` have it. */
	user(user: User): UserBasic;
}

/** What the caller may read of a project that the caller sees. The rules are those of the contract's operations. */
export interface Can {
	readIssues(project: Project): boolean;
	/** An issue of the project; a confidential one is hidden from most. */
	readIssue(issue: Issue, project: Project): boolean;
	readMergeRequests(project: Project): boolean;
	/** Files, branches and tags. */
	readCode(project: Project): boolean;
}

export const presentFor = (context: Context): Present => ({
	// The entities are validated against these very types in the tests of the contract's operations.
	project: (project) => projectSummary(project, context) as ProjectShown,
	user: (user) => userBasic(user, context) as UserBasic,
});

export const canFor = ({ actor }: Context): Can => ({
	readIssues: (project) => issuePolicy.read_issues(actor, project),
	readIssue: (issue, project) => issuePolicy.read_issue(actor, issue, project),
	readMergeRequests: (project) => mergeRequestPolicy.read_merge_requests(actor, project),
	readCode: (project) => readsCode(project, { actor }),
});
