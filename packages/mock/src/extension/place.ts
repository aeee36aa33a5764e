import type { OperationRow, ParameterRow } from "@tenon/contract";
import { findGroup, findProject } from "../request/access/find";
import type { Context } from "../request/context";
import { forbidden } from "../request/http/errors";
import { accessLevels, type RoleName } from "../state/levels";
import type { Group, Project } from "../state/records";

/** Who may call an operation of an extension. */
export interface Access {
	/**
	 * The least role in the project or group; `signed-in` for every user, `anonymous` for everyone, `administrator` for
	 * administrators.
	 */
	readonly role: RoleName | "signed-in" | "anonymous" | "administrator";
	/** What the role is held in: the project or group that a parameter of the path names by its number or full path. */
	readonly of?: "project" | "group";
	/** The parameter of the path. Default `id`. */
	readonly by?: string;
}

/** The project or group that a call is about. */
export interface Place {
	readonly project?: Project;
	readonly group?: Group;
}

const isRole = (role: string): role is RoleName => Object.hasOwn(accessLevels, role);

/** What the contract's row says, as an extension says it. */
export const accessOf = ({ access: { role, where }, parameters }: OperationRow): Access => ({
	// A row of a file of your own may have other words: those ask for no role.
	role: isRole(role) || role === "anonymous" || role === "administrator" ? role : "signed-in",
	...((where === "project" || where === "group") && parameters.some(isInPath("id")) ? { of: where } : {}),
});

/** Finds the parameter of the path that has this name. */
export const isInPath =
	(name: string) =>
	(one: ParameterRow): boolean =>
		one.in === "path" && one.name === name;

/** Throws 403 for a caller whose role is too low; GET needs the role alone, other methods a place that is not archived too. */
function checkLevel(level: number, role: Access["role"]): void {
	if (isRole(role) && level < accessLevels[role]) throw forbidden();
}

/**
 * Finds the project or group of a call, and checks the caller's role there.
 *
 * @throws ApiError 404 where it does not exist or the caller does not see it, 403 for a role that is too low.
 */
export function placeOf(context: Context, params: { readonly [name: string]: unknown }, access: Access): Place {
	const { actor, request } = context;
	const { role, of, by = "id" } = access;
	if (role === "administrator" && !actor.isAdmin) throw forbidden();
	if (of === undefined) return {};
	const id = params[by];
	// The parameter is of the path, where nothing is missing.
	const at = typeof id === "number" ? id : String(id);
	const reads = request.method === "GET" || request.method === "HEAD";
	if (of === "group") {
		const group = findGroup(context, at);
		checkLevel(actor.isAuditor && reads ? accessLevels.reporter : actor.levelInGroup(group), role);
		return { group };
	}
	const project = findProject(context, at);
	const level = reads ? actor.levelInProject(project) : actor.levelToChange(project);
	checkLevel(actor.isAuditor && reads ? Math.max(level, accessLevels.reporter) : level, role);
	return { project };
}
