import { nobody } from "../../generators/least-params";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";

const linkAt = (t: Trial) => ({ id: t.scene("project"), tag_name: t.scene("tag_name") });

/** How wrong parameters are refused. */
export const parameterErrors = [
	check(
		"ERR-039",
		async (t) => {
			const answer = await t.as("developer").call("createReleaseLink", { ...linkAt(t), name: t.unique("link") });
			answer.refuses(400, { error: "url is missing" });
		},
		{ operations: ["createReleaseLink"] },
	),
	check(
		"ERR-040",
		async (t) => {
			const answer = await t.as("developer").call("createReleaseLink", linkAt(t));
			answer.refuses(400, { error: "name is missing, url is missing" });
		},
		{ operations: ["createReleaseLink"] },
	),
	check(
		"ERR-041",
		async (t) => {
			const answer = await t.as("owner").call("updateRunner", { id: nobody, maximum_timeout: "long" });
			answer.refuses(400, { error: "maximum_timeout is invalid" });
		},
		{ operations: ["updateRunner"] },
	),
	check(
		"ERR-042",
		async (t) => {
			const answer = await t.as("owner").call("listUsers", { sort: "sideways" });
			answer.refuses(400, { error: "sort does not have a valid value" });
		},
		{ operations: ["listUsers"] },
	),
	check("ERR-043", async (t) => {
		(await t.as("owner").call("createUserRunner", {})).refuses(400, {
			error: "runner_type is missing, runner_type does not have a valid value",
		});
	}),
	check(
		"ERR-044",
		async (t) => {
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			const note = (await t.make.issueNote()).fields;
			const at = { ...where, note_id: note.id };
			for (const body of ["", " \n"])
				(await t.as("developer").call("updateIssueNote", { ...at, body })).refuses(400, { error: "body is empty" });
			(await t.as("developer").call("getIssueNote", at)).is(200).has({ body: note.body });
		},
		{ operations: ["updateIssueNote"], effect: "writes" },
	),
	check(
		"ERR-045",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			(await t.as("owner").call("updateRunner", { id, active: true, paused: true })).refuses(400, {
				error: "active, paused are mutually exclusive",
			});
		},
		{ operations: ["updateRunner"] },
	),
	check(
		"ERR-046",
		async (t) => {
			const link_id = (await t.make.releaseLink()).number("id");
			(await t.as("developer").call("updateReleaseLink", { ...linkAt(t), link_id })).refuses(400, {
				error: "name, url are missing, at least one parameter must be provided",
			});
		},
		{ operations: ["updateReleaseLink"] },
	),
	check(
		"ERR-048",
		async (t) => {
			const asked = { id: t.scene("project"), ref: t.scene("ref"), variables: [{ value: "without a key" }] };
			(await t.as("owner").call("createPipeline", asked)).refuses(400, { error: "variables[0][key] is missing" });
		},
		{ operations: ["createPipeline"] },
	),
	check(
		"ERR-050",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			const before = (await t.as("owner").call("getRunner", { id })).is(200).json;
			const half = { id, description: "changed", maximum_timeout: 5 };
			(await t.as("owner").call("updateRunner", half)).is(400);
			t.same("the runner", (await t.as("owner").call("getRunner", { id })).json, before);
		},
		{ operations: ["updateRunner"] },
	),
	check(
		"ERR-052",
		async (t) => {
			const id = (await t.make.runner()).number("id");
			(await t.as("outsider").call("updateRunner", { id, paused: "perhaps" })).refuses(400, {
				error: "paused is invalid",
			});
		},
		{ operations: ["updateRunner"] },
	),
];
