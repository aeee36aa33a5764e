import type { Group, Project } from "../../state/records";
import type { Context } from "../context";
import { movedForWrites, movedTo, notFound, preconditionFailed } from "../http/errors";
import { withoutTokens } from "../http/query";

type World = Pick<Context, "actor" | "state">;

/** Returns a project by its full path or its id, if the caller can see it. */
export function visibleProject(at: string | number, { actor, state }: World): Project | undefined {
	const project = state.project(at);
	return project && actor.seesProject(project) ? project : undefined;
}

/** Returns a group by its full path or its id, if the caller can see it. */
export function visibleGroup(at: string | number, { actor, state }: World): Group | undefined {
	const group = state.group(at);
	return group && actor.seesGroup(group) ? group : undefined;
}

/**
 * Returns the project in the request's path. Throws 404 both if it does not exist and if the caller cannot see it. For
 * a former path, throws 301, or 405 if the request is a write.
 */
export function findProject(context: Context, id: number | string): Project {
	const { state, actor } = context;
	const project = state.project(id);
	if (project && actor.seesProject(project)) return project;
	if (!project && typeof id === "string") {
		for (const moved of state.projects.in("former", id.toLowerCase())) {
			if (!actor.seesProject(moved)) continue;
			if (context.request.method !== "GET" && context.request.method !== "HEAD") throw movedForWrites();
			const rest = context.address.slice(context.address.indexOf("/projects/") + "/projects/".length);
			const slash = rest.indexOf("/");
			const [, sent = ""] = /^[^?#]*\??([^#]*)/.exec(context.request.url) ?? [];
			const query = withoutTokens(sent);
			const below = `${slash < 0 ? "" : rest.slice(slash)}${query === "" ? "" : `?${query}`}`;
			throw movedTo(`${context.base}/api/v4/projects/${moved.id}${below}`);
		}
	}
	throw notFound("Project");
}

/** Returns the group in the request's path. Throws 404 both if it does not exist and if the caller cannot see it. */
export function findGroup(context: Context, id: number | string): Group {
	const group = visibleGroup(id, context);
	if (!group) throw notFound("Group");
	return group;
}

/** Throws 412 if the record was changed after the time in If-Unmodified-Since. An invalid time is ignored. */
export function checkUnmodified(context: Context, changedAt: string): void {
	const since = Date.parse(context.request.headers["if-unmodified-since"] ?? "");
	// The header only has whole seconds.
	if (!Number.isNaN(since) && Math.floor(Date.parse(changedAt) / 1000) * 1000 > since) throw preconditionFailed();
}
