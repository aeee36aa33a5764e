import type { Params } from "../../rule/address";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";
import { assign, projectsOf, shared } from "./assigned";
import { works } from "./refusals";

async function readOf(t: Trial, id: number) {
	return (await t.as("owner").call("getRunner", { id })).is(200).fields;
}

/** Sends fields alone: the answer and the next read show them, and all else as it was. */
async function changes(t: Trial, params: Params, shown: Params = params, made: Params = {}): Promise<void> {
	const id = (await t.make.projectRunner(made)).number("id");
	const wanted = { ...(await readOf(t, id)), ...shown };
	const answer = (await t.as("owner").call("updateRunner", { id, ...params })).is(200);
	t.same("the answer", answer.fields, wanted, answer);
	t.same("what is read then", await readOf(t, id), wanted);
}

/** Is refused with this body, and changes nothing. */
async function refuses(t: Trial, params: Params, body?: unknown, made: Params = {}): Promise<void> {
	const id = (await t.make.projectRunner(made)).number("id");
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
	).map(([claim, params]) => check(claim, async (t) => await changes(t, params))),
	check("RUNNER-286", async (t) => {
		const runner_id = (await t.make.projectRunner()).number("id");
		const id = t.scene("internal_project");
		(await t.as("owner").call("updateRunner", { id: runner_id, locked: true })).is(200);
		(await assign(t, t.as("owner"), id, runner_id)).is(403);
		t.same("how many projects have it", (await projectsOf(t, runner_id)).length, 1);
		(await t.as("owner").call("updateRunner", { id: runner_id, locked: false })).is(200);
		(await assign(t, t.as("owner"), id, runner_id)).is(201);
	}),
	check("RUNNER-287", async (t) => {
		const id = (await t.make.projectRunner({ tag_list: ["linux"] })).number("id");
		const answer = (await t.as("owner").call("updateRunner", { id, run_untagged: false })).is(200);
		if (Object.hasOwn(answer.fields, "run_untagged")) answer.has({ run_untagged: false });
	}),
	check("RUNNER-289", async (t) => await changes(t, { paused: true }, { paused: true, active: false })),
	check("RUNNER-290", async (t) => await changes(t, { active: false }, { paused: true, active: false })),
	check("RUNNER-291", async (t) => {
		for (const params of [{ paused: false }, { active: true }])
			await changes(t, params, { paused: false, active: true }, { paused: true });
	}),
	check(
		"RUNNER-292",
		async (t) => await refuses(t, { active: false, paused: true }, { error: "active, paused are mutually exclusive" }),
	),
	check("RUNNER-293", async (t) => {
		const id = (await t.make.projectRunner()).number("id");
		const answer = (await t.as("owner").send("PUT", `/api/v4/runners/${id}`, { json: {} })).is(400);
		const end = "are missing, at least one parameter must be provided";
		t.holds(`error should end in ${end}`, answer.string("error").endsWith(end), answer);
	}),
	check("RUNNER-294", async (t) => {
		const made = { tag_list: ["old", "older"] };
		await changes(t, { tag_list: ["one", "two"] }, { tag_list: ["one", "two"] }, made);
		await changes(t, { tag_list: "one,two" }, { tag_list: ["one", "two"] }, made);
	}),
	check("RUNNER-295", async (t) => await changes(t, { tag_list: [] }, { tag_list: [] }, { tag_list: ["old"] })),
	check("RUNNER-296", async (t) => await refuses(t, { run_untagged: false }, tagless)),
	check(
		"RUNNER-297",
		async (t) => await refuses(t, { tag_list: [] }, tagless, { run_untagged: false, tag_list: ["old"] }),
	),
	check("RUNNER-298", async (t) => {
		await changes(t, { tag_list: tags(50) });
		await refuses(t, { tag_list: tags(51) }, tooMany);
	}),
	check("RUNNER-299", async (t) => {
		await changes(t, { maximum_timeout: 600 });
		await refuses(t, { maximum_timeout: 599 }, { message: { maximum_timeout: ["needs to be at least 10 minutes"] } });
	}),
	check(
		"RUNNER-300",
		async (t) => await changes(t, { maximum_timeout: null }, { maximum_timeout: null }, { maximum_timeout: 3600 }),
	),
	check("RUNNER-301", async (t) => {
		await changes(t, { maintenance_note: "n".repeat(1024) });
		await refuses(t, { maintenance_note: "n".repeat(1025) }, undefined, { maintenance_note: "Ask first." });
	}),
	check(
		"RUNNER-302",
		async (t) =>
			await refuses(
				t,
				{ maintenance_note: "n".repeat(1025) },
				{ message: { maintenance_note: ["is too long (maximum is 1024 characters)"] } },
			),
	),
	check("RUNNER-303", async (t) => {
		await changes(t, { description: "d".repeat(1024) });
		const id = (await t.make.projectRunner()).number("id");
		const answer = await t.as("owner").call("updateRunner", { id, description: "d".repeat(1025) });
		const message = answer.is(400).field("message");
		t.holds(
			"message should name description",
			typeof message === "object" && message !== null && "description" in message,
			answer,
		);
	}),
	check("RUNNER-304", async (t) => {
		await refuses(t, { access_level: "other" }, { error: "access_level does not have a valid value" });
		await refuses(t, { paused: "maybe" }, { error: "paused is invalid" });
	}),
	check("RUNNER-312", async (t) => {
		const project = t.scene("project");
		const { id } = await shared(t);
		// The maintainer looks after both projects by the group; that the right comes from either cannot be told apart here.
		const answer = await t.as("maintainer").call("updateRunner", { id, description: `of ${project}` });
		answer.is(200).has({ description: `of ${project}` });
	}),
	check("RUNNER-313", async (t) => {
		const runner = await t.make.projectRunner();
		const id = runner.number("id");
		const before = await readOf(t, id);
		const others = { runner_type: "instance_type", token: "chosen", projects: [] };
		(await t.as("owner").call("updateRunner", { id, description: "changed", ...others })).is(200);
		t.same("the runner", await readOf(t, id), { ...before, description: "changed" });
		t.holds("its token should work still", await works(t, runner.string("token")));
	}),
];
