import { onSnippet } from "../../domains/notes/noteables";
import { notePolicy } from "../../domains/notes/policy";
import { cloneAddresses } from "../../domains/repository/clone-addresses";
import {
	highlighted,
	isBinary,
	nameOf,
	repositoryFile,
	richViewer,
	simpleViewer,
	sizeOf,
} from "../../domains/repository/file";
import { snippetPolicy } from "../../domains/snippets/policy";
import {
	changedSnippet,
	createSnippet,
	destroySnippet,
	newSnippet,
	updateSnippet,
} from "../../domains/snippets/snippet";
import { checkSpam } from "../../domains/spam/check-spam";
import { notFound } from "../../request/http/errors";
import { paragraphs } from "../../request/http/html";
import { filtered, fromView, type Rows } from "../../request/pages/page";
import type { Project, Snippet, SnippetFile } from "../../state/records";
import type { View } from "../../state/table";
import { Connection, type PageArguments } from "../connection";
import type { GraphqlContext } from "../context";
import { refusal } from "../errors";
import { projectOf } from "../find";
import type { UpdateSnippetInput } from "../generated/resolvers";
import { type GlobalId, globalId } from "../global-id";
import { mutation } from "../mutation";
import { pagePath } from "../page-path";
import type { Part } from "../part";

const views = {
	all: { group: "all", by: (row) => row.id },
	project: { group: "project", by: (row) => row.id },
	author: { group: "author", by: (row) => row.id },
} as const satisfies { [name: string]: View<Snippet, "all" | "project" | "author"> };

interface Filters {
	readonly ids?: readonly GlobalId[] | null;
	readonly type?: "personal" | "project" | null;
	readonly visibility?: Snippet["visibility"] | null;
	readonly explore?: boolean | null;
}

const isOfClass = ({ className }: GlobalId, snippet: Snippet): boolean =>
	className === "Snippet" || (className === "PersonalSnippet") === (snippet.project_id === null);

/** Returns the snippets of a view that the caller can read and that pass the filters, newest first. */
function listed(
	view: keyof typeof views,
	key: number,
	{ ids, type, visibility, explore }: Filters,
	{ state, actor }: GraphqlContext,
): Rows<Snippet> {
	const all = fromView(state.snippets.ordered(views[view], key), true);
	if (actor.isAdmin && !ids && !type && !visibility && !explore) return all;
	return filtered(
		all,
		(one) =>
			snippetPolicy.read_snippet(actor, one, state) &&
			(!ids || ids.some((id) => id.id === one.id && isOfClass(id, one))) &&
			(!type || (type === "personal") === (one.project_id === null)) &&
			(!visibility || one.visibility === visibility) &&
			(!explore || (one.project_id === null && one.visibility === "public")),
	);
}

const connection = (rows: Rows<Snippet>, args: PageArguments): Connection<Snippet> => new Connection(rows, args);

const projectIn = (snippet: Snippet, { state }: GraphqlContext): Project | undefined =>
	snippet.project_id === null ? undefined : state.projects.get(snippet.project_id);

/** Returns the path of a snippet's page. */
const pathOf = ({ id }: Snippet, { state }: GraphqlContext): string => pagePath("Snippet", id, state);

/** Returns the full path of a snippet's repository. */
const repositoryPath = (snippet: Snippet, context: GraphqlContext): string =>
	pathOf(snippet, context).replace("/-/", "/").slice(1);

const rawPathOf = (snippet: Snippet, path: string, context: GraphqlContext): string =>
	`${pathOf(snippet, context)}/raw/main/${path.split("/").map(encodeURIComponent).join("/")}`;

/** Returns a snippet that the caller can change. Throws 404 for other callers. */
function writable(id: GlobalId, context: GraphqlContext): Snippet {
	const { state, actor } = context;
	const snippet = state.snippets.get(id.id);
	if (!snippet || !isOfClass(id, snippet) || !snippetPolicy.admin_snippet(actor, snippet, state)) throw notFound();
	return snippet;
}

/** Changes a snippet. Checks for spam if the title or the description changes. */
function change(input: UpdateSnippetInput, context: GraphqlContext): Snippet {
	const snippet = writable(input.id, context);
	const { title, description, visibilityLevel: visibility, blobActions: actions } = input;
	const values = changedSnippet(snippet, { title, description, visibility, actions }, context.actor, context.settings);
	if (values.title !== snippet.title || values.description !== snippet.description)
		checkSpam({ action: "updateSnippet", text: `${values.title}\n${values.description ?? ""}` }, context);
	return updateSnippet(snippet, values, context.state);
}

export interface SnippetBlobRow {
	readonly snippet: Snippet;
	readonly file: SnippetFile;
}

const fileOf = ({ file }: SnippetBlobRow) => repositoryFile(file.path, file.content);

export const snippets: Part = {
	Query: {
		snippets(_root, { authorId, projectId, ...args }, context) {
			if (authorId && projectId) throw refusal("Filtering by both an author and a project is not supported");
			if (authorId) return connection(listed("author", authorId.id, args, context), args);
			if (projectId) return connection(listed("project", projectId.id, args, context), args);
			return connection(listed("all", 0, args, context), args);
		},
	},
	Project: {
		snippets: (project, args, context) => connection(listed("project", project.id, args, context), args),
	},
	CurrentUser: {
		snippets: (user, args, context) => connection(listed("author", user.id, args, context), args),
	},
	UserCore: {
		snippets: (user, args, context) => connection(listed("author", user.id, args, context), args),
	},
	Snippet: {
		id: ({ id, project_id }) => globalId(project_id === null ? "PersonalSnippet" : "ProjectSnippet", id),
		descriptionHtml: ({ description }) => (description === null ? null : paragraphs(description)),
		fileName: ({ files }) => files[0]?.path ?? null,
		visibilityLevel: ({ visibility }) => visibility,
		author: ({ author_id }, _args, { state }) => state.users.get(author_id) ?? null,
		project: (snippet, _args, context) => projectIn(snippet, context) ?? null,
		webUrl: (snippet, _args, context) => `${context.base}${pathOf(snippet, context)}`,
		rawUrl: (snippet, _args, context) => `${context.base}${pathOf(snippet, context)}/raw`,
		httpUrlToRepo: (snippet, _args, context) => cloneAddresses(repositoryPath(snippet, context), context).http,
		sshUrlToRepo: (snippet, _args, context) => cloneAddresses(repositoryPath(snippet, context), context).ssh,
		// Snippets are never imported.
		imported: () => false,
		blobs(snippet, { paths, ...args }) {
			const files = paths ? snippet.files.filter(({ path }) => paths.includes(path)) : snippet.files;
			return new Connection<SnippetBlobRow>(
				files.map((file) => ({ snippet, file })),
				args,
				({ file }) => file.path,
			);
		},
		userPermissions(snippet, _args, { actor, state }) {
			const admin = snippetPolicy.admin_snippet(actor, snippet, state);
			const project = snippet.project_id === null ? undefined : state.projects.get(snippet.project_id);
			return {
				readSnippet: snippetPolicy.read_snippet(actor, snippet, state),
				updateSnippet: admin,
				adminSnippet: admin,
				createNote: !actor.isAnonymous && notePolicy.create_note(actor, onSnippet(snippet, project ?? null)),
			};
		},
	},
	SnippetBlob: {
		name: ({ file }) => nameOf(file.path),
		path: ({ file }) => file.path,
		mode: () => "100644",
		size: (row) => sizeOf(fileOf(row)),
		binary: (row) => isBinary(fileOf(row)),
		rawPath: ({ snippet, file }, _args, context) => rawPathOf(snippet, file.path, context),
		plainData: ({ file }) => highlighted(file.content, file.path),
		richData: (row) => (richViewer(row.file.path, sizeOf(fileOf(row)), false) ? paragraphs(row.file.content) : null),
		rawPlainData: ({ file }) => file.content,
		renderedAsText: (row) => !isBinary(fileOf(row)),
		simpleViewer: (row) => simpleViewer(row.file.path, sizeOf(fileOf(row)), isBinary(fileOf(row))),
		richViewer: (row) => richViewer(row.file.path, sizeOf(fileOf(row)), isBinary(fileOf(row))),
	},
	Mutation: {
		createSnippet: mutation((input, context) => {
			const project = input.projectPath ? projectOf(input.projectPath, context) : null;
			if (!snippetPolicy.create_snippet(context.actor, project)) throw notFound();
			const { title, description = null, visibilityLevel: visibility, blobActions } = input;
			const values = newSnippet(
				{ title, description, visibility, actions: blobActions ?? [] },
				context.actor,
				context.settings,
			);
			const text = [title, description ?? "", ...values.files.map(({ content }) => content)].join("\n");
			checkSpam({ action: "createSnippet", text }, context);
			return { snippet: createSnippet(values, project, context.user, context.state) };
		}),
		updateSnippet: mutation(
			(input, context) => ({ snippet: change(input, context) }),
			(input, context) => ({ snippet: writable(input.id, context) }),
		),
		destroySnippet: mutation((input, context) => {
			destroySnippet(writable(input.id, context), context.state);
			return { snippet: null };
		}),
	},
};
