import type { Params } from "../../rule/address";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { assign, projectsOf, shared } from "./assigned";
import { works } from "./refusals";

async function readOf(t: Context, id: number) {
	return (await t.as("owner").call("getRunner", { id })).is(200).fields;
}

/** Sends fields alone: the answer and the next read show them, and all else as it was. */
async function changes(t: Context, params: Params, shown: Params = params, made: Params = {}): Promise<void> {
	const id = (await t.given.projectRunner(made)).number("id");
	const wanted = { ...(await readOf(t, id)), ...shown };
	const answer = (await t.as("owner").call("updateRunner", { id, ...params })).is(200);
	t.same("the answer", answer.fields, wanted, answer);
	t.same("what is read then", await readOf(t, id), wanted);
}

/** Is refused with this body, and changes nothing. */
async function refuses(t: Context, params: Params, body?: unknown, made: Params = {}): Promise<void> {
	const id = (await t.given.projectRunner(made)).number("id");
	const before = await readOf(t, id);
	(await t.as("owner").call("updateRunner", { id, ...params })).refuses(400, body);
	t.same("the runner after the refusal", await readOf(t, id), before);
}

const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag-${index + 1}`);
const tagless = { message: { tags_list: ["can not be empty when runner is not allowed to pick untagged jobs"] } };
const tooMany = { message: { tags_list: ["Too many tags specified. Please limit the number of tags to 50"] } };

export const updating = [
	...(
		[
			["RUNNER-281", { description: "Builds of the shop" }],
			["RUNNER-282", { tag_list: ["linux", "docker"] }],
			["RUNNER-283", { access_level: "ref_protected" }],
			["RUNNER-284", { maximum_timeout: 3600 }],
			["RUNNER-285", { maintenance_note: "Ask first." }],
		] as const
	).map(([claim, params]) => byClaim(claim, async (t) => await changes(t, params))),
	rule(
		"RUNNER-286",
		"PUT {locked:true} locks a project runner: a later assign to another project by a non-administrator is refused; {locked:false} lifts it.",
		"updateRunner",
		async (t) => {
			const runner_id = (await t.given.projectRunner()).number("id");
			const id = t.scene("internal_project");
			(await t.as("owner").call("updateRunner", { id: runner_id, locked: true })).is(200);
			(await assign(t, t.as("owner"), id, runner_id)).is(403);
			t.same("how many projects have it", (await projectsOf(t, runner_id)).length, 1);
			(await t.as("owner").call("updateRunner", { id: runner_id, locked: false })).is(200);
			(await assign(t, t.as("owner"), id, runner_id)).is(201);
		},
	),
	assumed(
		"RUNNER-287",
		"PUT {run_untagged:false} on a tagged runner answers 200; where the detail carries run_untagged it is then false.",
		"updateRunner",
		async (t) => {
			const id = (await t.given.projectRunner({ tag_list: ["linux"] })).number("id");
			const answer = (await t.as("owner").call("updateRunner", { id, run_untagged: false })).is(200);
			if (Object.hasOwn(answer.fields, "run_untagged")) answer.has({ run_untagged: false });
		},
	),
	rule(
		"RUNNER-289",
		"PUT with paused=true pauses the runner: response shows paused true and active false.",
		"updateRunner",
		async (t) => await changes(t, { paused: true }, { paused: true, active: false }),
	),
	rule(
		"RUNNER-290",
		"PUT with active=false (deprecated) has the same effect as paused=true.",
		"updateRunner",
		async (t) => await changes(t, { active: false }, { paused: true, active: false }),
	),
	assumed("RUNNER-291", "PUT with paused=false or active=true resumes the runner: paused false, active true.", "updateRunner", async (t) => {
		for (const params of [{ paused: false }, { active: true }]) await changes(t, params, { paused: false, active: true }, { paused: true });
	}),
	assumed(
		"RUNNER-292",
		'active and paused together answer 400 {"error":"active, paused are mutually exclusive"}.',
		"updateRunner",
		async (t) => await refuses(t, { active: false, paused: true }, { error: "active, paused are mutually exclusive" }),
	),
	assumed("RUNNER-293", 'An empty body answers 400 with an error ending "are missing, at least one parameter must be provided".', "updateRunner", async (t) => {
		const id = (await t.given.projectRunner()).number("id");
		const answer = (await t.as("owner").send("PUT", `/api/v4/runners/${id}`, { json: {} })).is(400);
		const end = "are missing, at least one parameter must be provided";
		t.holds(`error should end in ${end}`, answer.string("error").endsWith(end), answer);
	}),
	assumed("RUNNER-294", "tag_list replaces the whole list; it may be sent as a JSON array or a comma-separated string.", "updateRunner", async (t) => {
		const made = { tag_list: ["old", "older"] };
		await changes(t, { tag_list: ["one", "two"] }, { tag_list: ["one", "two"] }, made);
		await changes(t, { tag_list: "one,two" }, { tag_list: ["one", "two"] }, made);
	}),
	assumed(
		"RUNNER-295",
		"tag_list=[] clears the tags of a runner with run_untagged true.",
		"updateRunner",
		async (t) => await changes(t, { tag_list: [] }, { tag_list: [] }, { tag_list: ["old"] }),
	),
	assumed(
		"RUNNER-296",
		'run_untagged=false on a runner without tags answers 400 {"message":{"tags_list":["can not be empty when runner is not allowed to pick untagged jobs"]}}.',
		"updateRunner",
		async (t) => await refuses(t, { run_untagged: false }, tagless),
	),
	assumed(
		"RUNNER-297",
		"tag_list=[] on a runner with run_untagged false answers the same 400 and keeps the tags.",
		"updateRunner",
		async (t) => await refuses(t, { tag_list: [] }, tagless, { run_untagged: false, tag_list: ["old"] }),
	),
	assumed(
		"RUNNER-298",
		'50 tags are accepted; 51 answer 400 {"message":{"tags_list":["Too many tags specified. Please limit the number of tags to 50"]}}.',
		"updateRunner",
		async (t) => {
			await changes(t, { tag_list: tags(50) });
			await refuses(t, { tag_list: tags(51) }, tooMany);
		},
	),
	assumed(
		"RUNNER-299",
		'maximum_timeout=600 is accepted; 599 answers 400 {"message":{"maximum_timeout":["needs to be at least 10 minutes"]}}.',
		"updateRunner",
		async (t) => {
			await changes(t, { maximum_timeout: 600 });
			await refuses(t, { maximum_timeout: 599 }, { message: { maximum_timeout: ["needs to be at least 10 minutes"] } });
		},
	),
	assumed(
		"RUNNER-300",
		"maximum_timeout=null clears the limit (null in the response).",
		"updateRunner",
		async (t) => await changes(t, { maximum_timeout: null }, { maximum_timeout: null }, { maximum_timeout: 3600 }),
	),
	rule("RUNNER-301", "maintenance_note of 1024 characters is accepted; 1025 characters are refused and the old note stays.", "updateRunner", async (t) => {
		await changes(t, { maintenance_note: "n".repeat(1024) });
		await refuses(t, { maintenance_note: "n".repeat(1025) }, undefined, { maintenance_note: "Ask first." });
	}),
	assumed(
		"RUNNER-302",
		'maintenance_note of 1025 characters answers 400 {"message":{"maintenance_note":["is too long (maximum is 1024 characters)"]}}.',
		"updateRunner",
		async (t) => await refuses(t, { maintenance_note: "n".repeat(1025) }, { message: { maintenance_note: ["is too long (maximum is 1024 characters)"] } }),
	),
	assumed("RUNNER-303", "description of 1024 characters is accepted; 1025 answers 400 with message.description.", "updateRunner", async (t) => {
		await changes(t, { description: "d".repeat(1024) });
		const id = (await t.given.projectRunner()).number("id");
		const answer = await t.as("owner").call("updateRunner", { id, description: "d".repeat(1025) });
		const message = answer.is(400).field("message");
		t.holds("message should name description", typeof message === "object" && message !== null && "description" in message, answer);
	}),
	assumed(
		"RUNNER-304",
		'access_level=other answers 400 {"error":"access_level does not have a valid value"}; paused=maybe 400 {"error":"paused is invalid"}.',
		"updateRunner",
		async (t) => {
			await refuses(t, { access_level: "other" }, { error: "access_level does not have a valid value" });
			await refuses(t, { paused: "maybe" }, { error: "paused is invalid" });
		},
	),
	assumed(
		"RUNNER-312",
		"A Maintainer of a project the runner is merely assigned to (not its owner project) may update a runner assigned to several projects.",
		"updateRunner",
		async (t) => {
			const project = t.scene("project");
			const { id } = await shared(t);
			// The maintainer looks after both projects by the group; that the right comes from either cannot be told apart here.
			const answer = await t.as("maintainer").call("updateRunner", { id, description: `of ${project}` });
			answer.is(200).has({ description: `of ${project}` });
		},
	),
	assumed("RUNNER-313", "runner_type, token and projects cannot be changed by PUT: such fields are ignored.", "updateRunner", async (t) => {
		const runner = await t.given.projectRunner();
		const id = runner.number("id");
		const before = await readOf(t, id);
		const others = { runner_type: "instance_type", token: "chosen", projects: [] };
		(await t.as("owner").call("updateRunner", { id, description: "changed", ...others })).is(200);
		t.same("the runner", await readOf(t, id), { ...before, description: "changed" });
		t.holds("its token should work still", await works(t, runner.string("token")));
	}),
];
