/** What rows of issues and what else people write, of repositories, releases and alerts look like in a state file. */

import {
	dictionary,
	either,
	flag,
	id,
	json,
	list,
	nullable,
	number,
	object,
	oneOf,
	optional,
	type Shape,
	text,
	time,
	to,
} from "../../lib/checks";
import type {
	Alert,
	AlertIntegration,
	AlertMapping,
	Environment,
	Epic,
	Issue,
	MergeRequest,
	Note,
	RepositoryFile,
	RepositoryTree,
	Snippet,
	SnippetFile,
	SpamLog,
	WikiPage,
} from "../records";
import { place, visibility } from "./groups";

export const issue: Shape<Issue> = {
	id,
	iid: id,
	project_id: to("projects"),
	title: text,
	description: nullable(text),
	author_id: to("users"),
	created_at: time,
	updated_at: time,
	discussion_locked: flag,
	state: oneOf("opened", "closed"),
	type: oneOf("issue", "incident"),
	severity: nullable(oneOf("unknown", "low", "medium", "high", "critical")),
	confidential: flag,
	assignee_ids: list(to("users")),
	label_names: list(text),
	milestone: nullable(text),
	closed_at: nullable(time),
	time_spent: number,
	time_estimate: number,
};

export const mergeRequest: Shape<MergeRequest> = {
	id,
	iid: id,
	project_id: to("projects"),
	title: text,
	description: nullable(text),
	author_id: to("users"),
	created_at: time,
	updated_at: time,
	discussion_locked: flag,
	state: oneOf("opened", "closed", "merged"),
	source_branch: text,
	target_branch: text,
	diff_head_sha: text,
	assignee_ids: list(to("users")),
	reviewer_ids: list(to("users")),
	label_names: list(text),
	milestone: nullable(text),
	merged_at: nullable(time),
	closed_at: nullable(time),
	time_spent: number,
	time_estimate: number,
};

export const snippet: Shape<Snippet> = {
	id,
	project_id: nullable(to("projects")),
	title: text,
	description: nullable(text),
	files: list(object<SnippetFile>({ path: text, content: text })),
	author_id: to("users"),
	visibility,
	created_at: time,
	updated_at: time,
};

export const epic: Shape<Epic> = {
	id,
	iid: id,
	group_id: to("groups"),
	title: text,
	author_id: to("users"),
	created_at: time,
	updated_at: time,
	discussion_locked: flag,
	state: oneOf("opened", "closed"),
	confidential: flag,
};

export const wikiPage: Shape<WikiPage> = {
	id,
	container: place,
	container_id: id,
	slug: text,
	title: text,
	created_at: time,
};

export const note: Shape<Note> = {
	id,
	body: text,
	author_id: to("users"),
	noteable_type: oneOf("Issue", "Snippet", "MergeRequest", "Epic", "WikiPage::Meta", "AlertManagement::Alert"),
	noteable_id: id,
	project_id: nullable(to("projects")),
	created_at: time,
	updated_at: time,
	system: flag,
	internal: flag,
	// May name a project that is no more, and a note that is no more.
	mentions_project_id: nullable(number),
	discussion_id: optional(number),
};

const repositoryFile = object<RepositoryFile>({
	path: text,
	mode: text,
	content: either("base64", object({ base64: text }), object({ text })),
	lfs: nullable(object({ oid: text, size: number })),
});

export const repositoryTree: Shape<RepositoryTree> = {
	id,
	project_id: to("projects"),
	sha: text,
	files: list(repositoryFile),
};

export const spamLog: Shape<SpamLog> = {
	id,
	// Outlives the user.
	user_id: number,
	action: text,
	created_at: time,
	challenged: flag,
	counted: flag,
	solved: flag,
};

export const environment: Shape<Environment> = { id, project_id: to("projects"), name: text };

export const alert: Shape<Alert> = {
	id,
	iid: id,
	project_id: to("projects"),
	title: text,
	description: nullable(text),
	service: nullable(text),
	monitoring_tool: nullable(text),
	hosts: list(text),
	severity: oneOf("critical", "high", "medium", "low", "info", "unknown"),
	status: oneOf("triggered", "acknowledged", "resolved", "ignored"),
	fingerprint: nullable(text),
	started_at: time,
	ended_at: nullable(time),
	created_at: time,
	updated_at: time,
	events: number,
	environment_id: nullable(to("environments")),
	runbook: nullable(text),
	incident_markdown: nullable(text),
	details: dictionary(json),
	issue_id: nullable(to("issues")),
	assignee_ids: list(to("users")),
};

export const alertIntegration: Shape<AlertIntegration> = {
	id,
	project_id: to("projects"),
	name: text,
	type: oneOf("http", "prometheus"),
	active: flag,
	endpoint: text,
	key: text,
	payload_example: nullable(text),
	mappings: list(
		object<AlertMapping>({
			field: oneOf(
				"title",
				"description",
				"start_time",
				"end_time",
				"service",
				"monitoring_tool",
				"hosts",
				"severity",
				"fingerprint",
				"service_environment_name",
			),
			path: list({
				expected: "a text or a number",
				run(value, way, report) {
					if (typeof value !== "string" && typeof value !== "number") report(way, this.expected, value);
				},
			}),
			type: oneOf("array", "datetime", "number", "string"),
			label: nullable(text),
		}),
	),
};
