import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { ask } from "../../rule/graphql";
import { type Check, check } from "../../rule/rule";
import { create, get } from "./lab";

const forbidden = { message: "403 Forbidden" };

const latest = async (t: Trial, ref?: string, id = t.scene("project")): Promise<Answer> =>
	await t.as("maintainer").call("getLatestPipeline", { id, ref });

/** A tag of the internal project that has no pipeline yet, and is there; a pipeline on it is made in the end. */
async function untried(t: Trial): Promise<{ before: Answer; made: Answer }> {
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
export const latestPipelines: readonly Check[] = [
	check(
		"PIPE-143",
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
	check(
		"PIPE-144",
		async (t) => {
			const query = "query ($at: ID!) { project(fullPath: $at) { repository { rootRef } } }";
			const told = await ask(t.as("owner"), query, { at: t.scene("project") });
			const made = (await create(t, { ref: told.text("project.repository.rootRef") })).is(201);
			await create(t, { ref: t.scene("tag_name") });
			(await latest(t)).is(200).has({ id: made.field("id"), ref: made.field("ref") });
		},
		{ effect: "writes" },
	),
	check(
		"PIPE-145",
		async (t) => {
			const { before, made } = await untried(t);
			before.refuses(403);
			(await latest(t, made.string("ref"), t.scene("internal_project"))).is(200).has({ id: made.field("id") });
		},
		{ effect: "writes" },
	),
	check(
		"PIPE-146",
		async (t) => {
			const first = (await create(t)).is(201);
			const second = (await create(t)).is(201);
			if (first.field("sha") !== second.field("sha")) t.skip("the ref had a new commit meanwhile");
			(await latest(t, t.scene("ref"))).is(200).has({ id: Math.max(first.number("id"), second.number("id")) });
		},
		{ effect: "writes" },
	),
	check(
		"PIPE-147",
		async (t) => {
			const other = (await create(t, { id: t.scene("internal_project") })).is(201);
			const { before, made } = await untried(t);
			if (made.field("sha") !== other.field("sha")) t.skip("the internal project has no two refs on one commit");
			before.refuses(403, forbidden);
		},
		{ effect: "writes" },
	),
	check("PIPE-149", async (t) => {
		(await latest(t, t.unique("ref"))).refuses(403, forbidden);
	}),
	check(
		"PIPE-150",
		async (t) => {
			const made = (await create(t)).is(201);
			const told = await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id: "latest" });
			told.is(200).has({ id: (await latest(t)).is(200).field("id") });
			const removed = await t.as("owner").call("deletePipeline", { id: t.scene("project"), pipeline_id: "latest" });
			t.holds("latest should not be a pipeline to delete", removed.status >= 400, removed);
			await get(t, made.number("id"));
		},
		{ effect: "writes" },
	),
];
