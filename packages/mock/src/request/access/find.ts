import type { Group, Project } from "../../state/records";
import type { Context } from "../context";
import { movedForWrites, movedTo, notFound, preconditionFailed } from "../http/errors";
import { withoutTokens } from "../http/query";

type World = Pick<Context, "actor" | "state">;

/** A project by its full path or its number, as far as it shows to the caller. */
export function visibleProject(at: string | number, { actor, state }: World): Project | undefined {
	const project = state.project(at);
	return project && actor.seesProject(project) ? project : undefined;
}

/** The same for a group. */
export function visibleGroup(at: string | number, { actor, state }: World): Group | undefined {
	const group = state.group(at);
	return group && actor.seesGroup(group) ? group : undefined;
}

/** The project that the caller addressed. Throws 404 alike where there is none and where it does not show; 301 by a former path. */
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

/** The group that the caller addressed. Throws 404 alike where there is none and where it does not show. */
export function findGroup(context: Context, id: number | string): Group {
	const group = visibleGroup(id, context);
	if (!group) throw notFound("Group");
	return group;
}

/** Throws 412 if the record was changed after the time in If-Unmodified-Since; an unreadable time is ignored. */
export function checkUnmodified(context: Context, changedAt: string): void {
	const since = Date.parse(context.request.headers["if-unmodified-since"] ?? "");
	// The header has whole seconds only.
	if (!Number.isNaN(since) && Math.floor(Date.parse(changedAt) / 1000) * 1000 > since) throw preconditionFailed();
}
