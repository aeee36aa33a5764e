import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Note } from "../../state/records";
import type { State } from "../../state/state";
import { levelIn, type Noteable } from "./noteables";

const isMember = (actor: Actor, on: Noteable): boolean => levelIn(actor, on.place) >= accessLevels.guest;
const isReadOnly = (actor: Actor, on: Noteable): boolean => on.project !== null && actor.isReadOnly(on.project);
/** Whether the place shows to the caller as an auditor alone: they read along and do not take part. */
const isOnlyAuditing = (actor: Actor, on: Noteable): boolean => actor.isAuditor && on.place.visibility === "private";

/** Who may do what with the notes of something that they may read. */
export const notePolicy = {
	/** A locked discussion is for members; in an archived project there is none. */
	create_note: (actor: Actor, on: Noteable): boolean =>
		!isReadOnly(actor, on) && (isMember(actor, on) || !(on.locked || isOnlyAuditing(actor, on))),
	read_internal_notes: (actor: Actor, on: Noteable): boolean =>
		actor.isAuditor || levelIn(actor, on.place) >= accessLevels.reporter,
	mark_as_internal: (actor: Actor, on: Noteable): boolean => levelIn(actor, on.place) >= accessLevels.reporter,
	/** A note that the platform wrote about something elsewhere shows to those who see that. */
	read_mention(actor: Actor, note: Note, state: State): boolean {
		if (note.mentions_project_id === null) return true;
		const project = state.projects.get(note.mentions_project_id);
		return project !== undefined && actor.seesProject(project);
	},
	read_note: (actor: Actor, note: Note, on: Noteable, state: State): boolean =>
		(!note.internal || notePolicy.read_internal_notes(actor, on)) && notePolicy.read_mention(actor, note, state),
	/** Update and delete: its author, while they may still write there, and maintainers; nobody for the platform's own. */
	admin_note(actor: Actor, note: Note, on: Noteable): boolean {
		if (note.system || !actor.user || isReadOnly(actor, on)) return false;
		if (levelIn(actor, on.place) >= accessLevels.maintainer) return true;
		return note.author_id === actor.user.id && notePolicy.create_note(actor, on);
	},
	/** Whether the caller sets a new note's time: an owner. */
	set_created_at: (actor: Actor, on: Noteable): boolean => levelIn(actor, on.place) >= accessLevels.owner,
};
