import type { SceneField } from "../../bench/scene";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { forbidden, notTopLevel, unauthorized, unknownGroup } from "./refusals";

type Throwaway = Extract<SceneField, `throwaway_${string}`>;

const unprocessable = { message: "422 Unprocessable Entity" };
/** Nobody gets a revoked token back. */
const destroys = { effect: "destroys" } as const;

/** The function is behind a flag; where that is off there is nothing to check. */
async function revoke(t: Trial, token: string, caller: Caller = t.as("owner"), id: unknown = t.scene("group")) {
	const answer = await caller.call("revokeGroupToken", { id, token });
	if (answer.status === 404 && Object(answer.json).message === "404 Not Found")
		t.skip("the server does not have the revocation of a group's tokens switched on");
	return answer;
}

/** Whether a token signs in. */
const signsIn = (t: Trial, token: string) => t.bearing(token).call("getCurrentUser");

/** A token that the scene has for it; whether it was revoked by an earlier run does not matter. */
const revokes = (claim: string, field: Throwaway): Check =>
	check(
		claim,
		async (t) => {
			const token = t.scene(field);
			const told = (await revoke(t, token)).is(200).has({ revoked: true });
			t.holds("the token should be told by its number", typeof told.field("id") === "number", told);
			(await signsIn(t, token)).is(401);
		},
		destroys,
	);

/** Asks for it with a token that must still work afterwards. */
async function inVain(t: Trial, ask: (token: string) => Promise<void>): Promise<void> {
	const token = t.scene("throwaway_group_token");
	if ((await signsIn(t, token)).status !== 200) t.skip("the throwaway token of the group is revoked: give another one");
	await ask(token);
	(await signsIn(t, token)).is(200);
}

/** What is refused, and by whom: it comes before anything is revoked. */
export const tokenRefusals: readonly Check[] = [
	check("GROUP-703", async (t) => {
		const told = await t.as("owner").call("revokeGroupToken", { id: t.scene("group") });
		if (told.status === 404) t.skip("the server does not have the revocation of a group's tokens switched on");
		told.refuses(400, { error: "token is missing" });
	}),
	check(
		"GROUP-717",
		(t) =>
			inVain(t, async (token) => {
				const told = await revoke(t, token, t.as("owner"), t.scene("subgroup"));
				t.holds("it should be refused", told.status >= 400, told);
			}),
		destroys,
	),
	check(
		"GROUP-718",
		(t) =>
			inVain(t, async (token) => {
				(await revoke(t, token, t.as("owner"), t.scene("subgroup"))).refuses(400, notTopLevel);
			}),
		destroys,
	),
	check(
		"GROUP-719",
		(t) =>
			inVain(t, async (token) => {
				const told = await revoke(t, token, t.as("maintainer"));
				t.holds("it should be refused", told.status >= 400, told);
			}),
		destroys,
	),
	check(
		"GROUP-720",
		(t) =>
			inVain(t, async (token) => {
				for (const who of ["maintainer", "guest"] as const) (await revoke(t, token, t.as(who))).refuses(403, forbidden);
				(await revoke(t, token, t.anonymous)).refuses(401, unauthorized);
				for (const who of ["owner", "administrator"] as const)
					(await revoke(t, token, t.as(who), 999_999_999)).refuses(404, unknownGroup);
				(await revoke(t, t.scene("throwaway_subgroup_token"), t.as("administrator"))).is(200).has({ revoked: true });
			}),
		destroys,
	),
	check(
		"GROUP-721",
		async (t) => {
			const runner = await t.make.runner();
			const token = runner.string("token");
			const told = await revoke(t, token);
			t.holds("the token of a runner should be refused", told.status >= 400, told);
			(await t.anonymous.call("verifyRunner", { token, system_id: t.unique("s") })).is(200);
		},
		destroys,
	),
	check(
		"GROUP-722",
		async (t) => {
			const runner = await t.make.runner();
			const strange = t.token("outsider");
			for (const token of [t.unique("token"), runner.string("token"), strange])
				(await revoke(t, token)).refuses(422, unprocessable);
			(await signsIn(t, strange)).is(200);
		},
		destroys,
	),
	check(
		"GROUP-723",
		async (t) => {
			(await revoke(t, t.token("expired"))).refuses(422, unprocessable);
		},
		destroys,
	),
];

/** What is revoked. */
export const tokenRevocation: readonly Check[] = [
	revokes("GROUP-704", "throwaway_personal_token"),
	revokes("GROUP-705", "throwaway_group_token"),
	revokes("GROUP-706", "throwaway_project_token"),
	revokes("GROUP-724", "throwaway_subgroup_token"),
	check(
		"GROUP-707",
		async (t) => {
			(await revoke(t, t.scene("group_deploy_token"))).is(200).has({ revoked: true });
		},
		destroys,
	),
	check(
		"GROUP-708",
		async (t) => {
			const told = (await revoke(t, t.scene("group_feed_token"))).is(200);
			t.holds("there should be a representation", Object.keys(told.fields).length > 0, told);
		},
		destroys,
	),
	check(
		"GROUP-709",
		async (t) => {
			for (const field of ["throwaway_group_token", "group_deploy_token"] as const) {
				const first = (await revoke(t, t.scene(field))).is(200);
				const again = (await revoke(t, t.scene(field))).is(200);
				t.same("the second answer", again.json, first.json, again);
			}
		},
		destroys,
	),
	check(
		"GROUP-710",
		async (t) => {
			(await revoke(t, t.scene("throwaway_group_token"))).is(200);
		},
		destroys,
	),
	check(
		"GROUP-711",
		async (t) => {
			(await revoke(t, t.scene("throwaway_group_token"))).is(200);
			(await signsIn(t, t.scene("throwaway_group_token"))).refuses(401).has({ error: "invalid_token" });
		},
		destroys,
	),
	check(
		"GROUP-716",
		async (t) => {
			for (const field of ["throwaway_group_token", "group_deploy_token", "group_feed_token"] as const) {
				const told = (await revoke(t, t.scene(field))).is(200);
				t.holds("the answer should not have the token", !told.text.includes(t.scene(field)), told);
			}
		},
		destroys,
	),
];
