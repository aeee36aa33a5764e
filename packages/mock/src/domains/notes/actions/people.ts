import { sentence } from "../../../lib/sentence";
import type { User } from "../../../state/records";
import { change, current, names, type Outcome, type Scene, system } from "./scene";

const mentions = (users: readonly User[]): string => sentence(users.map((user) => `@${user.username}`));

/** Returns the users that a text names. `me` means the caller. */
function named({ state, user }: Scene, text: string): User[] {
	const usernames = text.trim() === "me" ? [user.username] : names(text, "@");
	return usernames.flatMap((name) => state.users.one("username", name.toLowerCase()) ?? []);
}

const usersOf = (ids: readonly number[], { state }: Scene): User[] => ids.flatMap((id) => state.users.get(id) ?? []);

/** Assigns or unassigns users. Unassigning without names removes all assignees. */
export function assign(scene: Scene, text: string, adding: boolean): Outcome {
	if (!scene.rights.admin) return undefined;
	const before = current(scene).assignee_ids;
	const input = adding || text.trim() !== "" ? named(scene, text) : usersOf(before, scene);
	const users = adding ? input : input.filter(({ id }) => before.includes(id));
	const ids = users.map(({ id }) => id);
	const after = adding ? [...new Set([...before, ...ids])] : before.filter((id) => !ids.includes(id));
	if (after.length === before.length) return undefined;
	change(scene, { assignee_ids: after });
	const who = mentions(users);
	system(scene, adding ? `assigned to ${who}` : `unassigned ${who}`);
	const removed = `Removed assignee${users.length === 1 ? "" : "s"} ${who}.`;
	return { changes: { assignee_ids: after }, summary: adding ? `Assigned ${who}.` : removed };
}

/** Adds or removes reviewers of a merge request. Removing without names removes all reviewers. */
export function review(scene: Scene, text: string, adding: boolean): Outcome {
	const { target, rights, state } = scene;
	if (target.kind !== "merge_request" || !rights.admin) return undefined;
	const before = state.mergeRequests.get(target.record.id)?.reviewer_ids ?? [];
	const input = adding || text.trim() !== "" ? named(scene, text) : usersOf(before, scene);
	const users = adding ? input : input.filter(({ id }) => before.includes(id));
	const ids = users.map(({ id }) => id);
	const after = adding ? [...new Set([...before, ...ids])] : before.filter((id) => !ids.includes(id));
	if (after.length === before.length) return undefined;
	change(scene, { reviewer_ids: after });
	const who = mentions(users);
	const many = users.length === 1 ? "" : "s";
	system(scene, adding ? `requested review from ${who}` : `removed review request for ${who}`);
	return {
		changes: { reviewer_ids: after },
		summary: adding ? `Assigned ${who} as reviewer${many}.` : `Removed reviewer${many} ${who}.`,
	};
}
