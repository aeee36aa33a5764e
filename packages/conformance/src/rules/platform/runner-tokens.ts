import { check } from "../../rule/rule";

/** Tokens of runners, and those that they are registered with. */
export const runnerTokens = [
	check("AUTH-070", async (t) => {
		const token = await t.make.registrationToken();
		const made = (await t.anonymous.call("registerRunner", { token })).is(201);
		const own = made.string("token");
		t.undo("the runner", () => t.anonymous.call("deleteRunnerByToken", { token: own }));
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(403);
		(await t.anonymous.call("deleteRunnerByToken", { token })).is(403);
	}),
	check("AUTH-071", async (t) => {
		const token = (await t.make.runner()).string("token");
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(200);
	}),
	check(
		"AUTH-072",
		async (t) => {
			const [one = "", other = ""] = [
				(await t.make.runner()).string("token"),
				(await t.make.projectRunner()).string("token"),
			];
			const end = [...one].findIndex((letter, index) => letter !== other[index]);
			t.holds("both tokens should begin alike, and be different", end > 1 && one !== other);
		},
		{ operations: ["createUserRunner"] },
	),
	check(
		"AUTH-074",
		async (t) => {
			const runner = await t.make.runner();
			const token = runner.string("token");
			const id = runner.number("id");
			for (const answer of [await t.as("owner").call("getRunner", { id }), await t.as("owner").call("listRunners")])
				t.holds("no later answer should show the token", !answer.is(200).text.includes(token), answer);
		},
		{ operations: ["getRunner", "listRunners"], effect: "writes" },
	),
];
