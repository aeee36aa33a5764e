import type { OperationId } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { assumed } from "../../rule/rule";
import { newProject } from "./lab";

/** Each of these requests must return 403 to every role. */
async function refused(t: Context, requests: readonly (readonly [OperationId, Params])[]): Promise<void> {
	for (const caller of ["developer", "maintainer", "owner", "administrator"] as const)
		for (const [operation, params] of requests) (await t.as(caller).call(operation, params)).is(403);
}

const operations = [
	"createIssueNote",
	"updateIssueNote",
	"deleteIssueNote",
	"createMergeRequestNote",
	"createProjectSnippetNote",
	"createProjectWikiPageNote",
	"createPipeline",
	"retryPipeline",
	"cancelPipeline",
	"deletePipeline",
	"updatePipelineMetadata",
	"createReleaseLink",
	"updateReleaseLink",
	"deleteReleaseLink",
	"assignProjectRunner",
	"unassignProjectRunner",
	"createUserRunner",
	"resetProjectRunnerRegistrationToken",
] as const;

/** Archived projects are read-only. */
export const archivedProjects = [
	assumed(
		"",
		"An archived project is read-only: its notes, pipelines, release links and runners can be read but not changed.",
		operations,
		async (t) => {
			const { id, full_path: project } = await newProject(t);
			const issue = await t.given.record("issues", { project, author: "developer" });
			const merge = await t.given.record("merge_requests", { project });
			const snippet = await t.given.record("snippets", { project });
			const page = await t.given.record("wiki_pages", { project });
			const note = await t.given.record("notes", { on: { issue: `${project}#${issue.iid}` }, author: "developer", body: "before" });
			const pipeline = await t.given.record("pipelines", { project, status: "failed" });
			const tag_name = t.unique("v");
			await t.given.record("releases", { project, tag_name });
			const onLinks = { id, tag_name };
			const url = `https://example.com/${t.unique("at")}`;
			const link_id = (await t.as("owner").call("createReleaseLink", { ...onLinks, name: "before", url })).is(201).number("id");
			const runner = (await t.as("owner").call("createUserRunner", { runner_type: "project_type", project_id: id })).is(201).number("id");
			const other = (await t.given.projectRunner()).number("id");
			(await t.as("administrator").call("assignProjectRunner", { id, runner_id: other })).is(201);
			const onIssue = { id, issue_iid: issue.iid };
			const onNote = { ...onIssue, note_id: note.id };
			const onPipeline = { id, pipeline_id: pipeline.id };
			const readings = [
				["listIssueNotes", onIssue],
				["getPipeline", onPipeline],
				["listReleaseLinks", onLinks],
				["listProjectRunners", { id, type: "project_type" }],
			] as const;
			const read = async () => {
				const found: unknown[] = [];
				for (const [operation, params] of readings) found.push((await t.as("owner").call(operation, params)).is(200).json);
				return found;
			};
			const before = await read();
			for (const where of ["the project", "a group above it"]) {
				const inGroup = where !== "the project";
				const group = await t.given.groupId(t.scene("group"));
				await t.given.change("projects", id, { archived: !inGroup });
				if (inGroup) await t.given.change("groups", group, { archived: true });
				await refused(t, [
					["createIssueNote", { ...onIssue, body: "after" }],
					["updateIssueNote", { ...onNote, body: "after" }],
					["deleteIssueNote", onNote],
					["createMergeRequestNote", { id, merge_request_iid: merge.iid, body: "after" }],
					["createProjectSnippetNote", { id, snippet_id: snippet.id, body: "after" }],
					["createProjectWikiPageNote", { id, wiki_page_meta_id: page.id, body: "after" }],
					["createPipeline", { id, ref: "main" }],
					["retryPipeline", onPipeline],
					["cancelPipeline", onPipeline],
					["deletePipeline", onPipeline],
					["updatePipelineMetadata", { ...onPipeline, name: "after" }],
					["createReleaseLink", { ...onLinks, name: "after", url: `${url}/after` }],
					["updateReleaseLink", { ...onLinks, link_id, name: "after" }],
					["deleteReleaseLink", { ...onLinks, link_id }],
					["assignProjectRunner", { id, runner_id: runner }],
					["unassignProjectRunner", { id, runner_id: other }],
					["createUserRunner", { runner_type: "project_type", project_id: id }],
					["resetProjectRunnerRegistrationToken", { id }],
				]);
				t.same(`what is read after ${where} was archived`, await read(), before);
				await t.given.change("groups", group, { archived: false });
			}
			await t.given.change("projects", id, { archived: false });
			(await t.as("developer").call("createIssueNote", { ...onIssue, body: "again" })).is(201);
		},
		{ id: "rules/archived-projects", domain: "platform", effect: "destroys" },
	),
	assumed(
		"",
		"Creating pipelines or runners, assigning runners and resetting the registration token are refused in an archived project.",
		["createPipeline", "createUserRunner", "assignProjectRunner", "resetProjectRunnerRegistrationToken"],
		async (t) => {
			const params = { id: t.scene("group"), archived: true, include_subgroups: true, per_page: 1 };
			const [project] = (await t.as("owner").call("listGroupProjects", params)).is(200).items;
			const id = project?.id ?? t.skip("no project of the group is archived: archive one");
			const runner_id = (await t.given.projectRunner()).number("id");
			await refused(t, [
				["createPipeline", { id, ref: project?.default_branch }],
				["assignProjectRunner", { id, runner_id }],
				["createUserRunner", { runner_type: "project_type", project_id: id }],
				["resetProjectRunnerRegistrationToken", { id }],
			]);
		},
		{ id: "rules/archived-projects/found", domain: "platform" },
	),
];
