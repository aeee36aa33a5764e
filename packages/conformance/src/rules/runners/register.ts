import type { Params } from "../../rule/address";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { contact } from "./lists";

const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag-${index + 1}`);
const tooMany = { message: { tags_list: ["Too many tags specified. Please limit the number of tags to 50"] } };

/** Registers with these fields, and the detail shows these. */
async function shows(t: Context, params: Params, shown: Params = params): Promise<void> {
	const id = (await t.given.registeredRunner(params)).number("id");
	(await t.as("administrator").call("getRunner", { id })).is(200).has(shown);
}

/** Is refused, and makes no runner; gives the body. */
async function refuses(t: Context, params: Params, status: number, body?: unknown) {
	const count = async () => {
		const list = await t.as("owner").call("listGroupRunners", { id: t.scene("group"), type: "group_type", per_page: 1 });
		return list.is(200).header("x-total");
	};
	const token = await t.given.registrationToken();
	const before = await count();
	const answer = (await t.anonymous.call("registerRunner", { token, ...params })).refuses(status, body);
	t.same("how many runners the group has", await count(), before);
	return answer;
}

/** Is refused with a map of faults that names this field. */
async function faults(t: Context, params: Params, field: string): Promise<void> {
	const answer = await refuses(t, params, 400);
	const message = answer.field("message");
	t.holds(`message should name ${field}`, typeof message === "object" && message !== null && field in message, answer);
}

export const registering = [
	rule("RUNNER-386", "A valid registration token answers 201 and the runner exists.", "registerRunner", async (t) => {
		const id = (await t.given.registeredRunner()).number("id");
		(await t.as("administrator").call("getRunner", { id })).is(200).has({ id });
	}),
	rule(
		"RUNNER-387",
		"An invalid registration token answers 403 and creates nothing.",
		"registerRunner",
		async (t) => void (await refuses(t, { token: t.unique("token") }, 403)),
	),
	assumed(
		"RUNNER-388",
		'The 403 body for an invalid registration token is {"message":"403 Forbidden - invalid token supplied"}.',
		"registerRunner",
		async (t) => {
			await refuses(t, { token: t.unique("token") }, 403, { message: "403 Forbidden - invalid token supplied" });
		},
	),
	assumed("RUNNER-393", 'Missing token answers 400 {"error":"token is missing"}.', "registerRunner", async (t) => {
		(await t.anonymous.call("registerRunner")).refuses(400, { error: "token is missing" });
	}),
	rule(
		"RUNNER-395",
		"No access token is needed: the registration token is the credential.",
		"registerRunner",
		async (t) => void (await t.given.registeredRunner()),
	),
	rule("RUNNER-396", "The returned token is an authentication token: POST /runners/verify with it answers 200.", "registerRunner", async (t) => {
		const runner = await t.given.registeredRunner();
		(await contact(t, runner.string("token"))).has({ id: runner.number("id") });
	}),
	assumed(
		"RUNNER-397",
		"A token from POST /runners does not begin with the new-style prefix of POST /user/runners; verify needs no system_id for it.",
		"registerRunner",
		async (t) => {
			const token = (await t.given.registeredRunner()).string("token");
			const [first, second] = [(await t.given.runner()).string("token"), (await t.given.runner()).string("token")];
			let length = 0;
			while (length < first.length && first[length] === second[length]) length += 1;
			const prefix = first.slice(0, length);
			t.holds(`the token should not begin with ${prefix}`, length === 0 || !token.startsWith(prefix));
			(await t.anonymous.call("verifyRunner", { token })).is(200);
		},
	),
	...(
		[
			["RUNNER-398", { description: "Builds of the shop" }],
			["RUNNER-399", { paused: true }],
			["RUNNER-400", { tag_list: ["linux", "docker"] }],
			["RUNNER-401", { access_level: "ref_protected" }],
			["RUNNER-402", { maximum_timeout: 3600 }],
			["RUNNER-403", { maintenance_note: "Ask first." }],
		] as const
	).map(([claim, params]) => byClaim(claim, async (t) => await shows(t, params))),
	assumed(
		"RUNNER-404",
		"active=false registers a paused runner.",
		"registerRunner",
		async (t) => await shows(t, { active: false }, { paused: true, active: false }),
	),
	assumed(
		"RUNNER-405",
		"maintainer_note alone is stored as maintenance_note.",
		"registerRunner",
		async (t) => await shows(t, { maintainer_note: "Ask." }, { maintenance_note: "Ask." }),
	),
	assumed(
		"RUNNER-406",
		'maintainer_note with maintenance_note answers 400 {"error":"maintainer_note, maintenance_note are mutually exclusive"}.',
		"registerRunner",
		async (t) => {
			const error = "maintainer_note, maintenance_note are mutually exclusive";
			await refuses(t, { maintainer_note: "a", maintenance_note: "b" }, 400, { error });
		},
	),
	assumed("RUNNER-407", 'active with paused answers 400 {"error":"active, paused are mutually exclusive"}.', "registerRunner", async (t) => {
		await refuses(t, { active: true, paused: false }, 400, { error: "active, paused are mutually exclusive" });
	}),
	assumed(
		"RUNNER-408",
		"info.name becomes the runner's `name`.",
		"registerRunner",
		async (t) => await shows(t, { info: { name: "build-01" } }, { name: "build-01" }),
	),
	rule("RUNNER-409", "maintenance_note of 1024 characters is accepted; 1025 characters are refused.", "registerRunner", async (t) => {
		await shows(t, { maintenance_note: "n".repeat(1024) });
		await refuses(t, { maintenance_note: "n".repeat(1025) }, 400);
	}),
	assumed(
		"RUNNER-410",
		"maintenance_note of 1025 characters answers 400 with a message field map.",
		"registerRunner",
		async (t) => await faults(t, { maintenance_note: "n".repeat(1025) }, "maintenance_note"),
	),
	assumed(
		"RUNNER-411",
		'51 tags answer 400 {"message":{"tags_list":["Too many tags specified. Please limit the number of tags to 50"]}}; 50 are accepted.',
		"registerRunner",
		async (t) => {
			await shows(t, { tag_list: tags(50) });
			await refuses(t, { tag_list: tags(51) }, 400, tooMany);
		},
	),
	assumed(
		"RUNNER-412",
		"run_untagged=false without tags answers 400 with message.tags_list.",
		"registerRunner",
		async (t) => await faults(t, { run_untagged: false }, "tags_list"),
	),
	assumed(
		"RUNNER-413",
		"maximum_timeout=599 answers 400 with message.maximum_timeout.",
		"registerRunner",
		async (t) => await faults(t, { maximum_timeout: 599 }, "maximum_timeout"),
	),
	assumed(
		"RUNNER-414",
		"Defaults: paused false, locked false, run_untagged true, access_level not_protected, maximum_timeout null.",
		"registerRunner",
		async (t) => {
			const defaults = { paused: false, locked: false, run_untagged: true };
			await shows(t, {}, { ...defaults, access_level: "not_protected", maximum_timeout: null });
		},
	),
	rule(
		"RUNNER-489",
		"A registration token is not an authentication token: POST /runners/verify with it answers 403.",
		["verifyRunner"],
		async (t) => {
			const token = await t.given.registrationToken();
			(await t.anonymous.call("verifyRunner", { token, system_id: "one" })).is(403);
			await t.given.registeredRunner({ token });
		},
		{ effect: "writes" },
	),
	rule(
		"RUNNER-490",
		"An authentication token is not a registration token: POST /runners with it answers 403 (410 when registration is disabled).",
		["registerRunner"],
		async (t) => {
			const token = (await t.given.runner()).string("token");
			(await t.anonymous.call("registerRunner", { token })).is(403, 410);
		},
		{ effect: "writes" },
	),
	rule(
		"RUNNER-491",
		"Authentication tokens come only from POST /runners, POST /user/runners or a reset; no GET endpoint returns one.",
		["getRunner", "listRunners", "listAllRunners", "listProjectRunners"],
		async (t) => {
			const runner = await t.given.projectRunner();
			const [id, token] = [runner.number("id"), runner.string("token")];
			await contact(t, token);
			const administrator = t.as("administrator");
			const answers = [
				await administrator.call("getRunner", { id }),
				await administrator.call("listRunnerManagers", { id }),
				await administrator.call("listRunnerJobs", { id }),
				await administrator.call("listAllRunners"),
				await t.as("owner").call("listRunners"),
				await t.as("owner").call("listProjectRunners", { id: t.scene("project") }),
				await t.as("owner").call("listGroupRunners", { id: t.scene("group") }),
			];
			for (const answer of answers) t.holds("no token should be told", !answer.is(200).text.includes(token), answer);
		},
		{ effect: "writes" },
	),
];
