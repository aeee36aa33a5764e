import type { Context } from "../../request/context";
import { filtered, fromView, type Rows } from "../../request/pages/page";
import type { Note } from "../../state/records";
import { noteableKey } from "../../state/state";
import type { View } from "../../state/table";
import type { Noteable } from "./noteables";
import { notePolicy } from "./policy";

export interface ListParams {
	readonly sort?: "asc" | "desc";
	readonly order_by?: "created_at" | "updated_at";
	readonly activity_filter?: "all_notes" | "only_comments" | "only_activity";
}

const readers = { team: () => true, everyone: (note: Note) => !note.internal };
const activities = {
	all_notes: () => true,
	only_comments: (note: Note) => !note.system,
	only_activity: (note: Note) => note.system,
};

type Orders = { readonly [key in "created_at" | "updated_at"]: View<Note, "noteable"> };
type Views = { readonly [activity in keyof typeof activities]: Orders };

function viewsFor(mayRead: (note: Note) => boolean): Views {
	const orders = (passes: (note: Note) => boolean): Orders => {
		const where = (note: Note): boolean => mayRead(note) && passes(note);
		return {
			created_at: { group: "noteable", where, by: (note) => note.created_at },
			updated_at: { group: "noteable", where, by: (note) => note.updated_at },
		};
	};
	return {
		all_notes: orders(activities.all_notes),
		only_comments: orders(activities.only_comments),
		only_activity: orders(activities.only_activity),
	};
}

/** Maintained orders by reader, filter and sorting, so that each page costs the same. */
const views = { team: viewsFor(readers.team), everyone: viewsFor(readers.everyone) };
const mentions: View<Note, "noteable"> = {
	group: "noteable",
	where: (note) => note.mentions_project_id !== null,
	by: (note) => note.id,
};

/** Returns the notes of a parent that the caller can read, in the requested order. */
export function listed(context: Context, on: Noteable, params: ListParams): Rows<Note> {
	const { state, actor } = context;
	const key = noteableKey(on.type, on.id);
	const reader = notePolicy.read_internal_notes(actor, on) ? "team" : "everyone";
	const view = views[reader][params.activity_filter ?? "all_notes"][params.order_by ?? "created_at"];
	const all = fromView(state.notes.ordered(view, key), params.sort !== "asc");
	if (state.notes.ordered(mentions, key).size === 0) return all;
	return filtered(all, (note) => notePolicy.read_mention(actor, note, state));
}
