import { assumed, rule } from "../../rule/rule";
import { contact } from "./lists";
import { forbidden, works } from "./refusals";

export const verifying = [
	rule("RUNNER-438", "A valid token answers 200 with id of the runner, the same token, and token_expires_at.", "verifyRunner", async (t) => {
		const runner = await t.given.projectRunner();
		const [id, token] = [runner.number("id"), runner.string("token")];
		(await contact(t, token)).has({ id, token }).shows("token_expires_at");
	}),
	rule(
		"RUNNER-439",
		"An invalid token answers 403.",
		"verifyRunner",
		async (t) => void (await t.anonymous.call("verifyRunner", { token: t.unique(), system_id: "a" })).is(403),
	),
	assumed(
		"RUNNER-440",
		'The 403 body for an invalid token is {"message":"403 Forbidden"}.',
		"verifyRunner",
		async (t) => void (await t.anonymous.call("verifyRunner", { token: t.unique(), system_id: "a" })).refuses(403, forbidden),
	),
	rule("RUNNER-441", "A new-style token without system_id is refused (system_id is required for it).", "verifyRunner", async (t) => {
		const token = (await t.given.projectRunner()).string("token");
		(await t.anonymous.call("verifyRunner", { token })).is(400, 403, 422);
		await contact(t, token);
	}),
	assumed(
		"RUNNER-442",
		'A new-style token without system_id answers 400 {"error":"system_id is missing"} and creates no manager.',
		"verifyRunner",
		async (t) => {
			const runner = await t.given.projectRunner();
			const response = await t.anonymous.call("verifyRunner", { token: runner.string("token") });
			response.refuses(400, { error: "system_id is missing" });
			const id = runner.number("id");
			t.same("its managers", (await t.as("owner").call("listRunnerManagers", { id })).is(200).json, []);
		},
	),
	rule("RUNNER-443", "A legacy token (no new-style prefix) without system_id answers 200.", "verifyRunner", async (t) => {
		const token = (await t.given.registeredRunner()).string("token");
		(await t.anonymous.call("verifyRunner", { token })).is(200);
	}),
	assumed("RUNNER-444", 'Missing token answers 400 {"error":"token is missing"}.', "verifyRunner", async (t) => {
		(await t.anonymous.call("verifyRunner", { system_id: "a" })).refuses(400, { error: "token is missing" });
	}),
	assumed("RUNNER-446", "token_expires_at is null for a token without expiry, else an ISO 8601 timestamp.", "verifyRunner", async (t) => {
		const answer = await contact(t, (await t.given.projectRunner()).string("token"));
		const expires = answer.field("token_expires_at");
		const isTime = typeof expires === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(expires);
		t.holds("token_expires_at should be null or a time", expires === null || isTime, answer);
	}),
	assumed(
		"RUNNER-447",
		"Verifying sets contacted_at to now: the runner's status becomes online (if not paused) and online true.",
		"verifyRunner",
		async (t) => {
			const runner = await t.given.projectRunner();
			const id = runner.number("id");
			const read = async () => (await t.as("owner").call("getRunner", { id })).is(200);
			(await read()).has({ contacted_at: null, online: null });
			await contact(t, runner.string("token"));
			const after = (await read()).has({ status: "online", online: true });
			const age = Math.abs(Date.now() - Date.parse(after.string("contacted_at")));
			t.holds("contacted_at should be now", age < 120_000, after);
		},
	),
	assumed(
		"RUNNER-448",
		"Verifying with a new system_id adds one manager with that system_id; verifying again with it adds none.",
		"verifyRunner",
		async (t) => {
			const runner = await t.given.projectRunner();
			const id = runner.number("id");
			const systems = async () => (await t.as("owner").call("listRunnerManagers", { id })).is(200).pluck("system_id");
			for (const system of ["one", "one", "two"]) await contact(t, runner.string("token"), system);
			t.same("the system ids", [...(await systems())].sort(), ["one", "two"]);
		},
	),
	assumed("RUNNER-449", 'Verifying a legacy token without system_id yields a manager with system_id "<legacy>".', "verifyRunner", async (t) => {
		const runner = await t.given.registeredRunner();
		(await t.anonymous.call("verifyRunner", { token: runner.string("token") })).is(200);
		const response = await t.as("owner").call("listRunnerManagers", { id: runner.number("id") });
		t.same("the system ids", response.is(200).pluck("system_id"), ["<legacy>"], response);
	}),
	assumed(
		"RUNNER-450",
		"No access token is needed for verify.",
		"verifyRunner",
		async (t) => void (await contact(t, (await t.given.projectRunner()).string("token"))),
	),
	rule(
		"RUNNER-474",
		"The runner gets a new authentication token: verify with the returned token answers 200 with the same runner id.",
		"resetRunnerAuthenticationToken",
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			const token = (await t.as("owner").call("resetRunnerAuthenticationToken", { id })).is(201).string("token");
			(await contact(t, token)).has({ id });
		},
	),
	assumed("RUNNER-475", "The old token stops working: verify with it answers 403.", "resetRunnerAuthenticationToken", async (t) => {
		const runner = await t.given.projectRunner();
		const old = runner.string("token");
		t.holds("the token should work", await works(t, old));
		(await t.as("owner").call("resetRunnerAuthenticationToken", { id: runner.number("id") })).is(201);
		t.holds("it should work no more", !(await works(t, old)));
	}),
	assumed(
		"RUNNER-481",
		"The new token keeps the prefix kind: a new-style runner gets a new-style token again.",
		"resetRunnerAuthenticationToken",
		async (t) => {
			const [made, registered] = [await t.given.projectRunner(), await t.given.registeredRunner()];
			const reset = async (id: number) => (await t.as("owner").call("resetRunnerAuthenticationToken", { id })).is(201).string("token");
			// Whether a token is of the new style shows in whether it needs a system_id.
			for (const [runner, status] of [
				[made, 400],
				[registered, 200],
			] as const)
				(await t.anonymous.call("verifyRunner", { token: await reset(runner.number("id")) })).is(status);
		},
	),
	rule(
		"RUNNER-485",
		"The current token is exchanged for a new one: verify with the new token answers 200.",
		"resetRunnerAuthenticationTokenByToken",
		async (t) => {
			const runner = await t.given.projectRunner();
			const old = { token: runner.string("token") };
			const token = (await t.anonymous.call("resetRunnerAuthenticationTokenByToken", old)).is(201).string("token");
			(await contact(t, token)).has({ id: runner.number("id") });
		},
	),
	assumed("RUNNER-486", "The old token stops working (verify 403; a second reset with it 403).", "resetRunnerAuthenticationTokenByToken", async (t) => {
		const token = (await t.given.projectRunner()).string("token");
		(await t.anonymous.call("resetRunnerAuthenticationTokenByToken", { token })).is(201);
		t.holds("the old token should work no more", !(await works(t, token)));
		(await t.anonymous.call("resetRunnerAuthenticationTokenByToken", { token })).is(403);
	}),
	assumed(
		"RUNNER-487",
		'An unknown token answers 403 {"message":"403 Forbidden"}; an expired one 403; a missing one 400 {"error":"token is missing"}.',
		"resetRunnerAuthenticationTokenByToken",
		async (t) => {
			const reset = async (params: object) => await t.anonymous.call("resetRunnerAuthenticationTokenByToken", { ...params });
			(await reset({ token: t.unique("token") })).refuses(403, forbidden);
			(await reset({})).refuses(400, { error: "token is missing" });
		},
	),
	assumed("RUNNER-488", "No access token is needed.", "resetRunnerAuthenticationTokenByToken", async (t) => {
		for (const caller of [t.anonymous, t.as("guest")]) {
			const token = (await t.given.instanceRunner()).string("token");
			(await caller.call("resetRunnerAuthenticationTokenByToken", { token })).is(201);
		}
	}),
];
