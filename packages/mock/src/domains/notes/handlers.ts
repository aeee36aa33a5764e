import type { OperationId } from "@tenon/contract";
import { signedIn } from "../../request/access/authorize";
import { checkUnmodified } from "../../request/access/find";
import type { Context } from "../../request/context";
import { readBoolean } from "../../request/http/coerce";
import { badRequest, notFound } from "../../request/http/errors";
import { accepted, created, noContent, ok } from "../../request/http/json-response";
import type { RawResponse } from "../../request/http/raw";
import { type Handler, shared } from "../../request/operation";
import { page } from "../../request/pages/page";
import type { Note } from "../../state/records";
import { entity } from "./entities";
import { type Kind, kinds, type NoteablePath } from "./kinds";
import { type ListParams, listed } from "./list";
import { type Noteable, rules } from "./noteables";
import { notePolicy } from "./policy";
import type { Outcomes } from "./quick-actions";
import { checkRight, failedCommands, rewriteNote, writeNote } from "./write";

interface NotePath extends NoteablePath {
	readonly note_id: number;
}
interface Paging {
	readonly page?: number;
	readonly per_page?: number;
}
interface CreateParams extends NoteablePath {
	readonly body: string;
	readonly internal?: boolean;
	readonly confidential?: boolean;
	readonly created_at?: string;
	readonly merge_request_diff_head_sha?: string;
}
interface UpdateParams extends NotePath {
	readonly body?: string;
	readonly confidential?: boolean;
}

/** Returns a note of this parent. Throws 404: "Not found" if it is missing, "Note Not Found" if it is hidden. */
function find(context: Context, on: Noteable, id: number): Note {
	const note = context.state.notes.get(id);
	if (!note || note.noteable_type !== on.type || note.noteable_id !== on.id) throw notFound();
	if (!notePolicy.read_note(context.actor, note, on, context.state)) throw notFound("Note");
	return note;
}

/** Returns the response to a note that has only commands: 202 with what they did, or 400 if they did nothing. */
function commandsOnly({ changes, summary, reported }: Outcomes): RawResponse {
	if (!reported) throw badRequest(failedCommands);
	// One text, regardless of the number of commands.
	return accepted({ commands_changes: changes, summary: [summary.join(" ")] });
}

function list(kind: Kind, context: Context, params: NoteablePath & ListParams & Paging): RawResponse {
	const on = kind.find(context, params);
	return page(context, params, listed(context, on, params), (note) =>
		context.json(note, context.state.users.get(note.author_id), () => entity(note, on, kind, context)),
	);
}

function get(kind: Kind, context: Context, params: NotePath): RawResponse {
	const on = kind.find(context, params);
	return ok(entity(find(context, on, params.note_id), on, kind, context));
}

function post(kind: Kind, context: Context, params: CreateParams): RawResponse {
	const { state, actor } = context;
	const user = signedIn(context);
	const on = kind.find(context, params);
	// Snippet notes do not declare the parameter, but it is still refused if the caller could otherwise use it.
	const internal = rules[on.type].internal === "refused" ? readBoolean(context.sent("internal")) : params.internal;
	const { note, commands } = writeNote({ ...params, internal }, on, actor, user, state);
	return note ? created(entity(note, on, kind, context)) : commandsOnly(commands);
}

function put(kind: Kind, context: Context, params: UpdateParams): RawResponse {
	const { state, actor } = context;
	const user = signedIn(context);
	const on = kind.find(context, params);
	const { note, commands } = rewriteNote(find(context, on, params.note_id), params, on, actor, user, state);
	return note ? ok(entity(note, on, kind, context)) : commandsOnly(commands);
}

function remove(kind: Kind, context: Context, params: NotePath): RawResponse {
	const on = kind.find(context, params);
	const note = find(context, on, params.note_id);
	checkRight(note, on, context.actor);
	checkUnmodified(context, note.updated_at);
	context.state.notes.delete(note.id);
	return noContent();
}

type Five = {
	readonly list: OperationId;
	readonly get: OperationId;
	readonly create: OperationId;
	readonly update: OperationId;
	readonly delete: OperationId;
};

/** Returns the handlers of the five operations on the notes of a kind, by operation ID. */
function five<Ids extends Five>(kind: Kind, ids: Ids): { [id in Ids[keyof Five]]: Handler } {
	const { onInvalid } = kind;
	const all: { [id: string]: Handler } = {
		[ids.list]: shared(
			ids.list,
			(context, params: NoteablePath & ListParams & Paging) => list(kind, context, params),
			onInvalid,
		),
		[ids.get]: shared(ids.get, (context, params: NotePath) => get(kind, context, params), onInvalid),
		[ids.create]: shared(ids.create, (context, params: CreateParams) => post(kind, context, params), onInvalid),
		[ids.update]: shared(ids.update, (context, params: UpdateParams) => put(kind, context, params), onInvalid),
		[ids.delete]: shared(ids.delete, (context, params: NotePath) => remove(kind, context, params), onInvalid),
	};
	// The object has a handler for each of the five IDs.
	return all as { [id in Ids[keyof Five]]: Handler };
}

export const notes = {
	...five(kinds.issue, {
		list: "listIssueNotes",
		get: "getIssueNote",
		create: "createIssueNote",
		update: "updateIssueNote",
		delete: "deleteIssueNote",
	} as const),
	...five(kinds.projectSnippet, {
		list: "listProjectSnippetNotes",
		get: "getProjectSnippetNote",
		create: "createProjectSnippetNote",
		update: "updateProjectSnippetNote",
		delete: "deleteProjectSnippetNote",
	} as const),
	...five(kinds.mergeRequest, {
		list: "listMergeRequestNotes",
		get: "getMergeRequestNote",
		create: "createMergeRequestNote",
		update: "updateMergeRequestNote",
		delete: "deleteMergeRequestNote",
	} as const),
	...five(kinds.epic, {
		list: "listEpicNotes",
		get: "getEpicNote",
		create: "createEpicNote",
		update: "updateEpicNote",
		delete: "deleteEpicNote",
	} as const),
	...five(kinds.projectWikiPage, {
		list: "listProjectWikiPageNotes",
		get: "getProjectWikiPageNote",
		create: "createProjectWikiPageNote",
		update: "updateProjectWikiPageNote",
		delete: "deleteProjectWikiPageNote",
	} as const),
	...five(kinds.groupWikiPage, {
		list: "listGroupWikiPageNotes",
		get: "getGroupWikiPageNote",
		create: "createGroupWikiPageNote",
		update: "updateGroupWikiPageNote",
		delete: "deleteGroupWikiPageNote",
	} as const),
};
