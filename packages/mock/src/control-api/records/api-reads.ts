/** The requests with which the API reads a row, for each table whose rows it shows individually. */
import { type OperationId, operations } from "@tenon/contract";
import { globalId } from "../../graphql/global-id";
import type { Note } from "../../state/records";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";
import type { Rows, TableName } from "../../state/tables";
import { type OperationRequest, requestOf } from "../operation-request";

/** Returns the request that reads a row; undefined if the API does not show it. */
type Read<R> = (row: R, state: State) => OperationRequest | undefined | Promise<OperationRequest | undefined>;

const rest = (id: OperationId, params: { readonly [name: string]: unknown }): OperationRequest =>
	requestOf(operations[id], params);

async function graphql(
	name: "ProjectIssueDocument" | "ProjectMergeRequestDocument" | "ProjectDocument" | "ProjectAlertDocument",
	variables: object,
): Promise<OperationRequest> {
	const documents = await import("@tenon/contract/graphql");
	return { method: "POST", path: "/api/graphql", body: { query: String(documents[name]), variables } };
}

const numbered =
	(name: Parameters<typeof graphql>[0]): Read<{ readonly project_id: number; readonly iid: number }> =>
	({ project_id, iid }, state) =>
		graphql(name, { fullPath: state.projects.get(project_id)?.full_path, iid: String(iid) });

/** Returns the request that reads a note, below the record that it is on. */
function note({ id, noteable_type, noteable_id, project_id }: Note, state: State): OperationRequest | undefined {
	const of = { id: project_id, note_id: id };
	if (noteable_type === "Issue") return rest("getIssueNote", { ...of, issue_iid: state.issues.get(noteable_id)?.iid });
	if (noteable_type === "MergeRequest")
		return rest("getMergeRequestNote", { ...of, merge_request_iid: state.mergeRequests.get(noteable_id)?.iid });
	if (noteable_type === "Epic")
		return rest("getEpicNote", { note_id: id, id: state.epics.get(noteable_id)?.group_id, epic_id: noteable_id });
	if (noteable_type === "Snippet" && project_id !== null)
		return rest("getProjectSnippetNote", { ...of, snippet_id: noteable_id });
	if (noteable_type !== "WikiPage::Meta") return undefined;
	const page = state.wikiPages.get(noteable_id);
	const operation = page?.container === "group" ? "getGroupWikiPageNote" : "getProjectWikiPageNote";
	return rest(operation, { note_id: id, id: page?.container_id, wiki_page_meta_id: noteable_id });
}

const snippetQuery = `query Snippet($ids: [SnippetID!]) {
	snippets(ids: $ids) {
		nodes { id title description visibilityLevel webUrl createdAt updatedAt author { username } }
	}
}`;

type Reads = { readonly [Name in TableName]?: Read<Rows[Name]> };

const reads: Reads = {
	users: ({ id }) => rest("getUser", { id }),
	groups: ({ id }) => rest("getGroup", { id }),
	projects: ({ full_path }) => graphql("ProjectDocument", { fullPath: full_path }),
	issues: numbered("ProjectIssueDocument"),
	mergeRequests: numbered("ProjectMergeRequestDocument"),
	alerts: numbered("ProjectAlertDocument"),
	snippets: ({ id }) => ({
		method: "POST",
		path: "/api/graphql",
		body: { query: snippetQuery, variables: { ids: [globalId("Snippet", id)] } },
	}),
	notes: note,
	pipelines: ({ id, project_id }) => rest("getPipeline", { id: project_id, pipeline_id: id }),
	runners: ({ id }) => rest("getRunner", { id }),
	releaseLinks: ({ id, release_id }, state) => {
		const release = state.releases.get(release_id);
		return rest("getReleaseLink", { id: release?.project_id, tag_name: release?.tag_name, link_id: id });
	},
};

/** Returns the request with which a client reads a row; undefined if the API does not show such rows individually. */
export async function readOf(table: string, row: Row, state: State): Promise<OperationRequest | undefined> {
	// It reads rows of this table; tables of extensions have none.
	const read = Object.hasOwn(reads, table) ? (reads[table as TableName] as Read<Row> | undefined) : undefined;
	return read?.(row, state);
}
