import { spareToken } from "../../plans/spare-token";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed } from "../../rule/rule";
import { deletionOf, forbidden, foreign, type Kind, kinds, listed, rotated, rotationOf, tokensOf, unauthorized, unknownId } from "./tokens";

const destroys = { effect: "destroys" } as const;

/** Revokes a spare token as the owner. */
async function revoke(t: Context, kind: Kind, spare = spareToken(t, kind)) {
	const { id, token_id } = await spare;
	const answer = (await t.as("owner").call(deletionOf(kind), { id, token_id })).is(204);
	return { id, token_id, answer };
}

/** The owner's call on a token is refused. */
async function refuses(t: Context, kind: Kind, token_id: number | "self", status: number, body?: unknown): Promise<void> {
	(await t.as("owner").call(deletionOf(kind), { id: t.scene("enterprise_group"), token_id })).refuses(status, body);
}

const both = (personal: string, resource: string, run: (t: Context, kind: Kind) => Promise<void>) =>
	kinds.map((kind) => byClaim(kind === "personal" ? personal : resource, async (t) => await run(t, kind), destroys));

export const revoking = [
	...both("CRED-140, CRED-045", "CRED-156, CRED-046", async (t, kind) => {
		const { token_id } = await revoke(t, kind);
		t.same("revoked", (await listed(t, kind, token_id)).revoked, true);
	}),
	...both("CRED-141", "CRED-157", async (t, kind) => {
		const { answer } = await revoke(t, kind);
		t.same("the body", answer.text, "", answer);
	}),
	assumed(
		"CRED-047",
		"A revoked token has active false and stays in the list (it is not removed).",
		[],
		async (t) => {
			for (const kind of kinds) {
				const { old } = await rotated(t, kind);
				const { active, revoked } = await listed(t, kind, old);
				t.same("active and revoked", [active, revoked], [false, true]);
			}
		},
		{ ...destroys, offering: "hosted" },
	),
	assumed(
		"CRED-052",
		"Revoked is final: no operation of this interface makes a revoked token active again.",
		[],
		async (t) => {
			for (const kind of kinds) {
				const { id, old } = await rotated(t, kind);
				(await t.as("owner").call(rotationOf(kind), { id, token_id: old })).is(400, 401);
				(await t.as("owner").call(deletionOf(kind), { id, token_id: old })).is(204);
				t.same("revoked", (await listed(t, kind, old)).revoked, true);
			}
		},
		{ ...destroys, offering: "hosted" },
	),
	assumed(
		"CRED-142",
		"Token of a service account of the group → 204 and revoked.",
		"deleteGroupPersonalAccessToken",
		async (t) => {
			const { token_id } = await revoke(t, "personal", spareToken(t, "service"));
			t.same("revoked", (await listed(t, "personal", token_id)).revoked, true);
		},
		destroys,
	),
	...both("CRED-143", "CRED-159", async (t, kind) => {
		const { id, text, token_id } = await rotated(t, kind);
		(await t.bearing(text).call("getCurrentUser")).is(200);
		(await t.as("owner").call(deletionOf(kind), { id, token_id })).is(204);
		(await t.bearing(text).call("getCurrentUser")).is(401).has({ error: "invalid_token" });
	}),
	...both("CRED-145", "CRED-161", async (t, kind) => {
		const { id, text, token_id } = await rotated(t, kind);
		const response = await t.bearing(text).call(deletionOf(kind), { id, token_id: "self" });
		response.is(204);
		t.same("revoked", (await listed(t, kind, token_id)).revoked, true);
		(await t.bearing(text).call("getCurrentUser")).is(401);
	}),
	...both("CRED-146", "CRED-162", async (t, kind) => {
		await refuses(t, kind, "self", 403);
		(await t.as("owner").call("getCurrentUser")).is(200);
	}),
	...both("CRED-147", "CRED-163", async (t, kind) => {
		const { id, old: token_id } = await rotated(t, kind);
		for (let time = 1; time <= 2; time++) (await t.as("owner").call(deletionOf(kind), { id, token_id })).is(204);
	}),
	assumed(
		"CRED-154",
		"Token of a user who is no enterprise user or service account of the group, or a bot token → 403; not revoked.",
		"deleteGroupPersonalAccessToken",
		async (t) => {
			const { token_id } = await spareToken(t, "resource");
			await refuses(t, "personal", token_id, 403, forbidden);
			t.same("revoked", (await listed(t, "resource", token_id)).revoked, false);
			await refuses(t, "personal", await foreign(t, "listGroupPersonalAccessTokens"), 403, forbidden);
		},
		destroys,
	),
	...both("CRED-155", "CRED-170", async (t, kind) => await refuses(t, kind, unknownId, 401, unauthorized)),
	assumed(
		"CRED-158",
		"Tokens of a project below the group and of a subgroup → 204 and revoked; the bot user still exists.",
		"deleteGroupResourceAccessToken",
		async (t) => {
			const group = await t.given.groupId(t.scene("enterprise_group"));
			for (const type of ["project", "group"]) {
				const isBelow = (one: { readonly [name: string]: unknown }) => one.resource_type === type && (type === "project" || one.resource_id !== group);
				const spare = await spareToken(t, "resource", isBelow);
				const { token_id } = await revoke(t, "resource", Promise.resolve(spare));
				t.same("revoked", (await listed(t, "resource", token_id)).revoked, true);
				(await t.as("administrator").call("getUser", { id: spare.user_id })).is(200);
			}
		},
		destroys,
	),
	assumed(
		"CRED-168",
		'A personal access token of a human → 403 {"message":"403 Forbidden - Cannot revoke resource access token: Token does not belong to bot user"}.',
		"deleteGroupResourceAccessToken",
		async (t) => {
			const { token_id } = await spareToken(t, "personal");
			await refuses(t, "resource", token_id, 403, {
				message: "403 Forbidden - Cannot revoke resource access token: Token does not belong to bot user",
			});
			t.same("revoked", (await listed(t, "personal", token_id)).revoked, false);
		},
		destroys,
	),
	assumed(
		"CRED-169",
		'A token of another hierarchy → 403 {"message":"403 Forbidden - Cannot access resource access token: Token belongs to a resource outside group\'s hierarchy"}.',
		"deleteGroupResourceAccessToken",
		async (t) => {
			const token_id = await foreign(t, "listGroupResourceAccessTokens");
			await refuses(t, "resource", token_id, 403, {
				message: "403 Forbidden - Cannot access resource access token: Token belongs to a resource outside group's hierarchy",
			});
			t.holds("it should not be the group's", !(await tokensOf(t, "resource")).some(({ id }) => id === token_id));
		},
		destroys,
	),
];
