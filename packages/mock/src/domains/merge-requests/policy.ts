import type { Actor } from "../../request/access/actor";
import { isFeatureOpen } from "../../request/access/features";
import { accessLevels } from "../../state/levels";
import type { MergeRequest, Project } from "../../state/records";

/** The permissions for the merge requests of a project that the caller sees. */
export const mergeRequestPolicy = {
	/** In a private project only for reporters and above, who can read the code. */
	read_merge_requests: (actor: Actor, project: Project): boolean =>
		isFeatureOpen(actor, project, project.merge_requests_access_level) &&
		(project.visibility !== "private" || actor.isAuditor || actor.levelInProject(project) >= accessLevels.reporter),
	/** To lock, assign, label and plan. */
	admin_merge_request: (actor: Actor, project: Project): boolean =>
		actor.levelToChange(project) >= accessLevels.reporter,
	/** To change the title and the state. Also for the author. */
	update_merge_request: (actor: Actor, merge: MergeRequest, project: Project): boolean =>
		mergeRequestPolicy.admin_merge_request(actor, project) ||
		(actor.user !== undefined && merge.author_id === actor.user.id && !actor.isReadOnly(project)),
	merge: (actor: Actor, project: Project): boolean => actor.levelToChange(project) >= accessLevels.developer,
};
