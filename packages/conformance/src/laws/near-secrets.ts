import { generated } from "../generators/generated";
import { byId } from "../generators/rest-operations";
import { dig } from "../rule/dig";
import type { Rule } from "../rule/rule";
import { rule } from "../rule/rule";
import { makeIntake } from "../rules/alerts/intake";

/** Returns texts that are almost a secret: in the other letter case, one character shorter or longer, and with another last character. */
const nearly = (secret: string): readonly string[] => {
	const swapped = secret === secret.toUpperCase() ? secret.toLowerCase() : secret.toUpperCase();
	return [swapped, secret.slice(0, -1), secret.slice(1), `${secret}x`, `x${secret}`, `${secret.slice(0, -1)}~`].filter((one) => one !== secret);
};

/** Refuses almost an access token, in REST and GraphQL. */
const accessTokens = generated(
	byId("getCurrentUser"),
	{ phase: "laws", what: "near-token", title: "refuses a text that is almost an access token", level: "MUST", effect: "reads" },
	async (t) => {
		for (const token of nearly(t.token("developer"))) {
			for (const caller of [t.bearing(token), t.anonymous.with({ Authorization: `Bearer ${token}` })]) {
				const rest = await caller.call("getCurrentUser");
				t.holds("REST should not return the user", !rest.succeeded, rest);
				const graphql = await caller.graphql("{ currentUser { username } }");
				t.holds("GraphQL should not return the user", (dig(graphql.json, "data", "currentUser") ?? null) === null, graphql);
			}
		}
	},
);

/** Refuses almost a runner's token, in every operation that takes it. */
const runnerTokens = (["verifyRunner", "resetRunnerAuthenticationTokenByToken", "deleteRunnerByToken"] as const).map((operation) =>
	generated(byId(operation), { phase: "laws", what: "near-token", title: "refuses a text that is almost a runner's token", level: "MUST" }, async (t) => {
		for (const runner of [await t.given.runner(), await t.given.registeredRunner()]) {
			const token = runner.string("token");
			for (const near of nearly(token)) (await t.anonymous.call(operation, { token: near, system_id: "law" })).is(403);
			(await t.anonymous.call("verifyRunner", { token, system_id: "law" })).ok;
		}
	}),
);

/** Refuses almost a registration token. */
const registrationTokens = generated(
	byId("registerRunner"),
	{ phase: "laws", what: "near-token", title: "refuses a text that is almost a registration token", level: "MUST" },
	async (t) => {
		const token = await t.given.registrationToken();
		for (const near of nearly(token)) (await t.anonymous.call("registerRunner", { token: near, description: t.unique("runner") })).is(403, 410);
		await t.given.registeredRunner({ token });
	},
);

/** Refuses almost an integration's key, as Bearer and as Basic credentials. */
const keys = rule(
	"",
	"sendAlert: refuses a text that is almost the integration's key",
	"sendAlert",
	async (t) => {
		const { url, key } = await makeIntake(t);
		for (const near of nearly(key))
			for (const authorization of [`Bearer ${near}`, `Basic ${btoa(`:${near}`)}`]) {
				const response = await t.anonymous.send("POST", url, { json: { title: t.unique("near") }, headers: { authorization } });
				t.holds("the key should be refused", response.refused, response);
			}
		(await t.anonymous.send("POST", url, { json: { title: t.unique("near") }, headers: { authorization: `Bearer ${key}` } })).is(200);
	},
	{ id: "laws/sendAlert/near-key", phase: "laws", domain: "alerts", effect: "writes" },
);

/** A secret is compared exactly. Catches a comparison that ignores case, or compares only a prefix. */
export const nearSecrets: readonly Rule[] = [accessTokens, ...runnerTokens, registrationTokens, keys];
