/** Finds what is named by its full path, as far as it shows to the caller. */
import type { Context } from "../context";
import { notFound } from "../http/errors";
import type { Group, Project } from "../state/records";

type World = Pick<Context, "actor" | "state">;

export function visibleProject(fullPath: string, { actor, state }: World): Project | undefined {
	const project = state.project(fullPath);
	return project && actor.seesProject(project) ? project : undefined;
}

export function visibleGroup(fullPath: string, { actor, state }: World): Group | undefined {
	const group = state.group(fullPath);
	return group && actor.seesGroup(group) ? group : undefined;
}

/** The project that a mutation is on. Throws 404 alike where there is none and where it does not show. */
export function projectOf(fullPath: string, world: World): Project {
	const project = visibleProject(fullPath, world);
	if (!project) throw notFound("Project");
	return project;
}
