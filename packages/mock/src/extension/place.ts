import type { OperationRow, ParameterRow } from "@tenon/contract";
import { findGroup, findProject } from "../request/access/find";
import type { Context } from "../request/context";
import { forbidden } from "../request/http/errors";
import { accessLevels, type RoleName } from "../state/levels";
import type { Group, Project } from "../state/records";

/** Who can call an operation of an extension. */
export interface Access {
	/**
	 * The minimum role in the project or group; or `signed-in` for every user, `anonymous` for everyone, `administrator`
	 * for administrators.
	 */
	readonly role: RoleName | "signed-in" | "anonymous" | "administrator";
	/** The place of the role: the project or group that a path parameter identifies by its id or full path. */
	readonly of?: "project" | "group";
	/** The path parameter. Default: `id`. */
	readonly by?: string;
}

/** The project or group that a call is about. */
export interface Place {
	readonly project?: Project;
	readonly group?: Group;
}

const isRole = (role: string): role is RoleName => Object.hasOwn(accessLevels, role);

/** Returns the access of a contract row in the format of an extension. */
export const accessOf = ({ access: { role, where }, parameters }: OperationRow): Access => ({
	// The row of your own OpenAPI file may have other words, which do not require a role.
	role: isRole(role) || role === "anonymous" || role === "administrator" ? role : "signed-in",
	...((where === "project" || where === "group") && parameters.some(isInPath("id")) ? { of: where } : {}),
});

/** Returns a function that finds the path parameter with a name. */
export const isInPath =
	(name: string) =>
	(one: ParameterRow): boolean =>
		one.in === "path" && one.name === name;

/** Throws 403 if the caller's role is too low. */
function checkLevel(level: number, role: Access["role"]): void {
	if (isRole(role) && level < accessLevels[role]) throw forbidden();
}

/**
 * Finds the project or group of a call, and checks the caller's role there. In an archived project, the caller has no
 * role for writes.
 *
 * @throws ApiError 404 if it does not exist or the caller cannot see it, 403 if the role is too low.
 */
export function placeOf(context: Context, params: { readonly [name: string]: unknown }, access: Access): Place {
	const { actor, request } = context;
	const { role, of, by = "id" } = access;
	if (role === "administrator" && !actor.isAdmin) throw forbidden();
	if (of === undefined) return {};
	const id = params[by];
	// It is a path parameter, and those are never missing.
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
