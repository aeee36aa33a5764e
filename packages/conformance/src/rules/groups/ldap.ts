import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { forbidden, notFound, unauthorized, unknownGroup } from "./refusals";

const lower = ["maintainer", "developer", "reporter", "guest"] as const;

async function sync(t: Trial, caller: Caller, id: unknown = t.scene("group")) {
	const answer = await caller.call("syncGroupLdap", { id });
	if (answer.status === 404 && Object(answer.json).message === notFound.message)
		t.skip("the server does not have the synchronization of groups with a directory set up");
	return answer;
}

/** What a directory says of its members takes the place of what was. */
const destroys = { effect: "destroys" } as const;
const free = { tier: "free", maxTier: "free" } as const;

/** Members by a directory. */
export const groupLdap: readonly Check[] = [
	check(
		"GROUP-728",
		async (t) => {
			for (const who of ["owner", "administrator"] as const) (await sync(t, t.as(who))).is(202);
		},
		destroys,
	),
	check(
		"GROUP-730",
		async (t) => {
			for (const _ of [1, 2]) (await sync(t, t.as("owner"))).is(202);
		},
		destroys,
	),
	check(
		"GROUP-731",
		async (t) => {
			for (const who of lower) (await sync(t, t.as(who))).refuses(403, forbidden);
		},
		destroys,
	),
	check(
		"GROUP-732",
		async (t) => {
			(await sync(t, t.as("outsider"), t.scene("private_group"))).refuses(404, unknownGroup);
			(await sync(t, t.as("owner"), 999_999_999)).refuses(404, unknownGroup);
			(await sync(t, t.anonymous)).refuses(401, unauthorized);
		},
		destroys,
	),
	check(
		"GROUP-733",
		async (t) => {
			(await t.as("owner").call("syncGroupLdap", { id: t.scene("group") })).refuses(404);
		},
		free,
	),
	check(
		"GROUP-734",
		async (t) => {
			for (const who of ["owner", "administrator"] as const)
				(await t.as(who).call("syncGroupLdap", { id: t.scene("group") })).refuses(404, notFound);
		},
		free,
	),
];
