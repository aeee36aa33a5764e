import type { AccessRow } from "@tenon/contract";
import { Actor } from "../request/access/actor";
import { isCurrent } from "../request/access/current";
import { accessLevels } from "../state/levels";
import type { User } from "../state/records";
import { memberKey, type State } from "../state/state";
import type { Exchange } from "./exchange";
import { levelName, placeOf } from "./explain";

/** The role that an operation needs, and the one that the caller has. */
export interface AccessFacts {
	/** The role that the operation needs, such as `maintainer or author`. */
	readonly needed: string;
	/** The caller's role there, such as `guest`. */
	readonly has: string;
	/** The full path of the group or project; null if the operation is about neither. */
	readonly where: string | null;
	/** The full path of the group that the role is inherited from; null if it is not inherited. */
	readonly from: string | null;
	/**
	 * The name of another user whose role suffices and who has a token to send the request with; null if the request was
	 * not refused or there is no such user.
	 */
	readonly who: string | null;
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

/** Returns the full path of the group above a place in which the caller is a member with this level. */
function originOf(actor: Actor, place: Place, level: number, state: State): string | null {
	const { user } = actor;
	if (!user) return null;
	const isMember = (source: "project" | "group", id: number): boolean => {
		const member = state.members.one("member", memberKey(user.id, source, id));
		return member !== undefined && isCurrent(member, state) && member.access_level === level;
	};
	if ("project" in place && isMember("project", place.project.id)) return null;
	const own = "project" in place ? undefined : place.group.id;
	for (const group of state.ancestry("project" in place ? place.project.group_id : place.group.id))
		if (isMember("group", group.id)) return group.id === own ? null : group.full_path;
	return null;
}

/** The number of users to check for one with the role. */
const mostUsers = 2_000;

/** Returns the name of another user whose role suffices; an administrator only if there is no other. */
function whoMay({ role }: AccessRow, place: Place | undefined, canSend: CanSend, state: State): string | null {
	const needed = Object.hasOwn(accessLevels, role) ? Reflect.get(accessLevels, role) : undefined;
	let administrator: string | null = null;
	for (const [index, user] of [...state.users.all()].entries()) {
		if (index > mostUsers) break;
		if (user.state !== "active" || !canSend(user)) continue;
		if (user.admin) administrator ??= user.username;
		else if (place && typeof needed === "number") {
			const actor = new Actor(state, user);
			const level = "project" in place ? actor.levelInProject(place.project) : actor.levelInGroup(place.group);
			if (level >= needed) return user.username;
		}
	}
	return administrator;
}

type CanSend = (user: User) => boolean;

/**
 * Returns the role that a request's operation needs and the one that the caller has, in the current state; undefined
 * without an operation.
 *
 * @param canSend Whether there is a token to send the request with as a user.
 */
export function accessFacts(exchange: Exchange, state: State, canSend: CanSend): AccessFacts | undefined {
	const { row, user, reason, response } = exchange;
	if (!row) return undefined;
	const { access } = row;
	const actor = new Actor(state, user && state.users.get(user.id));
	const place = placeOf(exchange, state);
	const level = place && ("project" in place ? actor.levelInProject(place.project) : actor.levelInGroup(place.group));
	const isRefused = [401, 403, 404].includes(response?.status ?? 0) && reason?.rule !== "credential";
	const signedIn = actor.isAnonymous ? "no credential" : "signed in";
	const placed = level === undefined || actor.isAnonymous ? signedIn : levelName(level);
	return {
		needed: [access.role, ...(access.or ?? [])].join(" or "),
		has: actor.isAdmin ? "administrator" : placed,
		where: place ? ("project" in place ? place.project.full_path : place.group.full_path) : null,
		from: place && level !== undefined ? originOf(actor, place, level, state) : null,
		who: isRefused ? whoMay(access, place, canSend, state) : null,
	};
}
