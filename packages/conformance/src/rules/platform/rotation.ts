import type { OperationId } from "@tenon/contract";
import { nobody } from "../../generators/least-params";
import { spareToken } from "../../plans/spare-token";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const rotates = { operations: ["rotateGroupPersonalAccessToken"], effect: "destroys" } as const;
const rotate = async (t: Trial, params: Record<string, unknown> = {}) =>
	await t.as("owner").call("rotateGroupPersonalAccessToken", { ...(await spareToken(t, "personal")), ...params });

const rotations: readonly OperationId[] = ["rotateGroupPersonalAccessToken", "rotateGroupResourceAccessToken"];

/** Tokens that are rotated, and what becomes of the old ones. */
export const rotation = [
	check(
		"ERR-015",
		async (t) => {
			(await rotate(t)).is(200);
			(await rotate(t, { expires_at: inDays(800) })).is(400);
		},
		rotates,
	),
	check(
		"ERR-019",
		async (t) => {
			for (const operation of rotations)
				(await t.as("owner").call(operation, { id: t.scene("enterprise_group"), token_id: nobody })).is(404);
		},
		{ ...rotates, effect: "writes" },
	),
	check(
		"ERR-020",
		async (t) => {
			const { id, token_id } = await spareToken(t, "resource");
			(await t.as("owner").call("rotateGroupPersonalAccessToken", { id, token_id })).is(405);
		},
		{ ...rotates, effect: "writes" },
	),
	check(
		"CONV-118",
		async (t) => {
			const answer = (await rotate(t)).is(200);
			const expected = [6, 7, 8].map(inDays);
			t.holds("the token should expire in seven days", expected.includes(answer.string("expires_at")), answer);
		},
		rotates,
	),
	check(
		"CONV-119",
		async (t) => {
			const before = (await rotate(t)).is(200);
			const at = { id: t.scene("enterprise_group"), token_id: before.number("id") };
			const year = new Date();
			year.setUTCFullYear(year.getUTCFullYear() + 1);
			const dayAfter = new Date(year.getTime() + 2 * day).toISOString().slice(0, 10);
			(await t.as("owner").call("rotateGroupPersonalAccessToken", { ...at, expires_at: dayAfter })).is(400);
			(await t.bearing(before.string("token")).call("getCurrentUser")).is(200, 403);
			const expires_at = year.toISOString().slice(0, 10);
			(await t.as("owner").call("rotateGroupPersonalAccessToken", { ...at, expires_at })).is(200).has({ expires_at });
		},
		rotates,
	),
	check(
		"AUTH-019",
		async (t) => {
			const first = (await rotate(t)).is(200);
			const old = t.bearing(first.string("token"));
			t.holds("the token should work", (await old.call("getCurrentUser")).status !== 401);
			const at = { id: t.scene("enterprise_group"), token_id: first.number("id") };
			const second = (await t.as("owner").call("rotateGroupPersonalAccessToken", at)).is(200);
			(await old.call("getCurrentUser")).is(401);
			(await old.graphql("{ currentUser { id } }")).is(401);
			t.holds(
				"the new one should work",
				(await t.bearing(second.string("token")).call("getCurrentUser")).status !== 401,
			);
		},
		rotates,
	),
	check(
		"ERR-016",
		async (t) => {
			const asked = await spareToken(t, "personal");
			for (const caller of [t.anonymous, t.as("expired"), t.as("revoked"), t.as("developer")])
				(await caller.call("rotateGroupPersonalAccessToken", asked)).is(401);
		},
		{ ...rotates, effect: "writes" },
	),
];
