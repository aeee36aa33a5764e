import { byClaim } from "../../rule/by-claim";
import { assumed, rule } from "../../rule/rule";
import { deletionOf, forbidden, groupNotFound, kinds, refuses, rotationOf, tokensOf, unauthorized } from "./tokens";

const lists = ["listGroupPersonalAccessTokens", "listGroupResourceAccessTokens", "listGroupSshKeys"] as const;
const hosted = { effect: "reads", offering: "hosted" } as const;
const topLevel = { message: "400 Bad request - Must be a top-level group" };

/** Where the credentials of a group can be managed, and who may. */
export const access = [
	rule(
		"CRED-010",
		"The eight credential operations exist on the hosted offering only.",
		[],
		async (t) => {
			const id = t.scene("enterprise_group");
			const isHosted = t.facts.offering !== "self-managed";
			for (const list of lists) (await t.as("owner").call(list, { id, per_page: 1 })).is(isHosted ? 200 : 404);
		},
		{ effect: "reads" },
	),
	assumed(
		"CRED-011",
		'On a self-managed instance every /groups/{id}/manage/… call → 404 {"message":"404 Not Found"}, before any authentication check.',
		[],
		async (t) => {
			if (t.facts.offering !== "self-managed") t.skip("needs a self-managed installation");
			const id = t.scene("group");
			for (const list of lists) for (const caller of [t.as("owner"), t.anonymous]) (await caller.call(list, { id })).refuses(404, { message: "404 Not Found" });
		},
		{ effect: "reads" },
	),
	assumed(
		"CRED-012",
		'Hosted, anonymous caller → 401 {"message":"401 Unauthorized"}.',
		[],
		async (t) => {
			for (const list of lists) (await t.anonymous.call(list, { id: t.scene("enterprise_group") })).refuses(401, unauthorized);
		},
		hosted,
	),
	assumed(
		"CRED-013",
		'Hosted, unknown group or one the caller cannot see → 404 {"message":"404 Group Not Found"}.',
		[],
		async (t) => {
			for (const list of lists) {
				(await t.as("owner").call(list, { id: t.unique("nothing") })).refuses(404, groupNotFound);
				(await t.as("outsider").call(list, { id: t.scene("private_group") })).refuses(404, groupNotFound);
			}
		},
		hosted,
	),
	assumed(
		"CRED-014",
		"Guards run in this order: offering (404), authentication (401), group (404), role.",
		[],
		async (t) => {
			for (const list of lists) {
				(await t.anonymous.call(list, { id: t.unique("nothing") })).is(401);
				(await t.as("outsider").call(list, { id: t.unique("nothing") })).is(404);
				(await t.as("outsider").call(list, { id: t.scene("enterprise_group") })).is(403);
			}
		},
		hosted,
	),
	rule(
		"CRED-015",
		"The caller must have the Owner role of the group.",
		[],
		async (t) => {
			const id = t.scene("enterprise_group");
			for (const list of lists) {
				(await t.as("owner").call(list, { id })).is(200);
				for (const who of ["maintainer", "developer", "outsider"] as const) (await t.as(who).call(list, { id })).is(401, 403, 404);
			}
		},
		hosted,
	),
	assumed(
		"CRED-016",
		"An administrator of the instance passes the role check without being a member.",
		[],
		async (t) => {
			for (const list of lists) (await t.as("administrator").call(list, { id: t.scene("enterprise_group") })).is(200);
		},
		hosted,
	),
	rule(
		"CRED-018",
		"The group must be top-level.",
		[],
		async (t) => {
			for (const list of lists) (await t.as("owner").call(list, { id: t.scene("subgroup") })).is(400, 403, 404, 422);
		},
		hosted,
	),
	assumed(
		"CRED-019",
		'A subgroup as id → 400 {"message":"400 Bad request - Must be a top-level group"}.',
		[],
		async (t) => {
			for (const list of lists) (await t.as("owner").call(list, { id: t.scene("subgroup") })).refuses(400, topLevel);
		},
		hosted,
	),
	assumed(
		"CRED-020",
		"The group may be given as numeric ID or URL-encoded path.",
		[],
		async (t) => {
			const path = t.scene("enterprise_group");
			const id = await t.given.groupId(path);
			for (const list of lists)
				t.same(`${list} by number`, (await t.as("owner").call(list, { id })).is(200).ids, (await t.as("owner").call(list, { id: path })).ids);
		},
		hosted,
	),
	assumed(
		"CRED-023",
		'A read_api token may call the three GETs; a DELETE or rotate with it → 403 {"error":"insufficient_scope",…} and nothing changes.',
		[],
		async (t) => {
			const caller = t.as("read-only");
			// The token is a maintainer's: that the role is looked at shows that the scope sufficed.
			for (const list of lists) (await caller.call(list, { id: t.scene("enterprise_group") })).refuses(403, forbidden);
			for (const kind of kinds)
				for (const operation of [deletionOf(kind), rotationOf(kind)] as const) {
					const before = (await tokensOf(t, kind)).map(({ id, revoked }) => ({ id, revoked }));
					const response = await caller.call(operation, { id: t.scene("enterprise_group"), token_id: before[0]?.id });
					response.is(403).has({ error: "insufficient_scope" });
					t.same(
						"the tokens",
						(await tokensOf(t, kind)).map(({ id, revoked }) => ({ id, revoked })),
						before,
					);
				}
		},
		{ effect: "destroys", offering: "hosted" },
	),
	rule(
		"CRED-024",
		"A caller presenting an invalid token → 401.",
		[],
		async (t) => {
			const params = { id: t.scene("enterprise_group") };
			for (const caller of [t.bearing(t.unique("token")), t.as("expired"), t.as("revoked")])
				for (const list of lists) (await caller.call(list, params)).is(401);
		},
		hosted,
	),
	...(
		[
			["CRED-151", "personal"],
			["CRED-166", "resource"],
		] as const
	).map(([claim, kind]) =>
		byClaim(
			claim,
			async (t) => {
				for (const caller of [t.bearing(t.unique("token")), t.as("expired"), t.as("revoked")]) await refuses(t, kind, caller, deletionOf(kind), 401);
			},
			{ effect: "destroys" },
		),
	),
	...(
		[
			["CRED-152", "personal"],
			["CRED-167", "resource"],
		] as const
	).map(([claim, kind]) =>
		byClaim(
			claim,
			async (t) => {
				for (const who of ["maintainer", "developer", "outsider"] as const) await refuses(t, kind, t.as(who), deletionOf(kind), 403);
			},
			{ effect: "destroys" },
		),
	),
	assumed(
		"CRED-153",
		'Lacking permission covers: maintainer and lower, a read-only scoped token, Owner of another group; body {"message":"403 Forbidden"} for role failures.',
		"deleteGroupPersonalAccessToken",
		async (t) => {
			for (const who of ["maintainer", "developer", "reporter", "guest", "outsider"] as const)
				await refuses(t, "personal", t.as(who), deletionOf("personal"), 403, forbidden);
			await refuses(t, "personal", t.as("read-only"), deletionOf("personal"), 403);
		},
		{ effect: "destroys" },
	),
	assumed(
		"CRED-228",
		'Caller below Owner → 403 {"message":"403 Forbidden"}; the token stays active.',
		"rotateGroupResourceAccessToken",
		async (t) => {
			for (const who of ["maintainer", "developer"] as const) await refuses(t, "resource", t.as(who), rotationOf("resource"), 403, forbidden);
		},
		{ effect: "destroys" },
	),
];
