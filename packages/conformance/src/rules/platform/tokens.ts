import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";

const user = { operations: ["getCurrentUser"] } as const;
const unauthorized = { message: "401 Unauthorized" };

/** Who the platform takes the caller for. */
const isDeveloper = (t: Trial, answer: Answer) => answer.is(200).has({ id: t.user("developer").id });
const me = async (t: Trial, headers: Record<string, string>, query?: Record<string, string>) =>
	await t.anonymous.send("GET", "/api/v4/user", { headers, ...(query && { query }) });

/** A note written with a credential in the form beside it; gives its answer. */
async function noteByForm(t: Trial, credential: Record<string, string>): Promise<Answer> {
	const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
	const body = t.unique("note");
	const answer = await t.anonymous.call("createIssueNote", { ...where, body, ...credential }, { as: "form" });
	const note_id = answer.is(201).number("id");
	t.undo(`note ${note_id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id }));
	return answer.has({ body });
}

/** Where a token may stand, and what a bad one is answered. */
export const tokenChecks = [
	check("AUTH-002", async (t) => void isDeveloper(t, await me(t, { "PRIVATE-TOKEN": t.token("developer") })), user),
	check("AUTH-003", async (t) => void isDeveloper(t, await me(t, { "private-token": t.token("developer") })), user),
	check(
		"AUTH-004",
		async (t) => void isDeveloper(t, await me(t, { authorization: `Bearer ${t.token("developer")}` })),
		user,
	),
	check(
		"AUTH-005",
		async (t) => {
			const { id } = t.user("developer");
			for (const credential of [{ private_token: t.token("developer") }, { access_token: t.scene("oauth_token") }]) {
				isDeveloper(t, await me(t, {}, credential));
				const note = await noteByForm(t, credential);
				t.same("the author", Object(note.field("author")).id, id, note);
			}
		},
		{ operations: ["getCurrentUser", "createIssueNote"], effect: "writes" },
	),
	check("AUTH-008", async (t) => void (await t.anonymous.call("getCurrentUser")).refuses(401, unauthorized), user),
	check(
		"AUTH-009, ERR-054",
		async (t) => {
			const stranger = t.bearing(t.unique("no-token"));
			(await stranger.call("getCurrentUser")).refuses(401, unauthorized);
			(await stranger.call("getGroup", { id: t.scene("group") })).refuses(401, unauthorized);
		},
		{ operations: ["getCurrentUser", "getGroup"] },
	),
	check(
		"AUTH-010",
		async (t) => {
			(await me(t, { "PRIVATE-TOKEN": "" })).refuses(401, unauthorized);
			(await t.anonymous.with({ "PRIVATE-TOKEN": "" }).call("getGroup", { id: t.scene("group") })).is(200);
		},
		{ operations: ["getCurrentUser", "getGroup"] },
	),
	...(
		[
			["AUTH-011", "expired", "Token is expired. You can either do re-authorization or token refresh."],
			["AUTH-012", "revoked", "Token was revoked. You have to re-authorize from the user."],
		] as const
	).map(([claim, actor, error_description]) =>
		check(
			claim,
			async (t) => {
				(await t.as(actor).call("getCurrentUser")).refuses(401, { error: "invalid_token", error_description });
			},
			user,
		),
	),
	check(
		"AUTH-013",
		async (t) => {
			const answer = (await t.as("revoked").call("getCurrentUser")).is(401);
			const told = answer.header("www-authenticate") ?? "";
			t.holds("WWW-Authenticate should tell", /^Bearer realm=.*error="invalid_token"/.test(told), answer);
		},
		user,
	),
	check(
		"AUTH-016",
		async (t) => {
			const runner = (await t.make.runner()).string("token");
			for (const token of [runner, await t.make.registrationToken(), t.scene("alert_key")])
				(await t.bearing(token).call("getCurrentUser")).refuses(401, unauthorized);
		},
		{ ...user, effect: "writes" },
	),
];
