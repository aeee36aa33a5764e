import { check } from "../../rule/rule";
import { contact } from "./lists";
import { forbidden, works } from "./refusals";

export const verifying = [
	check("RUNNER-438", async (t) => {
		const runner = await t.make.projectRunner();
		const [id, token] = [runner.number("id"), runner.string("token")];
		(await contact(t, token)).has({ id, token }).shows("token_expires_at");
	}),
	check(
		"RUNNER-439",
		async (t) => void (await t.anonymous.call("verifyRunner", { token: t.unique(), system_id: "a" })).is(403),
	),
	check(
		"RUNNER-440",
		async (t) =>
			void (await t.anonymous.call("verifyRunner", { token: t.unique(), system_id: "a" })).refuses(403, forbidden),
	),
	check("RUNNER-441", async (t) => {
		const token = (await t.make.projectRunner()).string("token");
		(await t.anonymous.call("verifyRunner", { token })).is(400, 403, 422);
		await contact(t, token);
	}),
	check("RUNNER-442", async (t) => {
		const runner = await t.make.projectRunner();
		const told = await t.anonymous.call("verifyRunner", { token: runner.string("token") });
		told.refuses(400, { error: "system_id is missing" });
		const id = runner.number("id");
		t.same("its managers", (await t.as("owner").call("listRunnerManagers", { id })).is(200).json, []);
	}),
	check("RUNNER-443", async (t) => {
		const token = (await t.make.registeredRunner()).string("token");
		(await t.anonymous.call("verifyRunner", { token })).is(200);
	}),
	check("RUNNER-444", async (t) => {
		(await t.anonymous.call("verifyRunner", { system_id: "a" })).refuses(400, { error: "token is missing" });
	}),
	check("RUNNER-446", async (t) => {
		const answer = await contact(t, (await t.make.projectRunner()).string("token"));
		const expires = answer.field("token_expires_at");
		const isTime = typeof expires === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(expires);
		t.holds("token_expires_at should be null or a time", expires === null || isTime, answer);
	}),
	check("RUNNER-447", async (t) => {
		const runner = await t.make.projectRunner();
		const id = runner.number("id");
		const read = async () => (await t.as("owner").call("getRunner", { id })).is(200);
		(await read()).has({ contacted_at: null, online: null });
		await contact(t, runner.string("token"));
		const after = (await read()).has({ status: "online", online: true });
		const age = Math.abs(Date.now() - Date.parse(after.string("contacted_at")));
		t.holds("contacted_at should be now", age < 120_000, after);
	}),
	check("RUNNER-448", async (t) => {
		const runner = await t.make.projectRunner();
		const id = runner.number("id");
		const systems = async () => (await t.as("owner").call("listRunnerManagers", { id })).is(200).pluck("system_id");
		for (const system of ["one", "one", "two"]) await contact(t, runner.string("token"), system);
		t.same("the system ids", [...(await systems())].sort(), ["one", "two"]);
	}),
	check("RUNNER-449", async (t) => {
		const runner = await t.make.registeredRunner();
		(await t.anonymous.call("verifyRunner", { token: runner.string("token") })).is(200);
		const told = await t.as("owner").call("listRunnerManagers", { id: runner.number("id") });
		t.same("the system ids", told.is(200).pluck("system_id"), ["<legacy>"], told);
	}),
	check("RUNNER-450", async (t) => void (await contact(t, (await t.make.projectRunner()).string("token")))),
	check("RUNNER-474", async (t) => {
		const id = (await t.make.projectRunner()).number("id");
		const token = (await t.as("owner").call("resetRunnerAuthenticationToken", { id })).is(201).string("token");
		(await contact(t, token)).has({ id });
	}),
	check("RUNNER-475", async (t) => {
		const runner = await t.make.projectRunner();
		const old = runner.string("token");
		t.holds("the token should work", await works(t, old));
		(await t.as("owner").call("resetRunnerAuthenticationToken", { id: runner.number("id") })).is(201);
		t.holds("it should work no more", !(await works(t, old)));
	}),
	check("RUNNER-481", async (t) => {
		const [made, registered] = [await t.make.projectRunner(), await t.make.registeredRunner()];
		const reset = async (id: number) =>
			(await t.as("owner").call("resetRunnerAuthenticationToken", { id })).is(201).string("token");
		// Whether a token is of the new style shows in whether it needs a system_id.
		for (const [runner, status] of [
			[made, 400],
			[registered, 200],
		] as const)
			(await t.anonymous.call("verifyRunner", { token: await reset(runner.number("id")) })).is(status);
	}),
	check("RUNNER-485", async (t) => {
		const runner = await t.make.projectRunner();
		const old = { token: runner.string("token") };
		const token = (await t.anonymous.call("resetRunnerAuthenticationTokenByToken", old)).is(201).string("token");
		(await contact(t, token)).has({ id: runner.number("id") });
	}),
	check("RUNNER-486", async (t) => {
		const token = (await t.make.projectRunner()).string("token");
		(await t.anonymous.call("resetRunnerAuthenticationTokenByToken", { token })).is(201);
		t.holds("the old token should work no more", !(await works(t, token)));
		(await t.anonymous.call("resetRunnerAuthenticationTokenByToken", { token })).is(403);
	}),
	check("RUNNER-487", async (t) => {
		const reset = async (params: object) =>
			await t.anonymous.call("resetRunnerAuthenticationTokenByToken", { ...params });
		(await reset({ token: t.unique("token") })).refuses(403, forbidden);
		(await reset({})).refuses(400, { error: "token is missing" });
	}),
	check("RUNNER-488", async (t) => {
		for (const caller of [t.anonymous, t.as("guest")]) {
			const token = (await t.make.instanceRunner()).string("token");
			(await caller.call("resetRunnerAuthenticationTokenByToken", { token })).is(201);
		}
	}),
];
