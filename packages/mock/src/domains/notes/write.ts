/** Writes notes: the commands in a text are run, and the rest is stored. */
import type { Actor } from "../../request/access/actor";
import { forbidden } from "../../request/http/errors";
import type { Note, User } from "../../state/records";
import type { State } from "../../state/state";
import { crossReference } from "./cross-references";
import { checkBody, create, type NewNote, update } from "./note";
import type { Noteable } from "./noteables";
import { notePolicy } from "./policy";
import { type Outcomes, quickActions } from "./quick-actions";

/** The note, if the text had more than commands, and the outcomes of its commands, if it had any. */
export type Written =
	| { readonly note: Note; readonly commands: Outcomes | undefined }
	| { readonly note: undefined; readonly commands: Outcomes };

interface Sent extends NewNote {
	/** The newest commit of a merge request that the author saw. */
	readonly merge_request_diff_head_sha?: string | undefined;
}

const isAllCommands = ({ any, text }: Outcomes): boolean => any && text === "";

/** The error for a note that has only commands, if none of them did anything. */
export const failedCommands = "Failed to apply commands.";

/** Throws 403 if the caller cannot write here, and 400 if the text is invalid. */
export function checkNew(body: string, on: Noteable, actor: Actor): void {
	if (!notePolicy.create_note(actor, on)) throw forbidden();
	checkBody(body);
}

/** Writes a note on a record that the caller sees. Throws 403 if the caller cannot write, 400 for invalid input. */
export function writeNote(sent: Sent, on: Noteable, actor: Actor, author: User, state: State): Written {
	checkNew(sent.body, on, actor);
	const commands = quickActions(sent.body, on, actor, author, state, sent.merge_request_diff_head_sha);
	if (isAllCommands(commands)) return { note: undefined, commands };
	const note = create({ ...sent, body: commands.text }, on, actor, author, state);
	crossReference(note, on, actor, author, state);
	return { note, commands };
}

/** Throws 403 if the caller cannot change or remove the note. */
export function checkRight(note: Note, on: Noteable, actor: Actor): void {
	if (!notePolicy.admin_note(actor, note, on)) throw forbidden();
}

/**
 * Changes a note that the caller sees. The same text changes nothing. A text with only commands deletes the note, if
 * any of them reports a result. Throws 403 if the caller cannot change the note, and 400 for invalid input.
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
