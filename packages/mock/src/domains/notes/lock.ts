import type { User } from "../../state/records";
import type { State } from "../../state/state";
import { createSystem } from "./note";
import type { Commandable, Noteable } from "./noteables";

/** Returns the noun for an issue or a merge request. */
export const nounOf = ({ kind }: Commandable): string => (kind === "issue" ? "issue" : "merge request");

/** Locks or unlocks a discussion, and adds a system note. Returns false if the discussion is already in that state. */
export function setLock(on: Noteable, locked: boolean, by: User, state: State): boolean {
	const { commandable } = on;
	if (!commandable) return false;
	const table = commandable.kind === "issue" ? state.issues : state.mergeRequests;
	if (table.get(on.id)?.discussion_locked === locked) return false;
	table.update(on.id, { discussion_locked: locked, updated_at: state.clock.iso() });
	createSystem(`${locked ? "locked" : "unlocked"} the discussion in this ${nounOf(commandable)}`, on, by, state);
	return true;
}
