/** Finds what is named by its full path or its number, as far as it shows to the caller. */
import { visibleGroup, visibleProject } from "../request/access/find";
import type { Context } from "../request/context";
import { notFound } from "../request/http/errors";
import type { Group, Project } from "../state/records";

export { visibleGroup, visibleProject };

type World = Pick<Context, "actor" | "state">;

/** The project that a mutation is on. Throws 404 alike where there is none and where it does not show. */
export function projectOf(at: string | number, world: World): Project {
	const project = visibleProject(at, world);
	if (!project) throw notFound("Project");
	return project;
}

/** The same for a group. */
export function groupOf(at: string | number, world: World): Group {
	const group = visibleGroup(at, world);
	if (!group) throw notFound("Group");
	return group;
}
