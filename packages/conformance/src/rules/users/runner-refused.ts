import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { unknownId } from "./person";
import { describedAs, detailOf, placeOf, type RunnerType, runnerOf } from "./runner-places";

const denied = { message: "403 Forbidden - Insufficient permissions" };
const group: Params = { runner_type: "group_type" };
const project: Params = { runner_type: "project_type" };

/** Bodies that are refused, as the administrator sends them. */
const refusals: readonly (readonly [claim: string, ...cases: readonly (readonly [given: Params, body: Params])[]])[] = [
	["USER-636", [{}, { error: "runner_type is missing, runner_type does not have a valid value" }]],
	["USER-637", [{ runner_type: "unknown" }, { error: "runner_type does not have a valid value" }]],
	["USER-642", [group, { error: "group_id is missing" }], [project, { error: "project_id is missing" }]],
	[
		"USER-643",
		[{ ...group, group_id: unknownId }, { message: "400 Bad request - Missing/invalid group" }],
		[{ ...project, project_id: unknownId }, { message: "400 Bad request - Missing/invalid project" }],
	],
];

/** Settings of a group's runner that are refused, with the whole body or what its message holds. */
const unsettable: readonly (readonly [claim: string, given: Params, response: Params | string, allowed?: Params])[] = [
	["USER-676", { maintenance_note: "n".repeat(1025) }, { message: "400 Bad request - Maintenance note is too long (maximum is 1024 characters)" }],
	["USER-677", { maximum_timeout: 599 }, "needs to be at least 10 minutes", { maximum_timeout: 600 }],
	["USER-678", { run_untagged: false }, { message: "400 Bad request - Tags list can not be empty when runner is not allowed to pick untagged jobs" }],
	["USER-679", { tag_list: tags(51) }, "Too many tags specified. Please limit the number of tags to 50", { tag_list: tags(50) }],
	["USER-680", { description: "d".repeat(1025) }, "", { description: "d".repeat(1024) }],
	["USER-681", { access_level: "other" }, { error: "access_level does not have a valid value" }],
];

function tags(count: number): string {
	return Array.from({ length: count }, (_, index) => `t${index}`).join(",");
}

/** Asks for a runner; one that comes of it is taken back. */
async function attempt(t: Context, who: ActorName, params: Params): Promise<Answer> {
	const answer = await t.as(who).call("createUserRunner", params);
	if (answer.status === 201) {
		const id = answer.number("id");
		t.undo(`runner ${id}`, () => t.as("administrator").call("deleteRunner", { id }));
	}
	return answer;
}

const isRefusal = ({ status }: Answer): boolean => [401, 403, 404].includes(status);

/** Those who may make such a runner, and those who are refused, and make none. */
async function roles(t: Context, type: RunnerType, allowed: readonly ActorName[], others: readonly ActorName[]): Promise<void> {
	const place = await placeOf(t, type);
	for (const who of allowed) (await attempt(t, who, place)).is(201);
	const description = t.unique("refused");
	for (const who of others) {
		const response = await attempt(t, who, { ...place, description });
		t.holds(`${who} should be refused`, isRefusal(response), response);
	}
	t.same("the runners that were refused", await describedAs(t, type, description), 0);
}

export const runnerRefusals: readonly Rule[] = [
	...refusals.map(([claim, ...cases]) =>
		byClaim(claim, async (t) => {
			for (const [given, body] of cases) (await t.as("administrator").send("POST", "/api/v4/user/runners", { json: given })).refuses(400, body);
		}),
	),
	...(
		[
			["USER-640", "group_type"],
			["USER-641", "project_type"],
		] as const
	).map(([claim, runner_type]) =>
		byClaim(claim, async (t) => {
			const description = t.unique("refused");
			const response = await attempt(t, "administrator", { runner_type, description });
			t.holds("the call should be refused", response.status >= 400 && response.status < 500, response);
			t.same("the runners that were refused", await describedAs(t, runner_type, description), 0);
		}),
	),
	...unsettable.map(([claim, given, response, allowed]) =>
		byClaim(claim, async (t) => {
			const place = await placeOf(t, "group_type");
			const refused = await attempt(t, "owner", { ...place, ...given });
			if (typeof response === "string") {
				const message = refused.is(400).string("message");
				t.holds(`message should hold "${response}"`, message.includes(response), refused);
			} else refused.refuses(400, response);
			if (allowed) await runnerOf(t, "group_type", allowed);
		}),
	),
	rule("USER-675", "maintenance_note of 1024 characters is accepted; 1025 characters are refused.", "createUserRunner", async (t) => {
		const maintenance_note = "n".repeat(1024);
		const id = (await t.given.runner({ maintenance_note })).number("id");
		(await detailOf(t, id)).has({ maintenance_note });
		const description = t.unique("refused");
		const place = await placeOf(t, "group_type");
		const response = await attempt(t, "owner", { ...place, description, maintenance_note: `${maintenance_note}n` });
		t.holds("a note of 1025 characters should be refused", response.status >= 400 && response.status < 500, response);
		t.same("the runners that were refused", await describedAs(t, "group_type", description), 0);
	}),
	rule("USER-667", "group_type is allowed to the group's Owner and to administrators; a Maintainer of the group is refused.", "createUserRunner", async (t) => {
		await roles(t, "group_type", ["owner", "administrator"], ["maintainer"]);
	}),
	rule("USER-668", "project_type is allowed to Owners of the project and to administrators; a Developer is refused.", "createUserRunner", async (t) => {
		await roles(t, "project_type", ["owner", "administrator"], ["developer"]);
	}),
	rule("USER-669", "project_type by a Maintainer (not Owner) of the project is refused (document asks Owner rights).", "createUserRunner", async (t) => {
		await roles(t, "project_type", ["owner"], ["maintainer"]);
	}),
	assumed("USER-670", 'A role refusal is 403 {"message":"403 Forbidden - Insufficient permissions"}.', "createUserRunner", async (t) => {
		for (const [who, type] of [
			["owner", "instance_type"],
			["maintainer", "group_type"],
			["developer", "project_type"],
		] as const)
			(await attempt(t, who, await placeOf(t, type))).refuses(403, denied);
	}),
	assumed("USER-672", "A token with neither create_runner nor api is refused.", "createUserRunner", async (t) => {
		const place = await placeOf(t, "group_type");
		const description = t.unique("refused");
		const response = await attempt(t, "runner-manager", { ...place, description });
		t.holds("a token without create_runner and api should be refused", isRefusal(response), response);
		t.same("the runners that were refused", await describedAs(t, "group_type", description), 0);
	}),
	assumed(
		"USER-673",
		'A token with scope api suffices; one with only read_api answers 403 {"error":"insufficient_scope",…} with scope text naming create_runner and api.',
		"createUserRunner",
		async (t) => {
			const place = await placeOf(t, "group_type");
			(await attempt(t, "owner", place)).is(201);
			const response = (await attempt(t, "read-only", place)).is(403).has({ error: "insufficient_scope" });
			t.same("scope", response.string("scope").split(/[ ,]+/).sort(), ["api", "create_runner"], response);
		},
	),
	assumed("USER-674", "Without credentials: 401.", "createUserRunner", async (t) => {
		(await t.anonymous.call("createUserRunner", await placeOf(t, "group_type"))).refuses(401);
	}),
];
