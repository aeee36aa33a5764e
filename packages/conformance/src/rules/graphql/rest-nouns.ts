/** The records that REST and GraphQL both have, and how each is asked for them. */
import type { OperationId } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { gid } from "../../rule/graphql";

export interface Noun {
	readonly slug: string;
	readonly type: string;
	readonly operations: readonly OperationId[];
	/** Fields of one name that do not say the same, and so are not compared. */
	readonly unlike?: readonly string[];
	/** Whether the records stand in the same order. */
	readonly ordered?: boolean;
	rest(t: Context): Promise<readonly Fields[]>;
	/** Where GraphQL has the same records: a query with these fields, its variables, and the way to the records. */
	response(t: Context, fields: string): readonly [query: string, variables: Params, way: string];
}

/** Who may read all that is compared, runners of the whole platform among it. */
export const reader = (t: Context) => t.as("administrator");

const list = async (t: Context, operation: OperationId, params: Params): Promise<readonly Fields[]> =>
	(await reader(t).call(operation, { per_page: 50, ...params })).is(200).items;

/** Each record of a list, read one by one. */
async function each(t: Context, operation: OperationId, key: string, records: readonly Fields[], more: Params = {}): Promise<Fields[]> {
	const out: Fields[] = [];
	for (const { id } of records) out.push((await reader(t).call(operation, { ...more, [key]: id })).is(200).fields);
	return out;
}

export const nouns: readonly Noun[] = [
	{
		slug: "user",
		type: "UserCore",
		operations: ["getUser"],
		rest: (t) => each(t, "getUser", "id", [t.user("developer")]),
		response: (t, fields) => [`query($id: UserID) { user(id: $id) { ${fields} } }`, { id: gid("User", t.user("developer").id) }, "user"],
	},
	{
		slug: "group",
		type: "Group",
		operations: ["getGroup"],
		rest: async (t) => [(await reader(t).call("getGroup", { id: t.scene("group"), with_projects: false })).is(200).fields],
		response: (t, fields) => [`query($path: ID!) { group(fullPath: $path) { ${fields} } }`, { path: t.scene("group") }, "group"],
	},
	{
		slug: "project",
		type: "Project",
		operations: ["listGroupProjects"],
		rest: (t) => list(t, "listGroupProjects", { id: t.scene("group"), with_shared: false }),
		response: (t, fields) => [
			`query($path: ID!) { group(fullPath: $path) { projects(first: 50) { nodes { ${fields} } } } }`,
			{ path: t.scene("group") },
			"group.projects.nodes",
		],
	},
	{
		slug: "issue-notes",
		type: "Note",
		operations: ["listIssueNotes"],
		ordered: true,
		rest: (t) => list(t, "listIssueNotes", { id: t.scene("project"), issue_iid: t.scene("issue_iid"), sort: "asc" }),
		response: (t, fields) => [
			`query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { notes(first: 50) { nodes { ${fields} } } } } }`,
			{ path: t.scene("project"), iid: String(t.scene("issue_iid")) },
			"project.issue.notes.nodes",
		],
	},
	{
		slug: "merge-request-notes",
		type: "Note",
		operations: ["listMergeRequestNotes"],
		ordered: true,
		rest: (t) =>
			list(t, "listMergeRequestNotes", {
				id: t.scene("project"),
				merge_request_iid: t.scene("merge_request_iid"),
				sort: "asc",
			}),
		response: (t, fields) => [
			`query($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) { notes(first: 50) { nodes { ${fields} } } } } }`,
			{ path: t.scene("project"), iid: String(t.scene("merge_request_iid")) },
			"project.mergeRequest.notes.nodes",
		],
	},
	{
		slug: "snippet-notes",
		type: "Note",
		operations: ["listProjectSnippetNotes"],
		ordered: true,
		rest: (t) => list(t, "listProjectSnippetNotes", { id: t.scene("project"), snippet_id: t.scene("snippet_id"), sort: "asc" }),
		response: (t, fields) => [
			`query($path: ID!, $ids: [SnippetID!]) { project(fullPath: $path) { snippets(ids: $ids) { nodes { notes(first: 50) { nodes { ${fields} } } } } } }`,
			{ path: t.scene("project"), ids: [gid("ProjectSnippet", t.scene("snippet_id"))] },
			"project.snippets.nodes.0.notes.nodes",
		],
	},
	{
		slug: "pipelines",
		type: "Pipeline",
		// A boolean here, the message there.
		unlike: ["yamlErrors"],
		operations: ["listPipelines", "getPipeline"],
		ordered: true,
		rest: async (t) => {
			const id = t.scene("project");
			return await each(t, "getPipeline", "pipeline_id", await list(t, "listPipelines", { id, per_page: 20 }), { id });
		},
		response: (t, fields) => [
			`query($path: ID!) { project(fullPath: $path) { pipelines(first: 20) { nodes { ${fields} } } } }`,
			{ path: t.scene("project") },
			"project.pipelines.nodes",
		],
	},
	{
		slug: "runners",
		type: "CiRunner",
		operations: ["listGroupRunners", "getRunner"],
		ordered: true,
		// REST tells "paused" where GraphQL tells whether the runner is in touch.
		unlike: ["status"],
		rest: async (t) => await each(t, "getRunner", "id", await list(t, "listGroupRunners", { id: t.scene("group"), per_page: 10 })),
		response: (t, fields) => [
			`query($path: ID!) { group(fullPath: $path) { runners(first: 10) { nodes { ${fields} } } } }`,
			{ path: t.scene("group") },
			"group.runners.nodes",
		],
	},
	{
		slug: "release-links",
		type: "ReleaseAssetLink",
		operations: ["listReleaseLinks"],
		ordered: true,
		rest: (t) => list(t, "listReleaseLinks", { id: t.scene("project"), tag_name: t.scene("tag_name") }),
		response: (t, fields) => [
			`query($path: ID!, $tag: String!) { project(fullPath: $path) { release(tagName: $tag) { assets { links(first: 50) { nodes { ${fields} } } } } } }`,
			{ path: t.scene("project"), tag: t.scene("tag_name") },
			"project.release.assets.links.nodes",
		],
	},
];
