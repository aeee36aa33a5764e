import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, get } from "./lab";

const forbidden = { message: "403 Forbidden" };

const latest = async (t: Context, ref?: string, id = t.scene("project")): Promise<Answer> => await t.as("maintainer").call("getLatestPipeline", { id, ref });

/** A tag of the internal project that has no pipeline yet, and is there; a pipeline on it is made in the end. */
async function untried(t: Context): Promise<{ before: Answer; made: Answer }> {
	const id = t.scene("internal_project");
	const ref = t.scene("tag_name");
	const there = await t.as("maintainer").call("listPipelines", { id, ref });
	if (there.is(200).items.length > 0) t.skip(`the internal project has pipelines on ${ref}`);
	const before = await latest(t, ref, id);
	const made = await create(t, { id, ref });
	if (made.status !== 201) t.skip(`the internal project has no tag ${ref}`);
	return { before, made };
}

/** The latest pipeline of a ref. */
export const latestPipelines: readonly Rule[] = [
	rule(
		"PIPE-143",
		"With ref=X it returns the pipeline of the latest commit on X.",
		"getLatestPipeline",
		async (t) => {
			const refs = [t.scene("ref"), t.scene("tag_name")];
			for (const ref of refs) await create(t, { ref });
			for (const ref of refs) {
				const made = (await create(t, { ref })).is(201);
				await create(t, { ref: refs.find((other) => other !== ref) });
				(await latest(t, ref)).is(200).has({ id: made.field("id"), ref, sha: made.field("sha") });
			}
		},
		{ effect: "writes" },
	),
	rule(
		"PIPE-144",
		"Without ref it uses the project's default branch.",
		"getLatestPipeline",
		async (t) => {
			const query = "query ($at: ID!) { project(fullPath: $at) { repository { rootRef } } }";
			const response = await ask(t.as("owner"), query, { at: t.scene("project") });
			const made = (await create(t, { ref: response.text("project.repository.rootRef") })).is(201);
			await create(t, { ref: t.scene("tag_name") });
			(await latest(t)).is(200).has({ id: made.field("id"), ref: made.field("ref") });
		},
		{ effect: "writes" },
	),
	rule(
		"PIPE-145",
		"When the latest commit of the ref has no pipeline (an older commit may have one) it answers 403.",
		"getLatestPipeline",
		async (t) => {
			const { before, made } = await untried(t);
			before.refuses(403);
			(await latest(t, made.string("ref"), t.scene("internal_project"))).is(200).has({ id: made.field("id") });
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-146",
		"When the latest commit has several pipelines on that ref, the one with the highest id is returned.",
		"getLatestPipeline",
		async (t) => {
			const first = (await create(t)).is(201);
			const second = (await create(t)).is(201);
			if (first.field("sha") !== second.field("sha")) t.skip("the ref had a new commit meanwhile");
			(await latest(t, t.scene("ref"))).is(200).has({ id: Math.max(first.number("id"), second.number("id")) });
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-147",
		"A pipeline of the same commit on another ref does not count: 403 when only that one exists.",
		"getLatestPipeline",
		async (t) => {
			const other = (await create(t, { id: t.scene("internal_project") })).is(201);
			const { before, made } = await untried(t);
			if (made.field("sha") !== other.field("sha")) t.skip("the internal project has no two refs on one commit");
			before.refuses(403, forbidden);
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-149",
		'An unknown ref answers 403 {"message":"403 Forbidden"}, the same body as a commit without a pipeline.',
		"getLatestPipeline",
		async (t) => {
			(await latest(t, t.unique("ref"))).refuses(403, forbidden);
		},
	),
	rule(
		"PIPE-150",
		"The path segment latest is never read as a pipeline_id.",
		"getLatestPipeline",
		async (t) => {
			const made = (await create(t)).is(201);
			const response = await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id: "latest" });
			response.is(200).has({ id: (await latest(t)).is(200).field("id") });
			const removed = await t.as("owner").call("deletePipeline", { id: t.scene("project"), pipeline_id: "latest" });
			t.holds("latest should not be a pipeline to delete", removed.status >= 400, removed);
			await get(t, made.number("id"));
		},
		{ effect: "writes" },
	),
];
