import type { Actor } from "../../request/access/actor";
import { isFeatureOpen } from "../../request/access/features";
import { accessLevels } from "../../state/levels";
import type { Issue, Project } from "../../state/records";

/** Who may do what with the issues of a project that they see. */
export const issuePolicy = {
	read_issues: (actor: Actor, project: Project): boolean => isFeatureOpen(actor, project, project.issues_access_level),
	/** All of them: reporters and above. */
	read_confidential: (actor: Actor, project: Project): boolean =>
		actor.isAuditor || actor.levelInProject(project) >= accessLevels.reporter,
	/** Confidential ones are also for those who wrote them, or work on them. */
	isOwn: (actor: Actor, issue: Issue): boolean =>
		actor.user !== undefined && (issue.author_id === actor.user.id || issue.assignee_ids.includes(actor.user.id)),
	read_issue: (actor: Actor, issue: Issue, project: Project): boolean =>
		issuePolicy.read_issues(actor, project) &&
		(!issue.confidential || issuePolicy.isOwn(actor, issue) || issuePolicy.read_confidential(actor, project)),
	/** Lock, assign, label and plan. */
	admin_issue: (actor: Actor, project: Project): boolean => actor.levelToChange(project) >= accessLevels.planner,
	/** Change title and description, close and open again: also its author. */
	update_issue: (actor: Actor, issue: Issue, project: Project): boolean =>
		issuePolicy.admin_issue(actor, project) ||
		(actor.user !== undefined && issue.author_id === actor.user.id && !actor.isReadOnly(project)),
};
