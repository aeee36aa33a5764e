/** Deletes accounts. Some of their content is deleted, and the rest goes to a placeholder account. */
import { isCurrent } from "../../request/access/current";
import { ApiError } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import { newUser } from "../../state/new-user";
import type { Group, User } from "../../state/records";
import { remove } from "../../state/references";
import { type State, sourceKey } from "../../state/state";

const conflict = (message: string): ApiError => new ApiError(409, { message });

/** Whether another user owns a group, by a role in the group or in one of its ancestors. */
function hasOtherOwner(group: Group, user: User, state: State): boolean {
	for (const { id } of state.ancestry(group.id))
		for (const member of state.members.in("source", sourceKey("group", id)))
			if (member.user_id !== user.id && member.access_level >= accessLevels.owner && isCurrent(member, state))
				return true;
	return false;
}

/** Returns the groups that only this user owns. */
const ownedAlone = (user: User, state: State): Group[] =>
	state.members.in("user", user.id).flatMap((member) => {
		const isOwner = member.access_level >= accessLevels.owner && isCurrent(member, state);
		const group = member.source === "group" && isOwner ? state.groups.get(member.source_id) : undefined;
		return group && !hasOtherOwner(group, user, state) ? group : [];
	});

/** Returns the placeholder account. Creates it as soon as it is needed. */
function ghost(state: State): User {
	for (const user of state.users.all()) if (user.kind === "ghost") return user;
	let name = "ghost";
	for (let turn = 1; state.users.one("username", name) || state.users.one("email", `${name}@example.com`); turn++)
		name = `ghost${turn}`;
	return state.users.insert({
		...newUser(name, `${name}@example.com`, state.clock.iso()),
		name: "Ghost User",
		kind: "ghost",
		bio: "Stands for users that were deleted.",
	});
}

/** Moves what the user wrote to the placeholder account. */
function handOver(user: User, state: State): void {
	for (const table of [state.notes, state.issues, state.mergeRequests, state.snippets, state.epics])
		for (const row of [...table.all()])
			if (row.author_id === user.id) table.update(row.id, { author_id: ghost(state).id });
}

/** Deletes what the user wrote, and what others wrote on it. */
function deleteContributions(user: User, state: State): void {
	for (const name of ["notes", "issues", "mergeRequests", "snippets", "epics"] as const)
		for (const row of [...state[name].all()]) if (row.author_id === user.id) remove(name, row.id, state);
}

/** Moves the rest to the placeholder. Assumed: pipelines, releases and projects stay with their project or group. */
function leaveBehind(user: User, state: State): void {
	for (const one of [...state.pipelines.all()])
		if (one.user_id === user.id) state.pipelines.update(one.id, { user_id: ghost(state).id });
	for (const one of [...state.releases.all()])
		if (one.author_id === user.id) state.releases.update(one.id, { author_id: ghost(state).id });
	for (const one of [...state.projects.all()])
		if (one.creator_id === user.id && one.owner_id !== user.id)
			state.projects.update(one.id, { creator_id: ghost(state).id });
}

/**
 * Deletes a user. Their content stays under a placeholder account. With `hard` it is deleted, and so are the groups
 * that only they own; without it, such groups cause a 409. Assumed: the platform's own accounts are never deleted.
 */
export function destroy(user: User, hard: boolean, state: State): void {
	if (["ghost", "alert_bot", "support_bot"].includes(user.kind)) throw conflict("User cannot be removed");
	const groups = ownedAlone(user, state);
	if (groups.length > 0 && !hard) throw conflict("User cannot be removed while is the sole-owner of a group");
	for (const group of groups) remove("groups", group.id, state);
	if (hard) deleteContributions(user, state);
	else handOver(user, state);
	leaveBehind(user, state);
	remove("users", user.id, state);
}
