/** What users write: issues, merge requests, snippets, epics and wiki pages, and the notes on them. */
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
	/** Whether only members can write notes. */
	discussion_locked: flag(),
};

/** An issue. */
export interface Issue extends RowOf<typeof issues> {}
export const issues = table(
	"issues",
	{
		id: serial(201),
		/** The issue's number within the project. */
		iid: count(),
		project_id: partOf("projects"),
		title: text(),
		/** Markdown. */
		description: nullable(text()),
		state: oneOf("opened", "closed").or("opened"),
		type: oneOf("issue", "incident").or("issue"),
		/** The severity of an incident; null for other issues. */
		severity: nullable(oneOf("unknown", "low", "medium", "high", "critical")),
		confidential: flag(),
		assignee_ids: list(to("users")),
		label_names: list(text()),
		milestone: nullable(text()),
		due_date: nullable(day()),
		weight: nullable(number()),
		/** Null while the issue is open. */
		closed_at: nullable(time()),
		/** Seconds, as added by `/spend`. */
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

/** A label of a project. Labels of its issues and merge requests do not need a row until a quick action names them. */
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
		/** The merge request's number within the project. */
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
		/** Null unless it was closed without a merge. */
		closed_at: nullable(time()),
		/** Seconds, as added by `/spend`. */
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

/** A snippet, either personal or of a project. */
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
		/** The epic's number within the group. */
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
/** The types of records that notes can be on. */
export type NoteableType = TypeOf<typeof noteableType>;

/** A note by a user or by the platform. */
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
		/** The project of what a system note mentions (may be deleted). Only users who can see it can see the note. */
		mentions_project_id: nullable(number()),
		/** The discussion that it replies to, by the number of its first note; missing for notes that are not replies. */
		discussion_id: number().optional(),
	},
	{ groups: { noteable: ["noteable_type", "noteable_id"] }, points: ["noteable_type", "noteable_id"] },
);

/** A change that was classified as spam, and the state of its challenge. */
export interface SpamLog extends RowOf<typeof spamLogs> {}
export const spamLogs = table("spamLogs", {
	id: serial(61),
	/** The id of the user, who may have been deleted. */
	user_id: number(),
	/** The name of the mutation. */
	action: text().or("createSnippet"),
	created_at: time().now(),
	/** Whether solving a CAPTCHA allows the change. */
	challenged: flag().or(true),
	/** Whether the setting `spam.next` caused the verdict, so that a second attempt would be accepted. */
	counted: flag(),
	/** Whether the challenge was solved. A solution can be used once. */
	solved: flag(),
});
