import type { Actor } from "../../request/access/actor";
import { isFeatureOpen } from "../../request/access/features";
import { accessLevels } from "../../state/levels";
import type { Issue, Project } from "../../state/records";

/** The permissions for the issues of a project that the caller sees. */
export const issuePolicy = {
	read_issues: (actor: Actor, project: Project): boolean => isFeatureOpen(actor, project, project.issues_access_level),
	/** For all confidential issues: reporters and above. */
	read_confidential: (actor: Actor, project: Project): boolean =>
		actor.isAuditor || actor.levelInProject(project) >= accessLevels.reporter,
	/** Whether the caller is the author or an assignee, who can also read the issue if it is confidential. */
	isOwn: (actor: Actor, issue: Issue): boolean =>
		actor.user !== undefined && (issue.author_id === actor.user.id || issue.assignee_ids.includes(actor.user.id)),
	read_issue: (actor: Actor, issue: Issue, project: Project): boolean =>
		issuePolicy.read_issues(actor, project) &&
		(!issue.confidential || issuePolicy.isOwn(actor, issue) || issuePolicy.read_confidential(actor, project)),
	/** To lock, assign, label and plan. */
	admin_issue: (actor: Actor, project: Project): boolean => actor.levelToChange(project) >= accessLevels.planner,
	/** To change the title and the description, close and reopen. Also for the author. */
	update_issue: (actor: Actor, issue: Issue, project: Project): boolean =>
		issuePolicy.admin_issue(actor, project) ||
		(actor.user !== undefined && issue.author_id === actor.user.id && !actor.isReadOnly(project)),
};
