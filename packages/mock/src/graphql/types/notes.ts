import { noteAt, noteableAt } from "../../domains/notes/find";
import { listed } from "../../domains/notes/list";
import { type Noteable, onAlert, onEpic, onIssue, onMergeRequest, onSnippet } from "../../domains/notes/noteables";
import { notePolicy } from "../../domains/notes/policy";
import { checkNew, checkRight, failedCommands, rewriteNote, type Written, writeNote } from "../../domains/notes/write";
import { checkSpam } from "../../domains/spam/check-spam";
import { badRequest, notFound } from "../../request/http/errors";
import { paragraphs } from "../../request/http/html";
import type { Note, NoteableType } from "../../state/records";
import { lower } from "../case";
import { Connection } from "../connection";
import type { GraphqlContext } from "../context";
import type { NoteableInterfaceNotesArgs } from "../generated/resolvers";
import { type GlobalId, globalId } from "../global-id";
import { known } from "../known";
import { mutation } from "../mutation";
import { pagePath } from "../page-path";
import type { Part } from "../part";

/** Returns the notes of a record that the caller sees, oldest first. */
function notesOn(on: Noteable, args: NoteableInterfaceNotesArgs, context: GraphqlContext): Connection<Note> {
	const activity_filter = lower(args.filter ?? "ALL_NOTES");
	return new Connection(listed(context, on, { sort: "asc", activity_filter }), args);
}

/** The type of record for each class of a Global ID. */
const typeOf: { readonly [className: string]: NoteableType } = {
	Issue: "Issue",
	MergeRequest: "MergeRequest",
	Snippet: "Snippet",
	ProjectSnippet: "Snippet",
	PersonalSnippet: "Snippet",
	Epic: "Epic",
	"AlertManagement::Alert": "AlertManagement::Alert",
};

/** Returns the record that a note is added to. Throws 404 if the caller cannot see it. */
function noteableOf({ className, id }: GlobalId, context: GraphqlContext): Noteable {
	const type = typeOf[className];
	const on = type && noteableAt(type, id, context);
	if (!on) throw notFound();
	// Project snippets and personal snippets have different classes.
	const isPersonal = on.type === "Snippet" && on.project === null;
	if (className === (isPersonal ? "ProjectSnippet" : "PersonalSnippet")) throw notFound();
	return on;
}

/**
 * Returns the note with the ID of a discussion. Assumed: a discussion has the ID of its first note; the ID of a reply
 * also works. Throws 404 if the note is not on this record, or if the caller cannot read it.
 */
function discussionOf({ id }: GlobalId, on: Noteable, { actor, state }: GraphqlContext): Note {
	const note = state.notes.get(id);
	const isHere = note?.noteable_type === on.type && note.noteable_id === on.id;
	if (!isHere || note.system || !notePolicy.read_note(actor, note, on, state)) throw notFound();
	return note;
}

/** Returns the note of a mutation, and its parent. Throws 404 if the caller cannot see it. */
function noteOf({ id }: GlobalId, context: GraphqlContext): { note: Note; on: Noteable } {
	const found = noteAt(id, context);
	if (!found) throw notFound();
	return found;
}

/** Returns the error about a text with only commands. Assumed: if none of them did anything, they were refused. */
const refusedCommands = ({ note, commands }: Written): string[] => (note || commands.reported ? [] : [failedCommands]);

/** Returns what the commands in a text did, or null if there were none. */
function statusOf(written: Written) {
	if (!written.commands?.any) return null;
	const { names, text, summary, refused } = written.commands;
	const done = summary.filter((one) => !refused.includes(one));
	return {
		commandNames: [...names],
		messages: done.length > 0 ? [done.join(" ")] : [],
		errorMessages: [...refused, ...refusedCommands(written)],
		commandsOnly: text === "",
	};
}

export const notes: Part = {
	Query: {
		note: (_root, { id }, context) => noteAt(id.id, context)?.note ?? null,
	},
	Issue: {
		notes: (issue, args, context) =>
			notesOn(onIssue(issue, known(context.state.projects, issue.project_id)), args, context),
	},
	MergeRequest: {
		notes: (merge, args, context) =>
			notesOn(onMergeRequest(merge, known(context.state.projects, merge.project_id)), args, context),
	},
	Epic: {
		notes: (epic, args, context) => notesOn(onEpic(epic, known(context.state.groups, epic.group_id)), args, context),
	},
	Snippet: {
		notes(snippet, args, context) {
			const project = snippet.project_id === null ? null : known(context.state.projects, snippet.project_id);
			return notesOn(onSnippet(snippet, project), args, context);
		},
	},
	AlertManagementAlert: {
		notes: (alert, args, context) =>
			notesOn(onAlert(alert, known(context.state.projects, alert.project_id)), args, context),
	},
	Note: {
		id: ({ id, discussion_id }) => globalId(discussion_id === undefined ? "Note" : "DiscussionNote", id),
		bodyHtml: ({ body }) => paragraphs(body),
		bodyFirstLineHtml: ({ body }) => paragraphs(body.trim().split("\n")[0] ?? ""),
		author: ({ author_id }, _args, { state }) => state.users.get(author_id) ?? null,
		project: ({ project_id }, _args, { state }) => (project_id === null ? null : known(state.projects, project_id)),
		url: ({ id, noteable_type, noteable_id }, _args, { base, state }) =>
			`${base}${pagePath(noteable_type, noteable_id, state)}#note_${id}`,
		// As in REST: discussions cannot be resolved, and notes are never imported.
		resolvable: () => false,
		resolved: () => false,
		imported: () => false,
	},
	Mutation: {
		createNote: mutation((input, context) => {
			const { actor, state, user } = context;
			const on = noteableOf(input.noteableId, context);
			const begin = input.discussionId ? discussionOf(input.discussionId, on, context) : undefined;
			context.count("createIssueNote");
			checkNew(input.body, on, actor);
			checkSpam({ action: "createNote", text: input.body }, context);
			const written = writeNote(
				{
					body: input.body,
					// A reply has the same readers as the note that it replies to.
					internal: begin?.internal ?? input.internal ?? undefined,
					discussion_id: begin && (begin.discussion_id ?? begin.id),
					merge_request_diff_head_sha: input.mergeRequestDiffHeadSha ?? undefined,
				},
				on,
				actor,
				user,
				state,
			);
			return {
				note: written.note ?? null,
				quickActionsStatus: statusOf(written),
				errors: refusedCommands(written),
			};
		}),
		updateNote: mutation(
			({ id, body }, context) => {
				const { note, on } = noteOf(id, context);
				const sent = { body: body ?? undefined };
				const written = rewriteNote(note, sent, on, context.actor, context.user, context.state);
				if (refusedCommands(written).length > 0) throw badRequest(failedCommands);
				return { note: written.note ?? null };
			},
			({ id }, context) => ({ note: noteOf(id, context).note }),
		),
		destroyNote: mutation(({ id }, context) => {
			const { note, on } = noteOf(id, context);
			checkRight(note, on, context.actor);
			context.state.notes.delete(note.id);
			return { note: null };
		}),
	},
};
