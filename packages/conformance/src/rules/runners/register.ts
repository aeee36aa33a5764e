import type { Params } from "../../rule/address";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";
import { contact } from "./lists";

const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag-${index + 1}`);
const tooMany = { message: { tags_list: ["Too many tags specified. Please limit the number of tags to 50"] } };

/** Registers with these fields, and the detail shows these. */
async function shows(t: Trial, params: Params, shown: Params = params): Promise<void> {
	const id = (await t.make.registeredRunner(params)).number("id");
	(await t.as("administrator").call("getRunner", { id })).is(200).has(shown);
}

/** Is refused, and makes no runner; gives the body. */
async function refuses(t: Trial, params: Params, status: number, body?: unknown) {
	const count = async () => {
		const list = await t
			.as("owner")
			.call("listGroupRunners", { id: t.scene("group"), type: "group_type", per_page: 1 });
		return list.is(200).header("x-total");
	};
	const token = await t.make.registrationToken();
	const before = await count();
	const answer = (await t.anonymous.call("registerRunner", { token, ...params })).refuses(status, body);
	t.same("how many runners the group has", await count(), before);
	return answer;
}

/** Is refused with a map of faults that names this field. */
async function faults(t: Trial, params: Params, field: string): Promise<void> {
	const answer = await refuses(t, params, 400);
	const message = answer.field("message");
	t.holds(`message should name ${field}`, typeof message === "object" && message !== null && field in message, answer);
}

export const registering = [
	check("RUNNER-386", async (t) => {
		const id = (await t.make.registeredRunner()).number("id");
		(await t.as("administrator").call("getRunner", { id })).is(200).has({ id });
	}),
	check("RUNNER-387", async (t) => void (await refuses(t, { token: t.unique("token") }, 403))),
	check("RUNNER-388", async (t) => {
		await refuses(t, { token: t.unique("token") }, 403, { message: "403 Forbidden - invalid token supplied" });
	}),
	check("RUNNER-393", async (t) => {
		(await t.anonymous.call("registerRunner")).refuses(400, { error: "token is missing" });
	}),
	check("RUNNER-395", async (t) => void (await t.make.registeredRunner())),
	check("RUNNER-396", async (t) => {
		const runner = await t.make.registeredRunner();
		(await contact(t, runner.string("token"))).has({ id: runner.number("id") });
	}),
	check("RUNNER-397", async (t) => {
		const token = (await t.make.registeredRunner()).string("token");
		const [first, second] = [(await t.make.runner()).string("token"), (await t.make.runner()).string("token")];
		let length = 0;
		while (length < first.length && first[length] === second[length]) length += 1;
		const prefix = first.slice(0, length);
		t.holds(`the token should not begin with ${prefix}`, length === 0 || !token.startsWith(prefix));
		(await t.anonymous.call("verifyRunner", { token })).is(200);
	}),
	...(
		[
			["RUNNER-398", { description: "Builds of the shop" }],
			["RUNNER-399", { paused: true }],
			["RUNNER-400", { tag_list: ["linux", "docker"] }],
			["RUNNER-401", { access_level: "ref_protected" }],
			["RUNNER-402", { maximum_timeout: 3600 }],
			["RUNNER-403", { maintenance_note: "Ask first." }],
		] as const
	).map(([claim, params]) => check(claim, async (t) => await shows(t, params))),
	check("RUNNER-404", async (t) => await shows(t, { active: false }, { paused: true, active: false })),
	check("RUNNER-405", async (t) => await shows(t, { maintainer_note: "Ask." }, { maintenance_note: "Ask." })),
	check("RUNNER-406", async (t) => {
		const error = "maintainer_note, maintenance_note are mutually exclusive";
		await refuses(t, { maintainer_note: "a", maintenance_note: "b" }, 400, { error });
	}),
	check("RUNNER-407", async (t) => {
		await refuses(t, { active: true, paused: false }, 400, { error: "active, paused are mutually exclusive" });
	}),
	check("RUNNER-408", async (t) => await shows(t, { info: { name: "build-01" } }, { name: "build-01" })),
	check("RUNNER-409", async (t) => {
		await shows(t, { maintenance_note: "n".repeat(1024) });
		await refuses(t, { maintenance_note: "n".repeat(1025) }, 400);
	}),
	check("RUNNER-410", async (t) => await faults(t, { maintenance_note: "n".repeat(1025) }, "maintenance_note")),
	check("RUNNER-411", async (t) => {
		await shows(t, { tag_list: tags(50) });
		await refuses(t, { tag_list: tags(51) }, 400, tooMany);
	}),
	check("RUNNER-412", async (t) => await faults(t, { run_untagged: false }, "tags_list")),
	check("RUNNER-413", async (t) => await faults(t, { maximum_timeout: 599 }, "maximum_timeout")),
	check("RUNNER-414", async (t) => {
		const defaults = { paused: false, locked: false, run_untagged: true };
		await shows(t, {}, { ...defaults, access_level: "not_protected", maximum_timeout: null });
	}),
	check(
		"RUNNER-489",
		async (t) => {
			const token = await t.make.registrationToken();
			(await t.anonymous.call("verifyRunner", { token, system_id: "one" })).is(403);
			await t.make.registeredRunner({ token });
		},
		{ effect: "writes", operations: ["verifyRunner"] },
	),
	check(
		"RUNNER-490",
		async (t) => {
			const token = (await t.make.runner()).string("token");
			(await t.anonymous.call("registerRunner", { token })).is(403, 410);
		},
		{ effect: "writes", operations: ["registerRunner"] },
	),
	check(
		"RUNNER-491",
		async (t) => {
			const runner = await t.make.projectRunner();
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
		{ effect: "writes", operations: ["getRunner", "listRunners", "listAllRunners", "listProjectRunners"] },
	),
];
