/** The lifecycle of a note: which text is valid, and how a note is created and changed. */
import { isLonger } from "../../lib/is-longer";
import type { Actor } from "../../request/access/actor";
import { type ApiError, badRequest } from "../../request/http/errors";
import type { Note, User } from "../../state/records";
import { noteableTable } from "../../state/references";
import { noteableKey, type State } from "../../state/state";
import { type Noteable, rules } from "./noteables";
import { notePolicy } from "./policy";

const longestBody = 1_000_000;
const mostNotes = 5_000;

const refused = (field: string, text: string): ApiError => badRequest(`Note {:${field}=>["${text}"]}`);

/** Throws 400 if the text is blank or too long. */
export function checkBody(body: string): void {
	if (body.trim() === "") throw refused("note", "can't be blank");
	if (isLonger(body, longestBody)) throw refused("note", `is too long (maximum is ${longestBody} characters)`);
}

export interface NewNote {
	readonly body: string;
	readonly internal?: boolean | undefined;
	readonly confidential?: boolean | undefined;
	readonly created_at?: string | undefined;
	/** The discussion that the note replies to: the ID of its first note. */
	readonly discussion_id?: number | undefined;
}

/** Returns the time of a new note: the one that an owner requests, otherwise now. Throws 400 if it is too long ago. */
function timeOf(input: NewNote, on: Noteable, actor: Actor, state: State): string {
	const { backdating } = rules[on.type];
	if (input.created_at === undefined || backdating === "none" || !notePolicy.set_created_at(actor, on))
		return state.clock.iso();
	if (backdating === "after 1970" && input.created_at <= "1970-01-01T00:00:00.000Z")
		throw refused("created_at", "The created date provided is too far in the past");
	return input.created_at;
}

function isInternal(input: NewNote, on: Noteable, actor: Actor): boolean {
	const { internal } = rules[on.type];
	const wished = input.internal ?? input.confidential ?? false;
	if (!wished) return false;
	const allowed = notePolicy.mark_as_internal(actor, on);
	if (allowed && internal === "refused") throw refused("confidential", "can not be set for this resource");
	return allowed && internal === "yes";
}

/** Updates the parent's time of change, and the project's time of last activity. */
function touch(on: Noteable, state: State): void {
	const now = state.clock.iso();
	if (on.type !== "WikiPage::Meta") state[noteableTable(on.type)].update(on.id, { updated_at: now });
	if (on.project) state.projects.update(on.project.id, { last_activity_at: now });
}

/** Creates a note. Throws 400 for an invalid text or time, if it cannot be internal, and if the parent is full. */
export function create(input: NewNote, on: Noteable, actor: Actor, author: User, state: State): Note {
	checkBody(input.body);
	if (state.notes.count("noteable", noteableKey(on.type, on.id)) >= mostNotes)
		throw refused("base", "Maximum number of comments exceeded");
	const at = timeOf(input, on, actor, state);
	touch(on, state);
	return state.notes.insert({
		body: input.body,
		author_id: author.id,
		noteable_type: on.type,
		noteable_id: on.id,
		project_id: on.project?.id ?? null,
		created_at: at,
		updated_at: at,
		system: false,
		internal: isInternal(input, on, actor),
		mentions_project_id: null,
		...(input.discussion_id === undefined ? {} : { discussion_id: input.discussion_id }),
	});
}

/**
 * Creates a system note about a change to the parent, or about a mention of it. If the mention is in another project,
 * `mentionedIn` is that project.
 */
export function createSystem(body: string, on: Noteable, author: User, state: State, mentionedIn?: number): Note {
	const now = state.clock.iso();
	return state.notes.insert({
		body,
		author_id: author.id,
		noteable_type: on.type,
		noteable_id: on.id,
		project_id: on.project?.id ?? null,
		created_at: now,
		updated_at: now,
		system: true,
		internal: false,
		mentions_project_id: mentionedIn ?? null,
	});
}

/** Changes a note's text. The same text changes nothing. Whether a note is internal cannot be changed. */
export function update(note: Note, value: { body?: string; confidential?: boolean }, state: State): Note {
	if (value.confidential !== undefined && value.confidential !== note.internal)
		throw refused("confidential", "can not be changed for existing notes");
	if (value.body === undefined || value.body === note.body) return note;
	checkBody(value.body);
	return state.notes.update(note.id, { body: value.body, updated_at: state.clock.iso() });
}
