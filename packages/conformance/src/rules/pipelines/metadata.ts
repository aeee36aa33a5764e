import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, get, list, untouched } from "./lab";

const rename = async (t: Context, pipeline_id: number, name: unknown, who: Caller = t.as("maintainer")): Promise<Answer> =>
	await who.call("updatePipelineMetadata", { id: t.scene("project"), pipeline_id, name });

const newOne = async (t: Context): Promise<number> => (await create(t)).is(201).number("id");

/** A refusal whose message begins so. */
const begins = (t: Context, response: Answer, start: string): void =>
	t.holds(`the message should begin "${start}"`, response.refuses(400).string("message").startsWith(start), response);

/** Names of pipelines. */
export const pipelineNames: readonly Rule[] = [
	rule("PIPE-228", "PUT name=X answers with the full pipeline including name X.", "updatePipelineMetadata", async (t) => {
		const id = await newOne(t);
		const name = t.unique("Name");
		(await rename(t, id, name)).ok.has({ id, name }).shows("detailed_status", "user", "before_sha");
	}),
	rule("PIPE-229", "After a rename the name appears in get, latest, retry and cancel responses and in the list item.", "updatePipelineMetadata", async (t) => {
		const pipeline_id = await newOne(t);
		const id = t.scene("project");
		const name = t.unique("Name");
		(await rename(t, pipeline_id, name)).ok;
		(await get(t, pipeline_id)).has({ name });
		const ref = t.scene("ref");
		(await t.as("maintainer").call("getLatestPipeline", { id, ref })).is(200).has({ id: pipeline_id, name });
		for (const operation of ["retryPipeline", "cancelPipeline"] as const) (await t.as("maintainer").call(operation, { id, pipeline_id })).ok.has({ name });
		const listed = (await list(t)).is(200);
		t.same("the name in the list", listed.items.find((one) => one.id === pipeline_id)?.name, name, listed);
	}),
	assumed("PIPE-230", "Before any rename the full record has no name or a null name.", "updatePipelineMetadata", async (t) => {
		const { name = null } = (await get(t, await newOne(t))).fields;
		t.same("the name", name, null);
	}),
	rule("PIPE-231", "A renamed pipeline is found by listPipelines with name=X and no longer by its former name.", "updatePipelineMetadata", async (t) => {
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
	assumed("PIPE-232", 'Missing name answers 400 {"error":"name is missing"}.', "updatePipelineMetadata", async (t) => {
		const id = await newOne(t);
		(await untouched(t, id, () => rename(t, id, undefined))).refuses(400, { error: "name is missing" });
	}),
	assumed(
		"PIPE-233",
		'A name of 255 characters is accepted; 256 answer 400 {"message":"Failed to update pipeline - Name is too long (maximum is 255 characters)"} and nothing changes.',
		"updatePipelineMetadata",
		async (t) => {
			const id = await newOne(t);
			const name = "a".repeat(255);
			(await rename(t, id, name)).is(200).has({ name });
			const response = await untouched(t, id, () => rename(t, id, `${name}a`));
			response.refuses(400, { message: "Failed to update pipeline - Name is too long (maximum is 255 characters)" });
		},
	),
	assumed(
		"PIPE-234",
		'An empty or whitespace-only name answers 400 (message starts "Failed to update pipeline - Name is too short"); surrounding blanks are trimmed.',
		"updatePipelineMetadata",
		async (t) => {
			const id = await newOne(t);
			for (const name of ["", " \t "]) begins(t, await untouched(t, id, () => rename(t, id, name)), "Failed to update pipeline - Name is too short");
			(await rename(t, id, "  Nightly build ")).is(200).has({ name: "Nightly build" });
		},
	),
	assumed(
		"PIPE-235",
		"Developer and above may rename (pipelines of others included); reporter and guest 403; non-member of a private project 404; anonymous 401.",
		"updatePipelineMetadata",
		async (t) => {
			const id = await newOne(t);
			for (const who of ["developer", "maintainer"] as const) (await rename(t, id, who, t.as(who))).is(200).has({ name: who });
			for (const who of ["reporter", "guest"] as const)
				(await untouched(t, id, () => rename(t, id, "Mine", t.as(who)))).refuses(403, { message: "403 Forbidden" });
			(await untouched(t, id, () => rename(t, id, "Mine", t.anonymous))).refuses(401, { message: "401 Unauthorized" });
			const hidden = { id: t.scene("private_project"), pipeline_id: id, name: "Mine" };
			const response = await t.as("outsider").call("updatePipelineMetadata", hidden);
			response.refuses(404, { message: "404 Project Not Found" });
		},
	),
	assumed("PIPE-236", "Renaming changes no field but name and updated_at; status stays.", "updatePipelineMetadata", async (t) => {
		const id = await newOne(t);
		const before = (await get(t, id)).fields;
		const name = t.unique("name");
		(await rename(t, id, name)).is(200);
		const after = await get(t, id);
		t.same("the renamed pipeline", after.fields, { ...before, name, updated_at: after.field("updated_at") }, after);
	}),
];
