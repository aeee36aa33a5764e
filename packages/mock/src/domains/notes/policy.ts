import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Note } from "../../state/records";
import type { State } from "../../state/state";
import { levelIn, type Noteable } from "./noteables";

const isMember = (actor: Actor, on: Noteable): boolean => levelIn(actor, on.place) >= accessLevels.guest;
const isReadOnly = (actor: Actor, on: Noteable): boolean => on.project !== null && actor.isReadOnly(on.project);
/** Whether the caller sees the place only as an auditor. Auditors can read, but not take part. */
const isOnlyAuditing = (actor: Actor, on: Noteable): boolean => actor.isAuditor && on.place.visibility === "private";

/** The permissions for the notes of a record that the caller can read. */
export const notePolicy = {
	/** A locked discussion is open to members only; an archived project is open to nobody. */
	create_note: (actor: Actor, on: Noteable): boolean =>
		!isReadOnly(actor, on) && (isMember(actor, on) || !(on.locked || isOnlyAuditing(actor, on))),
	read_internal_notes: (actor: Actor, on: Noteable): boolean =>
		actor.isAuditor || levelIn(actor, on.place) >= accessLevels.reporter,
	mark_as_internal: (actor: Actor, on: Noteable): boolean => levelIn(actor, on.place) >= accessLevels.reporter,
	/** A system note about a mention in another project requires access to that project. */
	read_mention(actor: Actor, note: Note, state: State): boolean {
		if (note.mentions_project_id === null) return true;
		const project = state.projects.get(note.mentions_project_id);
		return project !== undefined && actor.seesProject(project);
	},
	read_note: (actor: Actor, note: Note, on: Noteable, state: State): boolean =>
		(!note.internal || notePolicy.read_internal_notes(actor, on)) && notePolicy.read_mention(actor, note, state),
	/** To update and delete: maintainers, and the author while they can still write. Nobody can change a system note. */
	admin_note(actor: Actor, note: Note, on: Noteable): boolean {
		if (note.system || !actor.user || isReadOnly(actor, on)) return false;
		if (levelIn(actor, on.place) >= accessLevels.maintainer) return true;
		return note.author_id === actor.user.id && notePolicy.create_note(actor, on);
	},
	/** Whether the caller can set the time of a new note. Only owners can. */
	set_created_at: (actor: Actor, on: Noteable): boolean => levelIn(actor, on.place) >= accessLevels.owner,
};
