import type { OperationId } from "@tenon/contract";
import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { tooMany } from "./refusals";

/** A user whose requests hinder nobody else's. */
async function newcomer(t: Context): Promise<Caller> {
	return t.as("administrator").sudo((await t.given.user()).number("id"));
}

/** Asks as often as is allowed within a minute, and once more; gives the last answer. */
async function exhaust(t: Context, caller: Caller, operation: OperationId, limit: number): Promise<Answer> {
	const params = { id: t.scene("group"), per_page: 1, ...(operation === "getGroup" && { with_projects: false }) };
	const ask = (impatient: boolean) => caller.call(operation, params, { impatient });
	// The first one waits for what others asked before.
	(await ask(false)).is(200);
	for (let count = 1; count < limit; count++) (await ask(true)).is(200);
	return await ask(true);
}

const limited = (claims: string, operation: OperationId, limit: number, body?: unknown): Rule =>
	byClaim(
		claims,
		async (t) => {
			const response = (await exhaust(t, await newcomer(t), operation, limit)).refuses(429, body);
			t.holds("there should be a header Retry-After", Number(response.header("retry-after")) > 0, response);
		},
		{ effect: "destroys" },
	);

/** How often is answered in a minute. */
export const groupLimits: readonly Rule[] = [
	limited("GROUP-168", "getGroup", 400, tooMany),
	limited("GROUP-257", "listGroups", 200),
	limited("GROUP-317", "listGroupProjects", 600),
	limited("GROUP-464", "listGroupSharedGroups", 60),
	rule(
		"GROUP-482",
		"Signed-in: 60 requests within a minute by one user succeed, the 61st is refused.",
		"listInvitedGroups",
		async (t) => {
			(await exhaust(t, await newcomer(t), "listInvitedGroups", 60)).refuses(429);
		},
		{ effect: "destroys" },
	),
	rule(
		"GROUP-484",
		"The quota is per user: after one user is limited another signed-in user still gets 200.",
		"listInvitedGroups",
		async (t) => {
			const [one, other] = [await newcomer(t), await newcomer(t)];
			(await exhaust(t, one, "listInvitedGroups", 60)).refuses(429);
			(await other.call("listInvitedGroups", { id: t.scene("group") }, { impatient: true })).is(200);
		},
		{ effect: "destroys" },
	),
	assumed(
		"GROUP-485",
		'The refusal is 429 {"message":{"error":"This endpoint has been requested too many times. Try again later."}} with Retry-After: 60.',
		"listInvitedGroups",
		async (t) => {
			const response = (await exhaust(t, await newcomer(t), "listInvitedGroups", 60)).refuses(429, tooMany);
			t.same("Retry-After", response.header("retry-after"), "60", response);
		},
		{ effect: "destroys" },
	),
	rule(
		"GROUP-483",
		"Anonymous: 60 requests within a minute from one IP succeed, the 61st is refused.",
		"listInvitedGroups",
		async (t) => {
			const ask = () => t.anonymous.call("listInvitedGroups", { id: t.scene("group") }, { impatient: true });
			let served = 0;
			let response = await ask();
			for (; response.status !== 429 && served <= 60; served++) response = (await ask()).is(200, 429);
			t.holds("the 61st request should be refused", served <= 60 && response.status === 429, response);
			// Whatever else was asked without credentials within this minute counts, too: it cannot be much.
			t.holds("60 requests should succeed, less those that the run sent before", served > 40, response);
		},
		{ effect: "destroys" },
	),
];
