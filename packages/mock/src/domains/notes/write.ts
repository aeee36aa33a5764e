/** What becomes of a text that somebody sends for a note: its commands are carried out, the rest is stored. */
import type { Actor } from "../../request/access/actor";
import { forbidden } from "../../request/http/errors";
import type { Note, User } from "../../state/records";
import type { State } from "../../state/state";
import { crossReference } from "./cross-references";
import { checkBody, create, type NewNote, update } from "./note";
import type { Noteable } from "./noteables";
import { notePolicy } from "./policy";
import { type Outcomes, quickActions } from "./quick-actions";

/** The note that is there now, none where the text held commands alone; and what the commands did, nothing perhaps. */
export type Written =
	| { readonly note: Note; readonly commands: Outcomes | undefined }
	| { readonly note: undefined; readonly commands: Outcomes };

interface Sent extends NewNote {
	/** The newest commit of a merge request that the writer saw. */
	readonly merge_request_diff_head_sha?: string | undefined;
}

const isAllCommands = ({ any, text }: Outcomes): boolean => any && text === "";

/** The message for a note of commands alone, where none of them did anything. */
export const failedCommands = "Failed to apply commands.";

/** Throws 403 where the caller may write nothing here, 400 for a text that is none. */
export function checkNew(body: string, on: Noteable, actor: Actor): void {
	if (!notePolicy.create_note(actor, on)) throw forbidden();
	checkBody(body);
}

/** Writes a note on something that shows to the caller. Throws 403, and 400 for what is not taken. */
export function writeNote(sent: Sent, on: Noteable, actor: Actor, author: User, state: State): Written {
	checkNew(sent.body, on, actor);
	const commands = quickActions(sent.body, on, actor, author, state, sent.merge_request_diff_head_sha);
	if (isAllCommands(commands)) return { note: undefined, commands };
	const note = create({ ...sent, body: commands.text }, on, actor, author, state);
	crossReference(note, on, actor, author, state);
	return { note, commands };
}

/** Throws 403 where the caller may neither change nor remove a note. */
export function checkRight(note: Note, on: Noteable, actor: Actor): void {
	if (!notePolicy.admin_note(actor, note, on)) throw forbidden();
}

/**
 * Changes a note that shows to the caller: the same text changes nothing, and commands alone leave no note, if they do
 * anything. Throws 403, and 400 for what is not taken.
 */
export function rewriteNote(
	note: Note,
	{ body, ...input }: { body?: string | undefined; confidential?: boolean },
	on: Noteable,
	actor: Actor,
	writer: User,
	state: State,
): Written {
	checkRight(note, on, actor);
	if (body === undefined || body === note.body) return { note: update(note, input, state), commands: undefined };
	checkBody(body);
	const commands = quickActions(body, on, actor, writer, state, undefined);
	if (isAllCommands(commands)) {
		if (commands.reported) state.notes.delete(note.id);
		return { note: undefined, commands };
	}
	const changed = update(note, { ...input, body: commands.text }, state);
	crossReference(changed, on, actor, writer, state);
	return { note: changed, commands };
}
