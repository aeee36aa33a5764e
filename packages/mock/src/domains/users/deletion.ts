/** Deleting an account: what goes with it, and what stays under the name of nobody. */
import { isCurrent } from "../../request/access/current";
import { ApiError } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import { newUser } from "../../state/new-user";
import type { Group, User } from "../../state/records";
import { drop, removeGroup, removeNoteable, removeProject } from "../../state/removal";
import { type State, sourceKey } from "../../state/state";

const conflict = (message: string): ApiError => new ApiError(409, { message });

/** Whether somebody else owns a group, by a role there or in a group above. */
function hasOtherOwner(group: Group, user: User, state: State): boolean {
	for (const { id } of state.ancestry(group.id))
		for (const member of state.members.in("source", sourceKey("group", id)))
			if (member.user_id !== user.id && member.access_level >= accessLevels.owner && isCurrent(member, state))
				return true;
	return false;
}

/** The groups that the user owns alone. */
const ownedAlone = (user: User, state: State): Group[] =>
	state.members.in("user", user.id).flatMap((member) => {
		const isOwner = member.access_level >= accessLevels.owner && isCurrent(member, state);
		const group = member.source === "group" && isOwner ? state.groups.get(member.source_id) : undefined;
		return group && !hasOtherOwner(group, user, state) ? group : [];
	});

/** The placeholder account, which is made as soon as something has to go over to it. */
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

/** What the user wrote goes over to the placeholder account. */
function handOver(user: User, state: State): void {
	for (const table of [state.notes, state.issues, state.mergeRequests, state.snippets, state.epics])
		for (const row of [...table.all()])
			if (row.author_id === user.id) table.update(row.id, { author_id: ghost(state).id });
}

/** What the user wrote goes, and with it what others wrote on it. */
function deleteContributions(user: User, state: State): void {
	const isTheirs = (row: { readonly author_id: number }): boolean => row.author_id === user.id;
	drop(state.notes, isTheirs);
	for (const one of [...state.issues.all()].filter(isTheirs)) removeNoteable("Issue", one.id, state);
	for (const one of [...state.mergeRequests.all()].filter(isTheirs)) removeNoteable("MergeRequest", one.id, state);
	for (const one of [...state.snippets.all()].filter(isTheirs)) removeNoteable("Snippet", one.id, state);
	for (const one of [...state.epics.all()].filter(isTheirs)) removeNoteable("Epic", one.id, state);
}

/** Takes the user out of what stays: nobody is named who is no more. */
function forget(user: User, state: State): void {
	const without = (ids: readonly number[]): number[] => ids.filter((id) => id !== user.id);
	for (const one of [...state.issues.all()])
		if (one.assignee_ids.includes(user.id)) state.issues.update(one.id, { assignee_ids: without(one.assignee_ids) });
	for (const one of [...state.alerts.all()])
		if (one.assignee_ids.includes(user.id)) state.alerts.update(one.id, { assignee_ids: without(one.assignee_ids) });
	for (const { id, assignee_ids, reviewer_ids } of [...state.mergeRequests.all()])
		if (assignee_ids.includes(user.id) || reviewer_ids.includes(user.id))
			state.mergeRequests.update(id, { assignee_ids: without(assignee_ids), reviewer_ids: without(reviewer_ids) });
	// Assumed: pipelines, releases and projects belong to their project or group, and stay in either case.
	for (const one of [...state.pipelines.all()])
		if (one.user_id === user.id) state.pipelines.update(one.id, { user_id: ghost(state).id });
	for (const one of [...state.releases.all()])
		if (one.author_id === user.id) state.releases.update(one.id, { author_id: ghost(state).id });
	for (const { id, creator_id, starred_by_ids } of [...state.projects.all()])
		if (creator_id === user.id || starred_by_ids.includes(user.id))
			state.projects.update(id, {
				creator_id: creator_id === user.id ? ghost(state).id : creator_id,
				starred_by_ids: without(starred_by_ids),
			});
	for (const one of [...state.runners.all()])
		if (one.created_by_id === user.id) state.runners.update(one.id, { created_by_id: null });
	for (const one of [...state.users.all()])
		if (one.created_by_id === user.id) state.users.update(one.id, { created_by_id: null });
}

/** What is the user's alone. */
function deleteBelongings(user: User, state: State): void {
	const isTheirs = (row: { readonly user_id: number }): boolean => row.user_id === user.id;
	for (const project of state.projects.in("owner", user.id)) removeProject(project, state);
	for (const table of [
		state.members,
		state.tokens,
		state.sessions,
		state.secondaryEmails,
		state.identities,
		state.scimIdentities,
		state.supportPins,
		state.todos,
		state.enterpriseUsers,
		state.sshKeys,
		state.feedTokens,
	])
		drop<{ readonly id: number; readonly user_id: number }>(table, isTheirs);
}

/**
 * Deletes a user. What they wrote stays under a placeholder account; with `hard` it is deleted, and with it the groups
 * that they own alone, for which the answer is 409 otherwise. Assumed: the platform's own accounts are never deleted.
 */
export function destroy(user: User, hard: boolean, state: State): void {
	if (["ghost", "alert_bot", "support_bot"].includes(user.kind)) throw conflict("User cannot be removed");
	const groups = ownedAlone(user, state);
	if (groups.length > 0 && !hard) throw conflict("User cannot be removed while is the sole-owner of a group");
	for (const group of groups) removeGroup(group, state);
	if (hard) deleteContributions(user, state);
	else handOver(user, state);
	deleteBelongings(user, state);
	forget(user, state);
	state.users.delete(user.id);
}
