import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

const user = { operations: ["getCurrentUser"] } as const;
const unauthorized = { message: "401 Unauthorized" };

/** Who the platform takes the caller for. */
const isDeveloper = (t: Context, answer: Answer) => answer.is(200).has({ id: t.user("developer").id });
const me = async (t: Context, headers: Record<string, string>, query?: Record<string, string>) =>
	await t.anonymous.send("GET", "/api/v4/user", { headers, ...(query && { query }) });

/** A note written with a credential in the form beside it; gives its answer. */
async function noteByForm(t: Context, credential: Record<string, string>): Promise<Answer> {
	const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
	const body = t.unique("note");
	const answer = await t.anonymous.call("createIssueNote", { ...where, body, ...credential }, { as: "form" });
	const note_id = answer.is(201).number("id");
	t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id }));
	return answer.has({ body });
}

/** Where a token may stand, and what a bad one is answered. */
export const tokenChecks = [
	rule(
		"AUTH-002",
		"A valid token in header `PRIVATE-TOKEN` authenticates the caller on any REST endpoint (GET /user returns the token's owner).",
		"getCurrentUser",
		async (t) => void isDeveloper(t, await me(t, { "PRIVATE-TOKEN": t.token("developer") })),
	),
	assumed(
		"AUTH-003",
		"Header names are case-insensitive: `private-token` works as `PRIVATE-TOKEN`.",
		"getCurrentUser",
		async (t) => void isDeveloper(t, await me(t, { "private-token": t.token("developer") })),
	),
	assumed(
		"AUTH-004",
		"`Authorization: Bearer <ACCESS_TOKEN>` authenticates REST requests the same way.",
		"getCurrentUser",
		async (t) => void isDeveloper(t, await me(t, { authorization: `Bearer ${t.token("developer")}` })),
	),
	assumed(
		"AUTH-005",
		"Query or form parameter `private_token` (personal, project or group token) or `access_token` (OAuth token) authenticates REST requests.",
		["getCurrentUser", "createIssueNote"],
		async (t) => {
			const { id } = t.user("developer");
			for (const credential of [{ private_token: t.token("developer") }, { access_token: t.scene("oauth_token") }]) {
				isDeveloper(t, await me(t, {}, credential));
				const note = await noteByForm(t, credential);
				t.same("the author", Object(note.field("author")).id, id, note);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"AUTH-008",
		'No credential on an endpoint that needs sign-in → 401 {"message":"401 Unauthorized"}.',
		"getCurrentUser",
		async (t) => void (await t.anonymous.call("getCurrentUser")).refuses(401, unauthorized),
	),
	assumed(
		"AUTH-009, ERR-054",
		'An unknown token → 401 {"message":"401 Unauthorized"} on every endpoint, also on ones open to the public.',
		["getCurrentUser", "getGroup"],
		async (t) => {
			const stranger = t.bearing(t.unique("no-token"));
			(await stranger.call("getCurrentUser")).refuses(401, unauthorized);
			(await stranger.call("getGroup", { id: t.scene("group") })).refuses(401, unauthorized);
		},
	),
	assumed("AUTH-010", "An empty `PRIVATE-TOKEN` header counts as no credential.", ["getCurrentUser", "getGroup"], async (t) => {
		(await me(t, { "PRIVATE-TOKEN": "" })).refuses(401, unauthorized);
		(await t.anonymous.with({ "PRIVATE-TOKEN": "" }).call("getGroup", { id: t.scene("group") })).is(200);
	}),
	...(
		[
			["AUTH-011", "expired", "Token is expired. You can either do re-authorization or token refresh."],
			["AUTH-012", "revoked", "Token was revoked. You have to re-authorize from the user."],
		] as const
	).map(([claim, actor, error_description]) =>
		byClaim(
			claim,
			async (t) => {
				(await t.as(actor).call("getCurrentUser")).refuses(401, { error: "invalid_token", error_description });
			},
			user,
		),
	),
	assumed("AUTH-013", 'invalid_token answers carry `WWW-Authenticate: Bearer realm=…, error="invalid_token"`.', "getCurrentUser", async (t) => {
		const answer = (await t.as("revoked").call("getCurrentUser")).is(401);
		const response = answer.header("www-authenticate") ?? "";
		t.holds("WWW-Authenticate should tell", /^Bearer realm=.*error="invalid_token"/.test(response), answer);
	}),
	assumed(
		"AUTH-016",
		"Runner authentication tokens, registration tokens and alert keys sent as PRIVATE-TOKEN are unknown tokens (401).",
		[],
		async (t) => {
			const runner = (await t.given.runner()).string("token");
			for (const token of [runner, await t.given.registrationToken(), t.scene("alert_key")])
				(await t.bearing(token).call("getCurrentUser")).refuses(401, unauthorized);
		},
		{ ...user, effect: "writes" },
	),
];
