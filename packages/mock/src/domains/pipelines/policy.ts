import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Pipeline, Project } from "../../state/records";

/** Whether CI/CD is enabled in the project. */
const isOn = (project: Project): boolean => project.builds_access_level !== "disabled";

/** Whether the caller can push to a ref, and so run pipelines on it. */
const mayPush = (actor: Actor, project: Project, ref: string): boolean =>
	actor.levelToChange(project) >=
	(project.protected_refs.includes(ref) ? accessLevels.maintainer : accessLevels.developer);

/** The permissions for the pipelines of a project that the caller sees. */
export const pipelinePolicy = {
	/** For reporters and above. Others need a project whose pipelines are public. */
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
	/** For maintainers and above, and for a developer who started the pipeline. */
	read_variables(actor: Actor, project: Project, pipeline: Pipeline): boolean {
		const level = actor.levelInProject(project);
		if (!isOn(project)) return false;
		return level >= accessLevels.maintainer || (level >= accessLevels.developer && pipeline.user_id === actor.user?.id);
	},
	/** An archived pipeline can be canceled, but not retried. */
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
