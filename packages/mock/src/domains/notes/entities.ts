import type { Context } from "../../request/context";
import { followsGitlab } from "../../request/settings/dialect";
import type { Note, User } from "../../state/records";
import { userBasic } from "../users/entities";
import type { Kind } from "./kinds";
import type { Noteable } from "./noteables";

const author = (user: User, context: Context): object => ({
	id: user.id,
	...userBasic(user, context),
	...(followsGitlab(context.settings) ? {} : { email: user.email, created_at: user.created_at }),
});

/** Returns the JSON of a note, with the fields of its kind. */
export function entity(note: Note, on: Noteable, kind: Kind, context: Context): object {
	const user = context.state.users.get(note.author_id);
	return {
		id: note.id,
		body: note.body,
		author: user && author(user, context),
		created_at: note.created_at,
		updated_at: note.updated_at,
		system: note.system,
		noteable_id: note.noteable_id,
		noteable_type: note.noteable_type,
		project_id: note.project_id,
		noteable_iid: on.iid,
		resolvable: false,
		confidential: note.internal,
		internal: note.internal,
		...(kind.showsImport ? { imported: false, imported_from: "none" } : {}),
		...(kind.showsCommands || followsGitlab(context.settings) ? { commands_changes: {}, type: null } : {}),
	};
}
