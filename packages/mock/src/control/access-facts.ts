import { Actor } from "../request/access/actor";
import { isCurrent } from "../request/access/current";
import { memberKey, type State } from "../state/state";
import type { Exchange } from "./exchange";
import { levelName, neededRole, placeOf } from "./explain";

/** Which role an operation needs, and which one the caller has. */
export interface AccessFacts {
	/** The role that the operation needs, such as `maintainer or author`. */
	readonly needed: string;
	/** The caller's role there, such as `guest`. */
	readonly has: string;
	/** The full path of the group or project; null for what is in neither. */
	readonly where: string | null;
	/** The group that the role comes from, where that is another one; else null. */
	readonly from: string | null;
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

/** The group above a place in which the caller is a member with this level. */
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

/** Which role a request's operation needs and the caller has, by the state as it is now; undefined without an operation. */
export function accessFacts(exchange: Exchange, state: State): AccessFacts | undefined {
	const { row, user } = exchange;
	if (!row) return undefined;
	const actor = new Actor(state, user && state.users.get(user.id));
	const needed = neededRole(row.access);
	const place = placeOf(exchange, state);
	if (!place) {
		const has = actor.isAdmin ? "administrator" : actor.isAnonymous ? "no credential" : "signed in";
		return { needed, has, where: null, from: null };
	}
	const level = "project" in place ? actor.levelInProject(place.project) : actor.levelInGroup(place.group);
	return {
		needed,
		has: actor.isAdmin ? "administrator" : actor.isAnonymous ? "no credential" : levelName(level),
		where: "project" in place ? place.project.full_path : place.group.full_path,
		from: originOf(actor, place, level, state),
	};
}
