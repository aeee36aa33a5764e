import type { Actor } from "../../request/access/actor";
import { isFeatureOpen } from "../../request/access/features";
import { accessLevels } from "../../state/levels";
import type { Project, Snippet } from "../../state/records";
import type { State } from "../../state/state";

/** Whether a snippet's own visibility lets the caller see it, regardless of its project. */
function isShown(actor: Actor, snippet: Snippet): boolean {
	if (snippet.visibility === "public" || actor.isAdmin || actor.isAuditor) return true;
	if (actor.user && snippet.author_id === actor.user.id) return true;
	return snippet.visibility === "internal" && actor.user?.external === false;
}

/** The permissions for snippets. */
export const snippetPolicy = {
	read_snippet(actor: Actor, snippet: Snippet, state: State): boolean {
		if (snippet.project_id === null) return isShown(actor, snippet);
		const project = state.projects.get(snippet.project_id);
		if (!project || !actor.seesProject(project) || !isFeatureOpen(actor, project, project.snippets_access_level))
			return false;
		return isShown(actor, snippet) || actor.levelInProject(project) >= accessLevels.guest;
	},
	/** In a project for reporters and above. A personal snippet: everyone except external users. */
	create_snippet(actor: Actor, project: Project | null): boolean {
		if (!actor.user) return false;
		if (!project) return !actor.user.external;
		return project.snippets_access_level !== "disabled" && actor.levelToChange(project) >= accessLevels.reporter;
	},
	/** To change and delete: the author, the project's maintainers and administrators. */
	admin_snippet(actor: Actor, snippet: Snippet, state: State): boolean {
		if (!actor.user || !snippetPolicy.read_snippet(actor, snippet, state)) return false;
		const project = snippet.project_id === null ? undefined : state.projects.get(snippet.project_id);
		if (project && actor.isReadOnly(project)) return false;
		if (actor.isAdmin || snippet.author_id === actor.user.id) return true;
		return project !== undefined && actor.levelInProject(project) >= accessLevels.maintainer;
	},
};
