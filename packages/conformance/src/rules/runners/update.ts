import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { assign, assumed, contact, detail, inVain, kinds, locked, make, manyTags, projectsOf, rule, tagless, tooManyTags, unusual, works } from "./lab";

/** A runner's fields before an update. */
const full: Params = {
	description: "Before",
	tag_list: ["a", "b"],
	access_level: "not_protected",
	maximum_timeout: 7200,
	maintenance_note: "Old note",
	locked: true,
};

const read = async (t: Context, id: number) => (await t.as("owner").call("getRunner", { id })).ok.fields;

/** Updates only these fields. The response and the next read must show them, and all other fields unchanged. */
async function changes(t: Context, params: Params, shown: Params = params, made: Params = full): Promise<void> {
	const id = (await t.given.projectRunner(made)).number("id");
	const expected = { ...(await read(t, id)), ...shown };
	const response = (await t.as("maintainer").call("updateRunner", { id, ...params })).ok;
	t.same(`the response to ${JSON.stringify(params).slice(0, 80)}`, response.fields, expected, response);
	t.same("the runner read afterwards", await read(t, id), expected);
}

/** An update that must be refused, with this body if it is set, and must not change the runner. */
async function refuses(t: Context, params: Params, body?: object, made: Params = full): Promise<void> {
	const id = (await t.given.projectRunner(made)).number("id");
	await inVain(t, id, async () => {
		// Sent as JSON, because a body without fields would otherwise not be sent.
		const response = await t.as("maintainer").send("PUT", `/api/v4/runners/${id}`, { json: params });
		if (body) response.refuses(400, body);
		else t.holds("the change should be refused", response.refused, response);
	});
}

/** How a runner is updated. */
export const updating: readonly Rule[] = [
	rule(
		"RUNNER-286, RUNNER-352, USER-657",
		"A locked project runner cannot be assigned to another project, except by administrators, whatever its other settings. Unlocking it lifts that.",
		["updateRunner", "assignProjectRunner"],
		async (t) => {
			for (const settings of [{}, unusual(t)]) {
				const runner_id = (await t.given.projectRunner({ ...settings, locked: true })).number("id");
				const id = t.scene("internal_project");
				const lock = async (locked: boolean) => (await t.as("maintainer").call("updateRunner", { id: runner_id, locked })).ok;
				// Locked when it was created, by an update, and while it has two projects.
				for (const turn of ["created", "updated", "assigned"]) {
					if (turn === "updated") for (const locked of [false, true]) await lock(locked);
					if (turn === "assigned") (await assign(t, t.as("administrator"), t.scene("private_project"), runner_id)).ok;
					await inVain(t, runner_id, async () => {
						for (const who of ["maintainer", "owner"] as const) (await assign(t, t.as(who), id, runner_id)).refuses(403, locked);
					});
				}
				await lock(false);
				(await assign(t, t.as("maintainer"), id, runner_id)).ok;
				t.same("the number of the runner's projects after it was unlocked", (await projectsOf(t, runner_id)).length, 3);
			}
		},
	),
	rule("RUNNER-289..291", "paused=true or the deprecated active=false pauses a runner; paused=false or active=true resumes it.", "updateRunner", async (t) => {
		for (const kind of kinds) {
			const runner = await make(t, kind);
			const id = runner.number("id");
			await contact(t, runner.string("token"));
			for (const [sent, paused] of [
				[{ paused: true }, true],
				[{ active: false }, true],
				[{ active: true }, false],
				[{ paused: false }, false],
				[{ active: false }, true],
				[{ paused: false }, false],
			] as const)
				for (const shown of [(await t.as("administrator").call("updateRunner", { id, ...sent })).ok, await detail(t, id)]) {
					const follows = shown.field("paused") === paused && shown.field("active") === !paused;
					(paused ? t.holds : t.assume)(`${JSON.stringify(sent)} should ${paused ? "pause" : "resume"} it`, follows, shown);
					t.assume("the status should follow", shown.field("status") === (paused ? "paused" : "online"), shown);
				}
		}
	}),
	assumed("RUNNER-292", "active and paused are mutually exclusive: an update with both, whatever their values, returns 400.", "updateRunner", async (t) => {
		for (const active of [true, false])
			for (const paused of [true, false]) await refuses(t, { active, paused }, { error: "active, paused are mutually exclusive" });
	}),
	assumed("RUNNER-293", "An update of a runner without any known field returns 400, and the error lists all fields.", "updateRunner", async (t) => {
		const names = ["description", "active", "paused", "tag_list", "run_untagged", "locked", "access_level", "maximum_timeout", "maintenance_note"];
		const body = { error: `${names.join(", ")} are missing, at least one parameter must be provided` };
		for (const params of [{}, { status: "stale" }, { nonsense: 1 }]) await refuses(t, params, body);
	}),
	assumed("RUNNER-294, RUNNER-295", "tag_list replaces all tags: a list or comma-separated text. An empty list removes them.", "updateRunner", async (t) => {
		for (const [tag_list, shown] of [
			[
				["y", "x"],
				["y", "x"],
			],
			["x,y", ["x", "y"]],
			["x, y,,x", ["x", "y"]],
			[[], []],
		] as const)
			await changes(t, { tag_list }, { tag_list: shown });
	}),
	assumed(
		"RUNNER-296..298",
		"A runner with run_untagged=false needs at least one tag, whether an update sets run_untagged or tag_list. A runner has at most 50 tags.",
		"updateRunner",
		async (t) => {
			await refuses(t, { run_untagged: false }, tagless, { ...full, tag_list: [] });
			for (const tag_list of [[], " ", ""]) await refuses(t, { tag_list }, tagless, { ...full, run_untagged: false });
			await refuses(t, { run_untagged: false, tag_list: [] }, tagless);
			await refuses(t, { tag_list: manyTags(51).join(",") }, tooManyTags);
			await changes(t, { run_untagged: false, tag_list: ["x"] }, { run_untagged: false, tag_list: ["x"] }, { ...full, tag_list: [] });
		},
	),
	rule("RUNNER-300", "maximum_timeout=null removes the limit.", "updateRunner", async (t) => await changes(t, { maximum_timeout: null })),
	assumed(
		"RUNNER-095, RUNNER-313",
		"An update of a runner ignores status, runner_type, token, projects and all other fields that are not settings.",
		"updateRunner",
		async (t) => {
			const runner = await t.given.projectRunner(full);
			const id = runner.number("id");
			const expected = { ...(await read(t, id)), description: "changed" };
			const ignored = { status: "stale", runner_type: "instance_type", token: "chosen", projects: [], name: "x", group_id: 1, is_shared: true, online: true };
			(await t.as("owner").call("updateRunner", { id, description: "changed", ...ignored })).is(200);
			t.same("the runner", await read(t, id), expected);
			t.holds("its token should still work", await works(t, runner.string("token")));
			t.holds("another should not", !(await works(t, "chosen")));
		},
	),
];
