/** The kinds of records that have notes in REST: how each is found, and which fields its notes have. */
import { findGroup, findProject } from "../../request/access/find";
import type { Context } from "../../request/context";
import { type ApiError, notFound } from "../../request/http/errors";
import { epicIn, issueIn, mergeRequestIn, snippetIn, wikiPageIn } from "./find";
import type { Noteable } from "./noteables";

/** The path parameters of the note operations. Each kind reads its own. */
export interface NoteablePath {
	readonly id: number | string;
	readonly issue_iid: number;
	readonly merge_request_iid: number;
	readonly snippet_id: number;
	readonly epic_id: number;
	readonly wiki_page_meta_id: number;
}

/** The properties of a kind of record that has notes. */
export interface Kind {
	/** Returns the parent. Throws 404 if it does not exist or the caller cannot see it. */
	readonly find: (context: Context, path: NoteablePath) => Noteable;
	/** Whether notes have `imported` and `imported_from`. */
	readonly showsImport: boolean;
	/** Whether notes have `type` and `commands_changes`. */
	readonly showsCommands: boolean;
	/** The errors for a parent's parameter that is not a number. Without an entry, the error is 400. */
	readonly onInvalid: { readonly [parameter: string]: () => ApiError };
}

function found(on: Noteable | undefined): Noteable {
	if (!on) throw notFound();
	return on;
}

const wiki = {
	showsImport: true,
	showsCommands: true,
	// A slug instead of a page's ID counts as an unknown page.
	onInvalid: { wiki_page_meta_id: () => notFound() },
} as const;

export const kinds = {
	issue: {
		find: (context, { id, issue_iid }) =>
			found(issueIn(findProject(context, id), issue_iid, context.actor, context.state)),
		showsImport: true,
		showsCommands: false,
		onInvalid: {},
	},
	projectSnippet: {
		find: (context, { id, snippet_id }) => found(snippetIn(findProject(context, id), snippet_id, context)),
		showsImport: true,
		showsCommands: false,
		onInvalid: {},
	},
	mergeRequest: {
		find: (context, { id, merge_request_iid }) =>
			found(mergeRequestIn(findProject(context, id), merge_request_iid, context.actor, context.state)),
		showsImport: false,
		showsCommands: false,
		onInvalid: {},
	},
	epic: {
		find: (context, { id, epic_id }) => found(epicIn(findGroup(context, id), epic_id, context)),
		showsImport: true,
		showsCommands: false,
		onInvalid: {},
	},
	projectWikiPage: {
		find: (context, { id, wiki_page_meta_id }) =>
			found(wikiPageIn(findProject(context, id), wiki_page_meta_id, context)),
		...wiki,
	},
	groupWikiPage: {
		find: (context, { id, wiki_page_meta_id }) => found(wikiPageIn(findGroup(context, id), wiki_page_meta_id, context)),
		...wiki,
	},
} as const satisfies { [name: string]: Kind };
