import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Pipeline, Project } from "../../state/records";

/** CI/CD that is switched off refuses everyone, whatever their role. */
const isOn = (project: Project): boolean => project.builds_access_level !== "disabled";

/** Whether the caller may push to a ref, and so run pipelines on it. */
const mayPush = (actor: Actor, project: Project, ref: string): boolean =>
	actor.levelToChange(project) >=
	(project.protected_refs.includes(ref) ? accessLevels.maintainer : accessLevels.developer);

/** Who may do what with pipelines of a project that they see. */
export const pipelinePolicy = {
	/** Reporters and above; others only while pipelines show to everyone who sees the project. */
	read_pipeline(actor: Actor, project: Project): boolean {
		if (!isOn(project)) return false;
		const level = actor.levelInProject(project);
		if (actor.isAuditor || level >= accessLevels.reporter) return true;
		const open = level >= accessLevels.guest || project.builds_access_level === "enabled";
		return open && project.public_jobs;
	},
	create_pipeline: (actor: Actor, project: Project): boolean =>
		isOn(project) && actor.levelToChange(project) >= accessLevels.developer,
	run_on_ref: mayPush,
	set_variables: (actor: Actor, project: Project): boolean =>
		project.ci_pipeline_variables_minimum_role !== null &&
		actor.levelInProject(project) >= project.ci_pipeline_variables_minimum_role,
	/** Maintainers and above; a developer for the pipelines that they started themselves. */
	read_variables(actor: Actor, project: Project, pipeline: Pipeline): boolean {
		const level = actor.levelInProject(project);
		if (!isOn(project)) return false;
		return level >= accessLevels.maintainer || (level >= accessLevels.developer && pipeline.user_id === actor.user?.id);
	},
	/** Retry and cancel. Those that were archived are only canceled. */
	retry_pipeline: (actor: Actor, project: Project, pipeline: Pipeline): boolean =>
		pipelinePolicy.update_pipeline(actor, project, pipeline) && !pipeline.archived,
	update_pipeline: (actor: Actor, project: Project, pipeline: Pipeline): boolean =>
		isOn(project) && mayPush(actor, project, pipeline.ref),
	rename_pipeline: (actor: Actor, project: Project): boolean =>
		isOn(project) && actor.levelToChange(project) >= accessLevels.developer,
	admin_pipeline: (actor: Actor, project: Project): boolean =>
		isOn(project) && actor.levelToChange(project) >= accessLevels.maintainer,
	destroy_pipeline: (actor: Actor, project: Project): boolean => actor.levelToChange(project) >= accessLevels.owner,
};
