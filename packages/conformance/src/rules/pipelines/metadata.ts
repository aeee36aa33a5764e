import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { create, get, list, untouched } from "./lab";

const rename = async (
	t: Trial,
	pipeline_id: number,
	name: unknown,
	who: Caller = t.as("maintainer"),
): Promise<Answer> => await who.call("updatePipelineMetadata", { id: t.scene("project"), pipeline_id, name });

const newOne = async (t: Trial): Promise<number> => (await create(t)).is(201).number("id");

/** A refusal whose message begins so. */
const begins = (t: Trial, told: Answer, start: string): void =>
	t.holds(`the message should begin "${start}"`, told.refuses(400).string("message").startsWith(start), told);

/** Names of pipelines. */
export const pipelineNames: readonly Check[] = [
	check("PIPE-228", async (t) => {
		const id = await newOne(t);
		const name = t.unique("Name");
		(await rename(t, id, name)).ok.has({ id, name }).shows("detailed_status", "user", "before_sha");
	}),
	check("PIPE-229", async (t) => {
		const pipeline_id = await newOne(t);
		const id = t.scene("project");
		const name = t.unique("Name");
		(await rename(t, pipeline_id, name)).ok;
		(await get(t, pipeline_id)).has({ name });
		const ref = t.scene("ref");
		(await t.as("maintainer").call("getLatestPipeline", { id, ref })).is(200).has({ id: pipeline_id, name });
		for (const operation of ["retryPipeline", "cancelPipeline"] as const)
			(await t.as("maintainer").call(operation, { id, pipeline_id })).ok.has({ name });
		const listed = (await list(t)).is(200);
		t.same("the name in the list", listed.items.find((one) => one.id === pipeline_id)?.name, name, listed);
	}),
	check("PIPE-230", async (t) => {
		const { name = null } = (await get(t, await newOne(t))).fields;
		t.same("the name", name, null);
	}),
	check("PIPE-231", async (t) => {
		const id = await newOne(t);
		const [former, name] = [t.unique("Former"), t.unique("Latter")];
		(await rename(t, id, former)).ok;
		const before = await list(t, { name: former });
		t.same("the pipelines of the former name before", before.is(200).ids, [id], before);
		(await rename(t, id, name)).ok;
		const listed = await list(t, { name });
		t.same("the pipelines of the new name", listed.is(200).ids, [id], listed);
		const after = await list(t, { name: former });
		t.same("the pipelines of the former name", after.is(200).json, [], after);
	}),
	check("PIPE-232", async (t) => {
		const id = await newOne(t);
		(await untouched(t, id, () => rename(t, id, undefined))).refuses(400, { error: "name is missing" });
	}),
	check("PIPE-233", async (t) => {
		const id = await newOne(t);
		const name = "a".repeat(255);
		(await rename(t, id, name)).is(200).has({ name });
		const told = await untouched(t, id, () => rename(t, id, `${name}a`));
		told.refuses(400, { message: "Failed to update pipeline - Name is too long (maximum is 255 characters)" });
	}),
	check("PIPE-234", async (t) => {
		const id = await newOne(t);
		for (const name of ["", " \t "])
			begins(t, await untouched(t, id, () => rename(t, id, name)), "Failed to update pipeline - Name is too short");
		(await rename(t, id, "  Nightly build ")).is(200).has({ name: "Nightly build" });
	}),
	check("PIPE-235", async (t) => {
		const id = await newOne(t);
		for (const who of ["developer", "maintainer"] as const)
			(await rename(t, id, who, t.as(who))).is(200).has({ name: who });
		for (const who of ["reporter", "guest"] as const)
			(await untouched(t, id, () => rename(t, id, "Mine", t.as(who)))).refuses(403, { message: "403 Forbidden" });
		(await untouched(t, id, () => rename(t, id, "Mine", t.anonymous))).refuses(401, { message: "401 Unauthorized" });
		const hidden = { id: t.scene("private_project"), pipeline_id: id, name: "Mine" };
		const told = await t.as("outsider").call("updatePipelineMetadata", hidden);
		told.refuses(404, { message: "404 Project Not Found" });
	}),
	check("PIPE-236", async (t) => {
		const id = await newOne(t);
		const before = (await get(t, id)).fields;
		const name = t.unique("name");
		(await rename(t, id, name)).is(200);
		const after = await get(t, id);
		t.same("the renamed pipeline", after.fields, { ...before, name, updated_at: after.field("updated_at") }, after);
	}),
];
