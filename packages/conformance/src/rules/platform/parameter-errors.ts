import { nobody } from "../../generators/least-params";
import type { Context } from "../../rule/context";
import { assumed } from "../../rule/rule";

const linkAt = (t: Context) => ({ id: t.scene("project"), tag_name: t.scene("tag_name") });

/** How wrong parameters are refused. */
export const parameterErrors = [
	assumed("ERR-039", 'A missing required parameter → 400 {"error":"<param> is missing"}.', ["createReleaseLink"], async (t) => {
		const answer = await t.as("developer").call("createReleaseLink", { ...linkAt(t), name: t.unique("link") });
		answer.refuses(400, { error: "url is missing" });
	}),
	assumed(
		"ERR-040",
		'Several validation failures come in one text joined by ", ": {"error":"name is missing, scopes is missing"}.',
		["createReleaseLink"],
		async (t) => {
			const answer = await t.as("developer").call("createReleaseLink", linkAt(t));
			answer.refuses(400, { error: "name is missing, url is missing" });
		},
	),
	assumed("ERR-041", 'A value of the wrong type → 400 {"error":"<param> is invalid"}.', ["updateRunner"], async (t) => {
		const answer = await t.as("owner").call("updateRunner", { id: nobody, maximum_timeout: "long" });
		answer.refuses(400, { error: "maximum_timeout is invalid" });
	}),
	assumed("ERR-042", 'A value outside an enum → 400 {"error":"<param> does not have a valid value"}.', ["listUsers"], async (t) => {
		const answer = await t.as("owner").call("listUsers", { sort: "sideways" });
		answer.refuses(400, { error: "sort does not have a valid value" });
	}),
	assumed(
		"ERR-043",
		'A missing required root parameter that has an enum yields both texts: {"error":"runner_type is missing, runner_type does not have a valid value"}.',
		"createUserRunner",
		async (t) => {
			(await t.as("owner").call("createUserRunner", {})).refuses(400, {
				error: "runner_type is missing, runner_type does not have a valid value",
			});
		},
	),
	assumed(
		"ERR-044",
		'A blank value where none is allowed → 400 {"error":"<param> is empty"}.',
		["updateIssueNote"],
		async (t) => {
			const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
			const note = (await t.given.issueNote()).fields;
			const at = { ...where, note_id: note.id };
			for (const body of ["", " \n"]) (await t.as("developer").call("updateIssueNote", { ...at, body })).refuses(400, { error: "body is empty" });
			(await t.as("developer").call("getIssueNote", at)).is(200).has({ body: note.body });
		},
		{ effect: "writes" },
	),
	assumed(
		"ERR-045",
		'Two exclusive parameters together → 400 {"error":"<a>, <b> are mutually exclusive"} (active and paused on runner update).',
		["updateRunner"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			(await t.as("owner").call("updateRunner", { id, active: true, paused: true })).refuses(400, {
				error: "active, paused are mutually exclusive",
			});
		},
	),
	assumed(
		"ERR-046",
		'None of a set of which one is needed → 400 {"error":"<a>, <b> are missing, at least one parameter must be provided"} (release link update).',
		["updateReleaseLink"],
		async (t) => {
			const link_id = (await t.given.releaseLink()).number("id");
			(await t.as("developer").call("updateReleaseLink", { ...linkAt(t), link_id })).refuses(400, {
				error: "name, url are missing, at least one parameter must be provided",
			});
		},
	),
	assumed("ERR-048", 'A failure inside an array of hashes names its position: {"error":"variables[0][key] is missing"}.', ["createPipeline"], async (t) => {
		const asked = { id: t.scene("project"), ref: t.scene("ref"), variables: [{ value: "without a key" }] };
		(await t.as("owner").call("createPipeline", asked)).refuses(400, { error: "variables[0][key] is missing" });
	}),
	assumed("ERR-050", "A 400 leaves the state unchanged, also when only one of several fields was wrong.", ["updateRunner"], async (t) => {
		const id = (await t.given.runner()).number("id");
		const before = (await t.as("owner").call("getRunner", { id })).is(200).json;
		const half = { id, description: "changed", maximum_timeout: 5 };
		(await t.as("owner").call("updateRunner", half)).is(400);
		t.same("the runner", (await t.as("owner").call("getRunner", { id })).json, before);
	}),
	assumed(
		"ERR-052",
		"Parameters are validated before permission: a malformed request by a signed-in caller without rights → 400.",
		["updateRunner"],
		async (t) => {
			const id = (await t.given.runner()).number("id");
			(await t.as("outsider").call("updateRunner", { id, paused: "perhaps" })).refuses(400, {
				error: "paused is invalid",
			});
		},
	),
];
