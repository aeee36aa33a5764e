/** Finds projects and groups that the caller sees, by their full path or their ID. */
import { visibleGroup, visibleProject } from "../request/access/find";
import type { Context } from "../request/context";
import { notFound } from "../request/http/errors";
import type { Group, Project } from "../state/records";

export { visibleGroup, visibleProject };

type World = Pick<Context, "actor" | "state">;

/** Returns the project of a mutation. Throws 404 both if it does not exist and if the caller cannot see it. */
export function projectOf(at: string | number, world: World): Project {
	const project = visibleProject(at, world);
	if (!project) throw notFound("Project");
	return project;
}

/** Returns the group of a mutation. Throws 404 both if it does not exist and if the caller cannot see it. */
export function groupOf(at: string | number, world: World): Group {
	const group = visibleGroup(at, world);
	if (!group) throw notFound("Group");
	return group;
}
