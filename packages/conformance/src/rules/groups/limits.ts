import type { OperationId } from "@tenon/contract";
import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { tooMany } from "./refusals";

/** A user whose requests hinder nobody else's. */
async function newcomer(t: Trial): Promise<Caller> {
	return t.as("administrator").sudo((await t.make.user()).number("id"));
}

/** Asks as often as is allowed within a minute, and once more; gives the last answer. */
async function exhaust(t: Trial, caller: Caller, operation: OperationId, limit: number): Promise<Answer> {
	const params = { id: t.scene("group"), per_page: 1, ...(operation === "getGroup" && { with_projects: false }) };
	const ask = (impatient: boolean) => caller.call(operation, params, { impatient });
	// The first one waits for what others asked before.
	(await ask(false)).is(200);
	for (let count = 1; count < limit; count++) (await ask(true)).is(200);
	return await ask(true);
}

const limited = (claims: string, operation: OperationId, limit: number, body?: unknown): Check =>
	check(
		claims,
		async (t) => {
			const told = (await exhaust(t, await newcomer(t), operation, limit)).refuses(429, body);
			t.holds("there should be a header Retry-After", Number(told.header("retry-after")) > 0, told);
		},
		{ effect: "destroys" },
	);

/** How often is answered in a minute. */
export const groupLimits: readonly Check[] = [
	limited("GROUP-168", "getGroup", 400, tooMany),
	limited("GROUP-257", "listGroups", 200),
	limited("GROUP-317", "listGroupProjects", 600),
	limited("GROUP-464", "listGroupSharedGroups", 60),
	check(
		"GROUP-482",
		async (t) => {
			(await exhaust(t, await newcomer(t), "listInvitedGroups", 60)).refuses(429);
		},
		{ effect: "destroys" },
	),
	check(
		"GROUP-484",
		async (t) => {
			const [one, other] = [await newcomer(t), await newcomer(t)];
			(await exhaust(t, one, "listInvitedGroups", 60)).refuses(429);
			(await other.call("listInvitedGroups", { id: t.scene("group") }, { impatient: true })).is(200);
		},
		{ effect: "destroys" },
	),
	check(
		"GROUP-485",
		async (t) => {
			const told = (await exhaust(t, await newcomer(t), "listInvitedGroups", 60)).refuses(429, tooMany);
			t.same("Retry-After", told.header("retry-after"), "60", told);
		},
		{ effect: "destroys" },
	),
	check(
		"GROUP-483",
		async (t) => {
			const ask = () => t.anonymous.call("listInvitedGroups", { id: t.scene("group") }, { impatient: true });
			let served = 0;
			let told = await ask();
			for (; told.status !== 429 && served <= 60; served++) told = (await ask()).is(200, 429);
			t.holds("the 61st request should be refused", served <= 60 && told.status === 429, told);
			// Whatever else was asked without credentials within this minute counts, too: it cannot be much.
			t.holds("60 requests should succeed, less those that the run sent before", served > 40, told);
		},
		{ effect: "destroys" },
	),
];
