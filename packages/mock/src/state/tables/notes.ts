/** What people write: issues, merge requests, snippets, epics and wiki pages, and the notes on them. */
import {
	count,
	day,
	flag,
	list,
	nullable,
	number,
	object,
	oneOf,
	partOf,
	serial,
	type TypeOf,
	text,
	time,
	to,
} from "../columns";
import { type RowOf, table } from "../definition";
import { secretKey } from "../keys";
import { place, visibility } from "./groups";

const discussable = {
	author_id: to("users"),
	created_at: time().now(),
	updated_at: time().now(),
	/** Whether only members may write notes. */
	discussion_locked: flag(),
};

/** An issue. */
export interface Issue extends RowOf<typeof issues> {}
export const issues = table(
	"issues",
	{
		id: serial(201),
		/** Its number within the project. */
		iid: count(),
		project_id: partOf("projects"),
		title: text(),
		/** Markdown. */
		description: nullable(text()),
		state: oneOf("opened", "closed").or("opened"),
		type: oneOf("issue", "incident").or("issue"),
		/** Of incidents; null for others. */
		severity: nullable(oneOf("unknown", "low", "medium", "high", "critical")),
		confidential: flag(),
		assignee_ids: list(to("users")),
		label_names: list(text()),
		milestone: nullable(text()),
		due_date: nullable(day()),
		weight: nullable(number()),
		/** Null while open. */
		closed_at: nullable(time()),
		/** Seconds, as `/spend` adds them. */
		time_spent: number().or(0),
		/** Seconds. */
		time_estimate: number().or(0),
		...discussable,
	},
	{
		groups: {
			project: "project_id",
			secret: ({ confidential, project_id, author_id, assignee_ids }) =>
				confidential ? [...new Set([author_id, ...assignee_ids])].map((id) => secretKey(project_id, id)) : [],
		},
		unique: { iid: ["project_id", "iid"] },
	},
);

/** A label of a project. Those that its issues and merge requests carry are there without a record, until a command names them. */
export interface Label extends RowOf<typeof labels> {}
export const labels = table(
	"labels",
	{ id: serial(901), project_id: partOf("projects"), name: text() },
	{ groups: { project: "project_id" }, unique: { name: ["project_id", "name"] } },
);

/** A merge request. */
export interface MergeRequest extends RowOf<typeof mergeRequests> {}
export const mergeRequests = table(
	"mergeRequests",
	{
		id: serial(301),
		/** Its number within the project. */
		iid: count(),
		project_id: partOf("projects"),
		title: text(),
		/** Markdown. */
		description: nullable(text()),
		state: oneOf("opened", "closed", "merged").or("opened"),
		source_branch: text(),
		target_branch: text(),
		/** The head commit of the changes. */
		diff_head_sha: text(),
		assignee_ids: list(to("users")),
		reviewer_ids: list(to("users")),
		approved_by_ids: list(to("users")),
		label_names: list(text()),
		milestone: nullable(text()),
		merged_at: nullable(time()),
		/** Null unless closed without a merge. */
		closed_at: nullable(time()),
		/** Seconds, as `/spend` adds them. */
		time_spent: number().or(0),
		/** Seconds. */
		time_estimate: number().or(0),
		...discussable,
	},
	{ groups: { project: "project_id" }, unique: { iid: ["project_id", "iid"] } },
);

const snippetFile = object({ path: text(), content: text() });
/** A file of a snippet. */
export type SnippetFile = TypeOf<typeof snippetFile>;

/** A snippet, personal or of a project. */
export interface Snippet extends RowOf<typeof snippets> {}
export const snippets = table(
	"snippets",
	{
		id: serial(401),
		/** Null for a personal snippet. */
		project_id: nullable(partOf("projects")),
		title: text().or("Snippet"),
		description: nullable(text()),
		files: list(snippetFile).or([{ path: "snippetfile1.txt", content: "Notes.\n" }]),
		author_id: to("users"),
		visibility,
		created_at: time().now(),
		updated_at: time().now(),
	},
	{ groups: { all: () => 0, project: "project_id", author: "author_id" } },
);

/** A group's epic. */
export interface Epic extends RowOf<typeof epics> {}
export const epics = table(
	"epics",
	{
		id: serial(501),
		/** Its number within the group. */
		iid: count(),
		group_id: partOf("groups"),
		title: text(),
		state: oneOf("opened", "closed").or("opened"),
		confidential: flag(),
		...discussable,
	},
	{ groups: { group: "group_id" }, unique: { iid: ["group_id", "iid"] } },
);

/** A page of the wiki of a project or a group. */
export interface WikiPage extends RowOf<typeof wikiPages> {}
export const wikiPages = table(
	"wikiPages",
	{
		id: serial(601),
		container: place,
		container_id: count(),
		slug: text().or("home"),
		title: text().or("Home"),
		created_at: time().now(),
	},
	{ groups: { container: ["container", "container_id"] }, points: ["container", "container_id"] },
);

const noteableType = oneOf("Issue", "Snippet", "MergeRequest", "Epic", "WikiPage::Meta", "AlertManagement::Alert");
/** What takes notes, by the name that a note has for it. */
export type NoteableType = TypeOf<typeof noteableType>;

/** A note, by a user or by the platform. */
export interface Note extends RowOf<typeof notes> {}
export const notes = table(
	"notes",
	{
		id: serial(1001),
		/** Markdown. */
		body: text().or("A note."),
		author_id: to("users"),
		noteable_type: noteableType,
		noteable_id: count(),
		/** Null on epics and group wiki pages. */
		project_id: nullable(to("projects")),
		created_at: time().now(),
		updated_at: time().like("created_at"),
		/** Whether the platform wrote it. */
		system: flag(),
		internal: flag(),
		/** A system note that mentions something of this project, which may be deleted since: shown only to those who see that project. */
		mentions_project_id: nullable(number()),
		/** The discussion that it replies in, by the number of the note that began it; absent of those that reply to none. */
		discussion_id: number().optional(),
	},
	{ groups: { noteable: ["noteable_type", "noteable_id"] }, points: ["noteable_type", "noteable_id"] },
);

/** A change that was taken for spam, and what became of its challenge. */
export interface SpamLog extends RowOf<typeof spamLogs> {}
export const spamLogs = table("spamLogs", {
	id: serial(61),
	/** The user, who may be deleted since. */
	user_id: number(),
	/** The mutation. */
	action: text().or("createSnippet"),
	created_at: time().now(),
	/** Whether a CAPTCHA may lift the verdict. */
	challenged: flag().or(true),
	/** Whether the verdict came by count, and so would not come again. */
	counted: flag(),
	/** Whether the challenge was solved; a solution works once. */
	solved: flag(),
});
