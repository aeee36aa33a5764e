import type { SceneField } from "../../bench/scene";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { forbidden, notTopLevel, unauthorized, unknownGroup } from "./refusals";

type Throwaway = Extract<SceneField, `throwaway_${string}`>;

const unprocessable = { message: "422 Unprocessable Entity" };
/** Nobody gets a revoked token back. */
const destroys = { effect: "destroys" } as const;

/** The function is behind a flag; where that is off there is nothing to check. */
async function revoke(t: Context, token: string, caller: Caller = t.as("owner"), id: unknown = t.scene("group")) {
	const answer = await caller.call("revokeGroupToken", { id, token });
	if (answer.status === 404 && Object(answer.json).message === "404 Not Found")
		t.skip("the server does not have the revocation of a group's tokens switched on");
	return answer;
}

/** Whether a token signs in. */
const signsIn = (t: Context, token: string) => t.bearing(token).call("getCurrentUser");

/** A token that the scene has for it; whether it was revoked by an earlier run does not matter. */
const revokes = (claim: string, field: Throwaway): Rule =>
	byClaim(
		claim,
		async (t) => {
			const token = t.scene(field);
			const response = (await revoke(t, token)).is(200).has({ revoked: true });
			t.holds("the token should be told by its number", typeof response.field("id") === "number", response);
			(await signsIn(t, token)).is(401);
		},
		destroys,
	);

/** Asks for it with a token that must still work afterwards. */
async function inVain(t: Context, ask: (token: string) => Promise<void>): Promise<void> {
	const token = t.scene("throwaway_group_token");
	if ((await signsIn(t, token)).status !== 200) t.skip("the throwaway token of the group is revoked: give another one");
	await ask(token);
	(await signsIn(t, token)).is(200);
}

/** What is refused, and by whom: it comes before anything is revoked. */
export const tokenRefusals: readonly Rule[] = [
	assumed("GROUP-703", 'token missing → 400 {"error":"token is missing"}.', "revokeGroupToken", async (t) => {
		const response = await t.as("owner").call("revokeGroupToken", { id: t.scene("group") });
		if (response.status === 404) t.skip("the server does not have the revocation of a group's tokens switched on");
		response.refuses(400, { error: "token is missing" });
	}),
	rule(
		"GROUP-717",
		"The group must be top-level: a subgroup is refused.",
		"revokeGroupToken",
		(t) =>
			inVain(t, async (token) => {
				const response = await revoke(t, token, t.as("owner"), t.scene("subgroup"));
				t.holds("it should be refused", response.status >= 400, response);
			}),
		destroys,
	),
	assumed(
		"GROUP-718",
		'Subgroup → 400 {"message":"400 Bad request - Must be a top-level group"}.',
		"revokeGroupToken",
		(t) =>
			inVain(t, async (token) => {
				(await revoke(t, token, t.as("owner"), t.scene("subgroup"))).refuses(400, notTopLevel);
			}),
		destroys,
	),
	rule(
		"GROUP-719",
		"The caller needs the Owner role: a maintainer is refused and the token stays active.",
		"revokeGroupToken",
		(t) =>
			inVain(t, async (token) => {
				const response = await revoke(t, token, t.as("maintainer"));
				t.holds("it should be refused", response.status >= 400, response);
			}),
		destroys,
	),
	assumed(
		"GROUP-720",
		'Lower role → 403 {"message":"403 Forbidden"}; anonymous → 401; unknown group → 404; administrator → 200.',
		"revokeGroupToken",
		(t) =>
			inVain(t, async (token) => {
				for (const who of ["maintainer", "guest"] as const) (await revoke(t, token, t.as(who))).refuses(403, forbidden);
				(await revoke(t, token, t.anonymous)).refuses(401, unauthorized);
				for (const who of ["owner", "administrator"] as const) (await revoke(t, token, t.as(who), 999_999_999)).refuses(404, unknownGroup);
				(await revoke(t, t.scene("throwaway_subgroup_token"), t.as("administrator"))).is(200).has({ revoked: true });
			}),
		destroys,
	),
	rule(
		"GROUP-721",
		"Only personal, group, project access tokens, group deploy tokens and feed tokens are revoked; any other kind is refused.",
		"revokeGroupToken",
		async (t) => {
			const runner = await t.given.runner();
			const token = runner.string("token");
			const response = await revoke(t, token);
			t.holds("the token of a runner should be refused", response.status >= 400, response);
			(await t.anonymous.call("verifyRunner", { token, system_id: t.unique("s") })).is(200);
		},
		destroys,
	),
	assumed(
		"GROUP-722",
		'Unknown token, unsupported kind, or token without access to the group tree → 422 {"message":"422 Unprocessable Entity"}.',
		"revokeGroupToken",
		async (t) => {
			const runner = await t.given.runner();
			const strange = t.token("outsider");
			for (const token of [t.unique("token"), runner.string("token"), strange]) (await revoke(t, token)).refuses(422, unprocessable);
			(await signsIn(t, strange)).is(200);
		},
		destroys,
	),
	assumed(
		"GROUP-723",
		"An expired token that was never revoked → 422.",
		"revokeGroupToken",
		async (t) => {
			(await revoke(t, t.token("expired"))).refuses(422, unprocessable);
		},
		destroys,
	),
];

/** What is revoked. */
export const tokenRevocation: readonly Rule[] = [
	revokes("GROUP-704", "throwaway_personal_token"),
	revokes("GROUP-705", "throwaway_group_token"),
	revokes("GROUP-706", "throwaway_project_token"),
	revokes("GROUP-724", "throwaway_subgroup_token"),
	rule(
		"GROUP-707",
		"Group deploy token → 200 and revoked.",
		"revokeGroupToken",
		async (t) => {
			(await revoke(t, t.scene("group_deploy_token"))).is(200).has({ revoked: true });
		},
		destroys,
	),
	rule(
		"GROUP-708",
		"User feed token → 200 with a representation.",
		"revokeGroupToken",
		async (t) => {
			const response = (await revoke(t, t.scene("group_feed_token"))).is(200);
			t.holds("there should be a representation", Object.keys(response.fields).length > 0, response);
		},
		destroys,
	),
	rule(
		"GROUP-709",
		"An already revoked token → 200 again with the same details.",
		"revokeGroupToken",
		async (t) => {
			for (const field of ["throwaway_group_token", "group_deploy_token"] as const) {
				const first = (await revoke(t, t.scene(field))).is(200);
				const again = (await revoke(t, t.scene(field))).is(200);
				t.same("the second answer", again.json, first.json, again);
			}
		},
		destroys,
	),
	assumed(
		"GROUP-710",
		"Status is 200, not 201.",
		"revokeGroupToken",
		async (t) => {
			(await revoke(t, t.scene("throwaway_group_token"))).is(200);
		},
		destroys,
	),
	assumed(
		"GROUP-711",
		"After the call the revoked token no longer authenticates: using it → 401 invalid_token.",
		"revokeGroupToken",
		async (t) => {
			(await revoke(t, t.scene("throwaway_group_token"))).is(200);
			(await signsIn(t, t.scene("throwaway_group_token"))).refuses(401).has({ error: "invalid_token" });
		},
		destroys,
	),
	assumed(
		"GROUP-716",
		"The response never contains the plaintext token.",
		"revokeGroupToken",
		async (t) => {
			for (const field of ["throwaway_group_token", "group_deploy_token", "group_feed_token"] as const) {
				const response = (await revoke(t, t.scene(field))).is(200);
				t.holds("the answer should not have the token", !response.text.includes(t.scene(field)), response);
			}
		},
		destroys,
	),
];
