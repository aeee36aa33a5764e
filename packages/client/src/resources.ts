/** A client with only the resources that you choose: {@link createClient}, and the resources as separate exports. */
export { type ClientOf, createClient } from "./client/client-of";
export type { Resource, ResourcesByName } from "./client/facade";
export type { ClientOptions, Connection, RequestOptions } from "./connection/connection";
export {
	type Alerts,
	alerts,
	type EpicNotes,
	epicNotes,
	type GroupRunners,
	type Groups,
	type GroupWikiPageNotes,
	groupRunners,
	groups,
	groupWikiPageNotes,
	type IssueNotes,
	issueNotes,
	type MergeRequestNotes,
	mergeRequestNotes,
	type Pipelines,
	type ProjectRunners,
	type ProjectSnippetNotes,
	type ProjectWikiPageNotes,
	pipelines,
	projectRunners,
	projectSnippetNotes,
	projectWikiPageNotes,
	type ReleaseLinks,
	type Runners,
	releaseLinks,
	runners,
	type Users,
	users,
} from "./generated/resources";
