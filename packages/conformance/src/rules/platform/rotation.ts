import type { OperationId } from "@tenon/contract";
import { nobody } from "../../generators/least-params";
import { spareToken } from "../../plans/spare-token";
import type { Context } from "../../rule/context";
import { writing } from "../../rule/rule";

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const rotate = async (t: Context, params: Record<string, unknown> = {}) =>
	await t.as("owner").call("rotateGroupPersonalAccessToken", { ...(await spareToken(t, "personal")), ...params });

const rotations: readonly OperationId[] = ["rotateGroupPersonalAccessToken", "rotateGroupResourceAccessToken"];

/** Tokens that are rotated, and what becomes of the old ones. */
export const rotation = [
	writing.rule("ERR-015", "A rotation has status 200, and 400 if it does not happen.", "rotateGroupPersonalAccessToken", async (t) => {
		(await rotate(t)).is(200);
		(await rotate(t, { expires_at: inDays(800) })).is(400);
	}),
	writing.rule("ERR-019", "Caller is Owner but the token does not exist → 404 (both rotate endpoints).", "rotateGroupPersonalAccessToken", async (t) => {
		for (const operation of rotations) (await t.as("owner").call(operation, { id: t.scene("enterprise_group"), token_id: nobody })).is(404);
	}),
	writing.rule("ERR-020", "Target token is not a personal access token → 405.", "rotateGroupPersonalAccessToken", async (t) => {
		const { id, token_id } = await spareToken(t, "resource");
		(await t.as("owner").call("rotateGroupPersonalAccessToken", { id, token_id })).is(405);
	}),
	writing.rule("CONV-118", "A rotated token without expires_at expires seven days from rotation.", "rotateGroupPersonalAccessToken", async (t) => {
		const response = (await rotate(t)).is(200);
		const expected = [6, 7, 8].map(inDays);
		t.holds("the token should expire in seven days", expected.includes(response.string("expires_at")), response);
	}),
	writing.rule("CONV-119", "A new token expires within a year; a refused rotation leaves the old token valid.", "rotateGroupPersonalAccessToken", async (t) => {
		const before = (await rotate(t)).is(200);
		const at = { id: t.scene("enterprise_group"), token_id: before.number("id") };
		// By the server's clock, which need not be the runner's.
		const year = new Date(before.string("created_at"));
		year.setUTCFullYear(year.getUTCFullYear() + 1);
		// A day that begins meanwhile lets the rule fail once, and it is repeated.
		const dayAfter = new Date(year.getTime() + day).toISOString().slice(0, 10);
		for (const as of ["json", "form", "query"] as const)
			(await t.as("owner").call("rotateGroupPersonalAccessToken", { ...at, expires_at: dayAfter }, { as })).is(400);
		(await t.bearing(before.string("token")).call("getCurrentUser")).is(200, 403);
		const expires_at = year.toISOString().slice(0, 10);
		(await t.as("owner").call("rotateGroupPersonalAccessToken", { ...at, expires_at })).is(200).has({ expires_at });
	}),
	writing.assumed("AUTH-019", "A rotated token stops working at once, in REST and in GraphQL.", "rotateGroupPersonalAccessToken", async (t) => {
		const first = (await rotate(t)).is(200);
		const old = t.bearing(first.string("token"));
		t.holds("the token should work", (await old.call("getCurrentUser")).status !== 401);
		const at = { id: t.scene("enterprise_group"), token_id: first.number("id") };
		const second = (await t.as("owner").call("rotateGroupPersonalAccessToken", at)).is(200);
		(await old.call("getCurrentUser")).is(401);
		(await old.graphql("{ currentUser { id } }")).is(401);
		t.holds("the new one should work", (await t.bearing(second.string("token")).call("getCurrentUser")).status !== 401);
	}),
	writing.rule("ERR-016", "A caller with a missing, expired, revoked or too weak token is refused with 401.", "rotateGroupPersonalAccessToken", async (t) => {
		const asked = await spareToken(t, "personal");
		for (const caller of [t.anonymous, t.as("expired"), t.as("revoked"), t.as("developer")])
			(await caller.call("rotateGroupPersonalAccessToken", asked)).is(401);
	}),
];
