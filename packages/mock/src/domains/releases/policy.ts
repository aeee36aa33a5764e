import type { Actor } from "../../request/access/actor";
import { isFeatureOpen } from "../../request/access/features";
import { accessLevels } from "../../state/levels";
import type { Project } from "../../state/records";

/** The permissions for the releases of a project that the caller sees. */
export const releasePolicy = {
	/** For all who see the project, or only for members if releases are private; for nobody if they are disabled. */
	read_release: (actor: Actor, project: Project): boolean =>
		isFeatureOpen(actor, project, project.releases_access_level),
	/** To change releases and links: developers and above, or maintainers and above if the tag is protected. */
	update_release: (actor: Actor, project: Project, tag: string): boolean =>
		releasePolicy.read_release(actor, project) &&
		actor.levelToChange(project) >=
			(project.protected_refs.includes(tag) ? accessLevels.maintainer : accessLevels.developer),
};
