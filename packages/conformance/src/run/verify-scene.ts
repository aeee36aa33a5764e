import type { OperationId } from "@tenon/contract";
import type { SceneField, SceneValues } from "../bench/scene";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import { dig } from "../rule/dig";
import { SceneError } from "../rule/verdict";

/** Groups that are public, or below the scene's group: every role in it sees them. */
const ownGroups = ["group", "subgroup"] as const satisfies readonly SceneField[];
/** Groups that only administrators and auditors are sure to see. */
const otherGroups = [
	"leaf_group",
	"archived_group",
	"internal_group",
	"leaving_group",
	"private_group",
	"enterprise_group",
] as const satisfies readonly SceneField[];
const projects = ["project", "internal_project", "private_project"] as const satisfies readonly SceneField[];

/** How to read each record of the scene's project. */
const records = [
	["issue_iid", "listIssueNotes", (scene, issue_iid) => ({ id: scene.project, issue_iid })],
	[
		"merge_request_iid",
		"listMergeRequestNotes",
		(scene, merge_request_iid) => ({ id: scene.project, merge_request_iid }),
	],
	["snippet_id", "listProjectSnippetNotes", (scene, snippet_id) => ({ id: scene.project, snippet_id })],
	[
		"wiki_page_meta_id",
		"listProjectWikiPageNotes",
		(scene, wiki_page_meta_id) => ({ id: scene.project, wiki_page_meta_id }),
	],
	["pipeline_id", "getPipeline", (scene, pipeline_id) => ({ id: scene.project, pipeline_id })],
	["tag_name", "listReleaseLinks", (scene, tag_name) => ({ id: scene.project, tag_name })],
] as const satisfies readonly (readonly [SceneField, OperationId, (scene: SceneValues, value: unknown) => Params])[];

/**
 * Checks that the records of the configured scene exist.
 *
 * @param caller Has a role in the scene's group; `seesAll` if it is an administrator or auditor.
 * @throws SceneError that lists all missing records, before any rule is skipped or fails because of them.
 */
export async function verifyScene(
	caller: Caller,
	scene: SceneValues,
	{ seesAll }: { readonly seesAll: boolean },
): Promise<void> {
	const missing: SceneField[] = [];
	const has = async (field: SceneField, found: () => Promise<boolean>): Promise<void> => {
		if (scene[field] !== undefined && !(await found())) missing.push(field);
	};
	for (const field of seesAll ? [...ownGroups, ...otherGroups] : ownGroups)
		await has(
			field,
			async () => (await caller.call("getGroup", { id: scene[field], with_projects: false })).status !== 404,
		);
	const query = "query ($path: ID!) { project(fullPath: $path) { id } }";
	for (const field of projects)
		await has(field, async () => {
			const shown = await caller.graphql(query, { path: scene[field] });
			// A server without GraphQL does not show it.
			return shown.status !== 200 || dig(shown.json, "data", "project") !== null;
		});
	if (scene.project !== undefined && !missing.includes("project"))
		for (const [field, operation, params] of records)
			await has(
				field,
				async () => (await caller.call(operation, { ...params(scene, scene[field]), per_page: 1 })).status !== 404,
			);
	if (missing.length > 0)
		throw new SceneError(
			`The server does not have ${missing.map((field) => `scene.${field} (${JSON.stringify(scene[field])})`).join(", ")}.`,
		);
}
