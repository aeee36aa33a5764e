import type { Actor } from "../access/actor";
import { accessLevels } from "../access/levels";
import type { Project, Snippet } from "../state/records";
import type { State } from "../state/state";

/** Whether a project's snippets are open to the caller: to members only, or to everyone who sees the project. */
function isOpen(actor: Actor, project: Project): boolean {
	if (project.snippets_access_level === "disabled") return false;
	if (project.snippets_access_level === "enabled" || actor.isAuditor) return true;
	return actor.levelInProject(project) >= accessLevels.guest;
}

function readsPersonal(actor: Actor, snippet: Snippet): boolean {
	if (snippet.visibility === "public" || actor.isAdmin || actor.isAuditor) return true;
	if (actor.user && snippet.author_id === actor.user.id) return true;
	return snippet.visibility === "internal" && actor.user?.external === false;
}

/** Who may do what with snippets. */
export const snippetPolicy = {
	read_snippet(actor: Actor, snippet: Snippet, state: State): boolean {
		if (snippet.project_id === null) return readsPersonal(actor, snippet);
		const project = state.projects.get(snippet.project_id);
		if (!project || !actor.seesProject(project) || !isOpen(actor, project)) return false;
		if (snippet.visibility !== "private" || actor.isAuditor) return true;
		return snippet.author_id === actor.user?.id || actor.levelInProject(project) >= accessLevels.guest;
	},
	/** In a project reporters and above; personal ones everyone but external users. */
	create_snippet(actor: Actor, project: Project | null): boolean {
		if (!actor.user) return false;
		if (!project) return !actor.user.external;
		return project.snippets_access_level !== "disabled" && actor.levelInProject(project) >= accessLevels.reporter;
	},
	/** Change and remove: the author, the project's maintainers, administrators. */
	admin_snippet(actor: Actor, snippet: Snippet, state: State): boolean {
		if (!actor.user || !snippetPolicy.read_snippet(actor, snippet, state)) return false;
		if (actor.isAdmin || snippet.author_id === actor.user.id) return true;
		const project = snippet.project_id === null ? undefined : state.projects.get(snippet.project_id);
		return project !== undefined && actor.levelInProject(project) >= accessLevels.maintainer;
	},
};
