import { spareToken } from "../../plans/spare-token";
import type { Params } from "../../rule/address";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { forbidden, foreign, inDays, type Kind, kinds, listed, nextYear, refuses, rotated, rotationOf, tokensOf, unauthorized, unknownId } from "./tokens";

const destroys = { effect: "destroys" } as const;
const hosted = { ...destroys, offering: "hosted" } as const;
const notFound = { message: "404 Not found" };

const both = (personal: string, resource: string, run: (t: Context, kind: Kind) => Promise<void>) =>
	kinds.map((kind) => byClaim(kind === "personal" ? personal : resource, async (t) => await run(t, kind), destroys));

/** The owner's rotation of a token is answered so. */
async function rotates(t: Context, kind: Kind, token_id: unknown, status: number, body?: unknown): Promise<void> {
	(await t.as("owner").call(rotationOf(kind), { id: t.scene("enterprise_group"), token_id })).refuses(status, body);
}

/** Rotation with an expiry is refused, and the token stays. */
const refusesExpiry = async (t: Context, kind: Kind, expires_at: string, body?: unknown) =>
	await refuses(t, kind, t.as("owner"), rotationOf(kind), 400, body, { expires_at });

async function expires(t: Context, kind: Kind, params: Params, wanted: readonly string[]): Promise<void> {
	const { answer } = await rotated(t, kind, params);
	t.holds(`expires_at should be ${wanted[0]}`, wanted.includes(answer.string("expires_at")), answer);
}

/** The day may change between the two clocks. */
const inAWeek = () => [inDays(7), inDays(7 - 1 / 720), inDays(7 + 1 / 720)];

export const rotating = [
	rule(
		"CRED-048",
		"Rotating an active token revokes the old one: it is then listed with revoked true.",
		[],
		async (t) => {
			for (const kind of kinds) {
				const { old } = await rotated(t, kind);
				t.same("revoked of the old one", (await listed(t, kind, old)).revoked, true);
			}
		},
		hosted,
	),
	rule(
		"CRED-049",
		"Rotation creates a new token, distinct from the old one.",
		[],
		async (t) => {
			for (const kind of kinds) {
				const { old, token_id } = await rotated(t, kind);
				t.holds("the new token should have another number", old !== token_id);
				t.same("revoked of the new one", (await listed(t, kind, token_id)).revoked, false);
			}
		},
		hosted,
	),
	rule(
		"CRED-050",
		"The new token expires one week after the rotation unless expires_at is given.",
		[],
		async (t) => {
			for (const kind of kinds) await expires(t, kind, {}, inAWeek());
		},
		hosted,
	),
	rule(
		"CRED-051",
		"expires_at given at rotation becomes the expires_at of the new token.",
		[],
		async (t) => {
			for (const kind of kinds) await expires(t, kind, { expires_at: inDays(40) }, [inDays(40)]);
		},
		hosted,
	),
	...both("CRED-183", "CRED-210", async (t, kind) => {
		const { token_id, answer } = await rotated(t, kind);
		answer.is(200);
		const { last_used_at: _, ...shown } = await listed(t, kind, token_id);
		answer.has(shown);
	}),
	...both("CRED-184", "CRED-211", async (t, kind) => void (await rotated(t, kind)).answer.is(200)),
	...both("CRED-185", "CRED-212", async (t, kind) => {
		const [first, second] = [await rotated(t, kind), await rotated(t, kind)];
		t.holds("the texts should differ", first.text !== second.text);
		(await t.bearing(second.text).call("getCurrentUser")).is(200);
	}),
	...both("CRED-186", "CRED-213", async (t, kind) => {
		const { id, text, token_id, user_id } = await rotated(t, kind);
		(await t.bearing(text).call("getCurrentUser")).is(200).has({ id: user_id });
		const again = (await t.as("owner").call(rotationOf(kind), { id, token_id })).ok.string("token");
		(await t.bearing(text).call("getCurrentUser")).is(401);
		(await t.bearing(again).call("getCurrentUser")).is(200).has({ id: user_id });
	}),
	...both("CRED-187", "CRED-214", async (t, kind) => {
		const { answer, before, old } = await rotated(t, kind);
		const { name, description, scopes, user_id } = before;
		answer.has({ name, description, scopes, user_id, revoked: false, active: true, last_used_at: null });
		t.holds("the number should be a new one", answer.number("id") !== old, answer);
	}),
	...both("CRED-189", "CRED-217", async (t, kind) => await expires(t, kind, {}, inAWeek())),
	...both("CRED-190", "CRED-218", async (t, kind) => await expires(t, kind, { expires_at: inDays(30) }, [inDays(30)])),
	...both("CRED-191", "CRED-219", async (t, kind) => {
		await expires(t, kind, { expires_at: nextYear() }, [nextYear()]);
		// A second day, for the server's may have begun already.
		await refusesExpiry(t, kind, nextYear(2));
	}),
	...both("CRED-192", "CRED-220", async (t, kind) => {
		const { id, token_id } = await spareToken(t, kind);
		const expires_at = nextYear(30);
		const answer = (await t.as("owner").call(rotationOf(kind), { id, token_id, expires_at })).is(400);
		const isSaid = /^400 Bad request - Expires at must be before \d{4}-\d\d-\d\d$/.test(answer.string("message"));
		t.holds("message should say before which date", isSaid, answer);
		t.same("active", (await listed(t, kind, token_id)).active, true);
	}),
	...both("CRED-193", "CRED-221", async (t, kind) => await refusesExpiry(t, kind, "soon", { error: "expires_at is invalid" })),
	rule("CRED-195", "Rotation not performed → 400.", "rotateGroupPersonalAccessToken", async (t) => await refusesExpiry(t, "personal", nextYear(30)), destroys),
	rule(
		"CRED-196",
		"Target token already revoked → 401.",
		"rotateGroupPersonalAccessToken",
		async (t) => await rotates(t, "personal", (await rotated(t, "personal")).old, 401),
		destroys,
	),
	rule(
		"CRED-197",
		"Target token expired → 401.",
		"rotateGroupPersonalAccessToken",
		async (t) => {
			const expired = (await tokensOf(t, "personal", { state: "inactive", revoked: false }))[0];
			await rotates(t, "personal", expired?.id ?? t.skip("no personal token has expired: let one expire"), 401);
		},
		destroys,
	),
	rule(
		"CRED-198",
		"Caller without access to the target token (not an Owner, or the owner of the token is outside the enterprise users of the group) → 401; the token stays active.",
		"rotateGroupPersonalAccessToken",
		async (t) => {
			for (const who of ["maintainer", "developer", "outsider"] as const) await refuses(t, "personal", t.as(who), rotationOf("personal"), 401);
			await rotates(t, "personal", await foreign(t, "listGroupPersonalAccessTokens"), 401);
		},
		destroys,
	),
	rule(
		"CRED-199",
		"Unknown token ID, caller not an Owner → 401.",
		"rotateGroupPersonalAccessToken",
		async (t) => {
			const params = { id: t.scene("enterprise_group"), token_id: unknownId };
			for (const who of ["maintainer", "outsider"] as const) (await t.as(who).call(rotationOf("personal"), params)).is(401);
		},
		destroys,
	),
	rule(
		"CRED-200",
		"Unknown token ID, caller is Owner → 404.",
		"rotateGroupPersonalAccessToken",
		async (t) => await rotates(t, "personal", unknownId, 404),
		destroys,
	),
	assumed(
		"CRED-201",
		'The 404 body is {"message":"404 Not found"}; the 401 body {"message":"401 Unauthorized"}.',
		"rotateGroupPersonalAccessToken",
		async (t) => {
			await rotates(t, "personal", unknownId, 404, notFound);
			await refuses(t, "personal", t.as("maintainer"), rotationOf("personal"), 401, unauthorized);
		},
		destroys,
	),
	...both("CRED-202", "CRED-226", async (t, kind) => {
		await rotates(t, kind, "self", 403);
		(await t.as("owner").call("getCurrentUser")).is(200);
	}),
	assumed(
		"CRED-203",
		"The keyword self is accepted in place of the ID here as well and means the token used for the request.",
		"rotateGroupPersonalAccessToken",
		async (t) => {
			const { id, text, token_id, user_id } = await rotated(t, "personal");
			const response = (await t.bearing(text).call(rotationOf("personal"), { id, token_id: "self" })).is(200).has({ user_id });
			t.same("revoked of the token used", (await listed(t, "personal", token_id)).revoked, true);
			(await t.bearing(response.string("token")).call("getCurrentUser")).is(200);
		},
		destroys,
	),
	assumed(
		"CRED-204",
		"A token may rotate itself when it has scope api; without it → 403 insufficient_scope.",
		"rotateGroupPersonalAccessToken",
		async (t) => {
			const { id, before, text, token_id } = await rotated(t, "personal");
			t.same("whether the spare token has the scope api", JSON.stringify(before.scopes).includes('"api"'), true);
			(await t.bearing(text).call(rotationOf("personal"), { id, token_id })).is(200);
			const self = { id, token_id: "self" };
			(await t.as("read-only").call(rotationOf("personal"), self)).is(403).has({ error: "insufficient_scope" });
		},
		destroys,
	),
	assumed(
		"CRED-205",
		'Token of a service account of the group → 403 {"message":"403 Forbidden"}; it stays active.',
		"rotateGroupPersonalAccessToken",
		async (t) => {
			const { token_id } = await spareToken(t, "service");
			await rotates(t, "personal", token_id, 403, forbidden);
			t.same("active", (await listed(t, "personal", token_id)).active, true);
		},
		destroys,
	),
	rule(
		"CRED-206",
		"Target is not a personal access token (a group or project access token) → 405; it stays active.",
		"rotateGroupPersonalAccessToken",
		async (t) => {
			const { token_id } = await spareToken(t, "resource");
			await rotates(t, "personal", token_id, 405);
			t.same("active", (await listed(t, "resource", token_id)).active, true);
		},
		destroys,
	),
	assumed(
		"CRED-207",
		'The 405 body is {"message":"405 Method Not Allowed"}.',
		"rotateGroupPersonalAccessToken",
		async (t) => {
			const { token_id } = await spareToken(t, "resource");
			await rotates(t, "personal", token_id, 405, { message: "405 Method Not Allowed" });
		},
		destroys,
	),
	assumed(
		"CRED-208",
		"An administrator rotates like an Owner → 200.",
		"rotateGroupPersonalAccessToken",
		async (t) => {
			const { id, token_id } = await spareToken(t, "personal");
			(await t.as("administrator").call(rotationOf("personal"), { id, token_id })).is(200);
		},
		destroys,
	),
	assumed(
		"CRED-209",
		"Precedence: Owner and unknown ID → 404 wins over 401; non-personal target → 405 wins over 403.",
		"rotateGroupPersonalAccessToken",
		async (t) => {
			await rotates(t, "personal", unknownId, 404);
			await rotates(t, "personal", await foreign(t, "listGroupResourceAccessTokens"), 405);
		},
		destroys,
	),
	assumed(
		"CRED-215",
		"Tokens of a project below the group and of a subgroup → 200.",
		"rotateGroupResourceAccessToken",
		async (t) => {
			const group = await t.given.groupId(t.scene("enterprise_group"));
			for (const type of ["project", "group"]) {
				const spare = await spareToken(t, "resource", (one) => one.resource_type === type && (type === "project" || one.resource_id !== group));
				(await t.as("owner").call(rotationOf("resource"), { id: spare.id, token_id: spare.token_id })).is(200).has({ resource_type: type });
			}
		},
		destroys,
	),
	assumed(
		"CRED-224",
		'Target token already revoked → 400 {"message":"400 Bad request - Token already revoked"}.',
		"rotateGroupResourceAccessToken",
		async (t) => {
			const message = "400 Bad request - Token already revoked";
			await rotates(t, "resource", (await rotated(t, "resource")).old, 400, { message });
		},
		destroys,
	),
	rule(
		"CRED-225",
		"Target is not the token of a bot user (a personal access token of a human) → 403; it stays active.",
		"rotateGroupResourceAccessToken",
		async (t) => {
			const { token_id } = await spareToken(t, "personal");
			await rotates(t, "resource", token_id, 403);
			t.same("active", (await listed(t, "personal", token_id)).active, true);
		},
		destroys,
	),
	assumed(
		"CRED-227",
		"Target belongs to a resource outside the hierarchy of the group → 403.",
		"rotateGroupResourceAccessToken",
		async (t) => await rotates(t, "resource", await foreign(t, "listGroupResourceAccessTokens"), 403),
		destroys,
	),
	rule(
		"CRED-229",
		"Unknown token ID, caller is Owner → 404.",
		"rotateGroupResourceAccessToken",
		async (t) => await rotates(t, "resource", unknownId, 404),
		destroys,
	),
	assumed(
		"CRED-230",
		'The 404 body is {"message":"404 Not found"}.',
		"rotateGroupResourceAccessToken",
		async (t) => await rotates(t, "resource", unknownId, 404, notFound),
		destroys,
	),
];
