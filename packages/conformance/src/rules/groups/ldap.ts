import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { forbidden, notFound, unauthorized, unknownGroup } from "./refusals";

const lower = ["maintainer", "developer", "reporter", "guest"] as const;

async function sync(t: Context, caller: Caller, id: unknown = t.scene("group")) {
	const answer = await caller.call("syncGroupLdap", { id });
	if (answer.status === 404 && Object(answer.json).message === notFound.message)
		t.skip("the server does not have the synchronization of groups with a directory set up");
	return answer;
}

/** What a directory says of its members takes the place of what was. */
const destroys = { effect: "destroys" } as const;
const free = { tier: "free", maxTier: "free" } as const;

/** Members by a directory. */
export const groupLdap: readonly Rule[] = [
	assumed(
		"GROUP-728",
		"Owner or administrator on a licensed self-managed instance with group sync enabled → 202.",
		"syncGroupLdap",
		async (t) => {
			for (const who of ["owner", "administrator"] as const) (await sync(t, t.as(who))).is(202);
		},
		destroys,
	),
	assumed(
		"GROUP-730",
		"A second call while a sync is pending → 202 again.",
		"syncGroupLdap",
		async (t) => {
			for (const _ of [1, 2]) (await sync(t, t.as("owner"))).is(202);
		},
		destroys,
	),
	assumed(
		"GROUP-731",
		'Maintainer or lower who can see the group → 403 {"message":"403 Forbidden"}.',
		"syncGroupLdap",
		async (t) => {
			for (const who of lower) (await sync(t, t.as(who))).refuses(403, forbidden);
		},
		destroys,
	),
	assumed(
		"GROUP-732",
		"Caller who cannot see the group, or unknown group → 404; anonymous → 401.",
		"syncGroupLdap",
		async (t) => {
			(await sync(t, t.as("outsider"), t.scene("private_group"))).refuses(404, unknownGroup);
			(await sync(t, t.as("owner"), 999_999_999)).refuses(404, unknownGroup);
			(await sync(t, t.anonymous)).refuses(401, unauthorized);
		},
		destroys,
	),
	rule(
		"GROUP-733",
		"Not offered on a Free instance or on the hosted offering.",
		"syncGroupLdap",
		async (t) => {
			(await t.as("owner").call("syncGroupLdap", { id: t.scene("group") })).refuses(404);
		},
		free,
	),
	assumed(
		"GROUP-734",
		'Where group sync is not licensed or enabled → 404 {"message":"404 Not Found"}, for an administrator too.',
		"syncGroupLdap",
		async (t) => {
			for (const who of ["owner", "administrator"] as const) (await t.as(who).call("syncGroupLdap", { id: t.scene("group") })).refuses(404, notFound);
		},
		free,
	),
];
