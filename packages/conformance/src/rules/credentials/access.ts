import { check } from "../../rule/rule";
import { deletionOf, forbidden, groupNotFound, kinds, refuses, rotationOf, tokensOf, unauthorized } from "./tokens";

const lists = ["listGroupPersonalAccessTokens", "listGroupResourceAccessTokens", "listGroupSshKeys"] as const;
const hosted = { effect: "reads", offering: "hosted" } as const;
const topLevel = { message: "400 Bad request - Must be a top-level group" };

/** Where the credentials of a group can be managed, and who may. */
export const access = [
	check(
		"CRED-010",
		async (t) => {
			const id = t.scene("enterprise_group");
			const isHosted = t.facts.offering !== "self-managed";
			for (const list of lists) (await t.as("owner").call(list, { id, per_page: 1 })).is(isHosted ? 200 : 404);
		},
		{ effect: "reads" },
	),
	check(
		"CRED-011",
		async (t) => {
			if (t.facts.offering !== "self-managed") t.skip("needs a self-managed installation");
			const id = t.scene("group");
			for (const list of lists)
				for (const caller of [t.as("owner"), t.anonymous])
					(await caller.call(list, { id })).refuses(404, { message: "404 Not Found" });
		},
		{ effect: "reads" },
	),
	check(
		"CRED-012",
		async (t) => {
			for (const list of lists)
				(await t.anonymous.call(list, { id: t.scene("enterprise_group") })).refuses(401, unauthorized);
		},
		hosted,
	),
	check(
		"CRED-013",
		async (t) => {
			for (const list of lists) {
				(await t.as("owner").call(list, { id: t.unique("nothing") })).refuses(404, groupNotFound);
				(await t.as("outsider").call(list, { id: t.scene("private_group") })).refuses(404, groupNotFound);
			}
		},
		hosted,
	),
	check(
		"CRED-014",
		async (t) => {
			for (const list of lists) {
				(await t.anonymous.call(list, { id: t.unique("nothing") })).is(401);
				(await t.as("outsider").call(list, { id: t.unique("nothing") })).is(404);
				(await t.as("outsider").call(list, { id: t.scene("enterprise_group") })).is(403);
			}
		},
		hosted,
	),
	check(
		"CRED-015",
		async (t) => {
			const id = t.scene("enterprise_group");
			for (const list of lists) {
				(await t.as("owner").call(list, { id })).is(200);
				for (const who of ["maintainer", "developer", "outsider"] as const)
					(await t.as(who).call(list, { id })).is(401, 403, 404);
			}
		},
		hosted,
	),
	check(
		"CRED-016",
		async (t) => {
			for (const list of lists) (await t.as("administrator").call(list, { id: t.scene("enterprise_group") })).is(200);
		},
		hosted,
	),
	check(
		"CRED-018",
		async (t) => {
			for (const list of lists) (await t.as("owner").call(list, { id: t.scene("subgroup") })).is(400, 403, 404, 422);
		},
		hosted,
	),
	check(
		"CRED-019",
		async (t) => {
			for (const list of lists) (await t.as("owner").call(list, { id: t.scene("subgroup") })).refuses(400, topLevel);
		},
		hosted,
	),
	check(
		"CRED-020",
		async (t) => {
			const path = t.scene("enterprise_group");
			const id = await t.make.groupId(path);
			for (const list of lists)
				t.same(
					`${list} by number`,
					(await t.as("owner").call(list, { id })).is(200).ids,
					(await t.as("owner").call(list, { id: path })).ids,
				);
		},
		hosted,
	),
	check(
		"CRED-023",
		async (t) => {
			const caller = t.as("read-only");
			// The token is a maintainer's: that the role is looked at shows that the scope sufficed.
			for (const list of lists) (await caller.call(list, { id: t.scene("enterprise_group") })).refuses(403, forbidden);
			for (const kind of kinds)
				for (const operation of [deletionOf(kind), rotationOf(kind)] as const) {
					const before = (await tokensOf(t, kind)).map(({ id, revoked }) => ({ id, revoked }));
					const told = await caller.call(operation, { id: t.scene("enterprise_group"), token_id: before[0]?.id });
					told.is(403).has({ error: "insufficient_scope" });
					t.same(
						"the tokens",
						(await tokensOf(t, kind)).map(({ id, revoked }) => ({ id, revoked })),
						before,
					);
				}
		},
		{ effect: "destroys", offering: "hosted" },
	),
	check(
		"CRED-024",
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
		check(
			claim,
			async (t) => {
				for (const caller of [t.bearing(t.unique("token")), t.as("expired"), t.as("revoked")])
					await refuses(t, kind, caller, deletionOf(kind), 401);
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
		check(
			claim,
			async (t) => {
				for (const who of ["maintainer", "developer", "outsider"] as const)
					await refuses(t, kind, t.as(who), deletionOf(kind), 403);
			},
			{ effect: "destroys" },
		),
	),
	check(
		"CRED-153",
		async (t) => {
			for (const who of ["maintainer", "developer", "reporter", "guest", "outsider"] as const)
				await refuses(t, "personal", t.as(who), deletionOf("personal"), 403, forbidden);
			await refuses(t, "personal", t.as("read-only"), deletionOf("personal"), 403);
		},
		{ effect: "destroys" },
	),
	check(
		"CRED-228",
		async (t) => {
			for (const who of ["maintainer", "developer"] as const)
				await refuses(t, "resource", t.as(who), rotationOf("resource"), 403, forbidden);
		},
		{ effect: "destroys" },
	),
];
