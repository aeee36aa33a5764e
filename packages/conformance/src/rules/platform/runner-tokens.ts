import { rule, writing } from "../../rule/rule";

/** Tokens of runners, and those that they are registered with. */
export const runnerTokens = [
	rule("AUTH-070", "A registration token registers a runner, but does not verify or delete one.", "registerRunner", async (t) => {
		const token = await t.given.registrationToken();
		const made = (await t.anonymous.call("registerRunner", { token })).ok;
		const own = made.string("token");
		t.undo("the runner", () => t.anonymous.call("deleteRunnerByToken", { token: own }));
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(403);
		(await t.anonymous.call("deleteRunnerByToken", { token })).is(403);
	}),
	rule("AUTH-071", "A runner's authentication token verifies it.", "verifyRunner", async (t) => {
		const token = (await t.given.runner()).string("token");
		(await t.anonymous.call("verifyRunner", { token, system_id: "s" })).is(200);
	}),
	rule("AUTH-072", "The tokens of new runners start with the same prefix.", ["createUserRunner"], async (t) => {
		const [one = "", other = ""] = [(await t.given.runner()).string("token"), (await t.given.projectRunner()).string("token")];
		const end = [...one].findIndex((letter, index) => letter !== other[index]);
		t.holds("both tokens should begin alike, and be different", end > 1 && one !== other);
	}),
	writing.rule("AUTH-074", "A runner's token shows only in the response that creates or resets it.", ["getRunner", "listRunners"], async (t) => {
		const runner = await t.given.runner();
		const token = runner.string("token");
		const id = runner.number("id");
		for (const response of [await t.as("owner").call("getRunner", { id }), await t.as("owner").call("listRunners")])
			t.holds("no later response should show the token", !response.is(200).text.includes(token), response);
	}),
];
