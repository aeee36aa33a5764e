import type { SceneField } from "../../bench/scene";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { dig } from "../../rule/dig";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, groupSettings, type Rule, rule, sharing } from "../../rule/rule";
import { forbidden, join, lowerRoles, newcomer, newGroup, notFound, notTopLevel, unauthorized, unknownGroup } from "./lab";

type Throwaway = Extract<SceneField, `throwaway_${string}`>;

const unprocessable = { message: "422 Unprocessable Entity" };

/** Revokes a token. The operation is behind a feature flag; where the flag is off, the rule is skipped. */
async function revoke(t: Context, token: string, caller: Caller = t.as("owner"), id: unknown = t.scene("group")): Promise<ApiResponse> {
	const response = await caller.call("revokeGroupToken", { id, token });
	if (!t.given.hasControl && response.status === 404 && Object(response.json).message === notFound.message)
		t.skip("the server does not have the revocation of a group's tokens switched on");
	return response;
}

/** Whether a token signs in. */
const signsIn = (t: Context, token: string): Promise<ApiResponse> => t.bearing(token).call("getCurrentUser");

/** The token must be revoked, be shown with its id and without its text, and no longer sign in. */
async function isRevoked(t: Context, token: string, fields: Fields = {}, id?: string): Promise<ApiResponse> {
	if (t.given.hasControl) (await signsIn(t, token)).ok;
	const response = (await revoke(t, token, undefined, id)).ok.has({ revoked: true, ...fields });
	if (Object.hasOwn(response.fields, "active")) t.assume("the token is not active", response.field("active") === false, response);
	// What the response has varies with the kind of token.
	t.assume("the response has the id of the token", typeof response.fields.id === "number", response);
	t.holds("the response does not have the text of the token", !JSON.stringify({ ...response.fields, name: "" }).includes(token), response);
	const after = await signsIn(t, token);
	t.holds("the token no longer signs in", !after.succeeded, after);
	t.assume("the token is refused with 401 as invalid", after.status === 401 && after.text.includes("invalid_token"), after);
	return response;
}

/** A rule that revokes a token that the scene sets aside for that. An earlier run may have revoked it already. */
const revokes = (kind: typeof rule, claim: string, what: string, field: Throwaway, more?: (t: Context) => Promise<void>): Rule =>
	kind(claim, `An Owner of a top-level group can revoke ${what}.`, "revokeGroupToken", async (t) => {
		await isRevoked(t, t.scene(field));
		if (t.given.hasControl) await more?.(t);
	});

/** A request that must leave the token as it is. */
async function inVain(t: Context, ask: (token: string) => Promise<void>): Promise<void> {
	const token = t.scene("throwaway_group_token");
	if (!(await signsIn(t, token)).succeeded) t.skip("the throwaway token of the group is revoked: give another one");
	await ask(token);
	(await signsIn(t, token)).ok;
}

/** A new group with a token of each kind in its reach, and its text; needs the control API. */
async function withTokens(t: Context) {
	const { full_path: top } = await newGroup(t);
	const text = (what: string) => `${what}-${top}`;
	for (const path of ["web", "child/api"]) await t.given.record("projects", { full_path: `${top}/${path}` });
	const made: Record<string, Fields & { id: number }> = {};
	for (const [what, place] of Object.entries({
		group: { group: top },
		project: { project: `${top}/web` },
		subgroup: { group: `${top}/child` },
		below: { project: `${top}/child/api` },
	}))
		made[what] = await t.given.record("tokens", { ...place, role: "developer", name: what, text: text(what) });
	const { username, caller, id } = await newcomer(t);
	await join(t, username, { group: top }, "guest");
	made.personal = await t.given.record("tokens", { user: username, name: "personal", text: text("personal") });
	return { top, text, made, member: { username, caller, id }, revoke: (token: string, who: Caller = t.as("owner")) => revoke(t, token, who, top) };
}

/** The token must be refused with 422, and no table of tokens may change. */
async function isRefused(t: Context, token: string, id: string): Promise<void> {
	const rows = async () =>
		await Promise.all(
			["tokens", "deploy_tokens", "feed_tokens"].map(async (table) => (await t.given.records(table)).map(({ last_used_at: _, ...row }) => row)),
		);
	const before = t.given.hasControl ? await rows() : [];
	(await revoke(t, token, t.as("owner"), id)).refuses(422, unprocessable);
	if (t.given.hasControl) t.same("the tokens", await rows(), before);
}

/** Refused revocations. They come before the rules that revoke tokens. */
export const tokenRefusals: readonly Rule[] = [
	assumed("GROUP-703", "Revoking a group's token without the parameter token returns 400.", "revokeGroupToken", async (t) => {
		const response = await t.as("owner").call("revokeGroupToken", { id: t.scene("group") });
		if (response.status === 404) t.skip("the server does not have the revocation of a group's tokens switched on");
		response.refuses(400, { error: "token is missing" });
	}),
	rule("GROUP-717, GROUP-718", "Revoking a token through a subgroup returns 400, and the token stays active.", "revokeGroupToken", (t) =>
		inVain(t, async (token) => {
			const subgroup = t.scene("subgroup");
			const others = ["throwaway_subgroup_token", "throwaway_personal_token", "group_deploy_token", "group_feed_token"] as const;
			for (const id of [subgroup, await t.given.groupId(subgroup)])
				for (const who of ["owner", "administrator"] as const)
					for (const one of [token, ...others.map(t.scene)]) (await revoke(t, one, t.as(who), id)).refuses(400, notTopLevel);
		}),
	),
	rule(
		"GROUP-719, GROUP-720",
		"Only Owners and administrators can revoke a group's tokens. Lower roles get 403, anonymous callers 401, and an unknown group returns 404; the token stays active.",
		"revokeGroupToken",
		(t) =>
			inVain(t, async (token) => {
				for (const who of [...lowerRoles, "outsider" as const]) (await revoke(t, token, t.as(who))).refuses(403, forbidden);
				(await revoke(t, token, t.anonymous)).refuses(401, unauthorized);
				for (const who of ["owner", "administrator"] as const) (await revoke(t, token, t.as(who), 999_999_999)).refuses(404, unknownGroup);
				const response = await revoke(t, t.scene("throwaway_subgroup_token"), t.as("administrator"));
				t.assume("an administrator should revoke", response.succeeded && response.field("revoked") === true, response);
			}),
	),
	rule(
		"GROUP-721",
		"Only access tokens, deploy tokens of groups and feed tokens can be revoked through a group. Other kinds of tokens are refused.",
		"revokeGroupToken",
		async (t) => {
			const token = (await t.given.runner()).string("token");
			const response = await revoke(t, token);
			t.holds("the token of a runner is refused", response.refused, response);
			(await t.anonymous.call("verifyRunner", { token, system_id: t.unique("s") })).ok;
			const registration = await t.given.registrationToken();
			t.holds("a registration token is refused", !(await revoke(t, registration)).succeeded);
			if (!t.given.hasControl) return;
			const { top, text, member } = await withTokens(t);
			await t.given.record("tokens", { user: member.username, text: text("oauth"), kind: "oauth" });
			await t.given.record("deploy_tokens", { project: `${top}/web`, text: text("deploy") });
			for (const one of [text("oauth"), text("deploy"), `${top}-registration-token`, t.scene("alert_key")]) await isRefused(t, one, top);
			(await signsIn(t, text("oauth"))).ok;
		},
	),
	rule(
		"GROUP-721",
		"Revoking an OAuth token through a group is refused, and the token still signs in.",
		"revokeGroupToken",
		async (t) => {
			const token = t.scene("oauth_token");
			// The specification states that GraphQL accepts such a token.
			const query = "{ currentUser { username } }";
			const isGood = async () => {
				const response = await t.anonymous.send("POST", "/api/graphql", { json: { query }, query: { access_token: token } });
				t.holds("the token should sign in", typeof dig(response.is(200).json, "data", "currentUser", "username") === "string", response);
			};
			await isGood();
			const response = await revoke(t, token);
			t.holds("the token is refused", response.refused, response);
			await isGood();
		},
		{ id: "GROUP-721/oauth" },
	),
	assumed(
		"GROUP-722, ERR-066",
		"Revoking an unknown token, a token of another kind or one from outside the group returns 422.",
		"revokeGroupToken",
		async (t) => {
			const [strange, id] = [t.token("outsider"), t.scene("group")];
			for (const token of [t.unique("token"), (await t.given.runner()).string("token"), strange]) await isRefused(t, token, id);
			(await signsIn(t, strange)).ok;
			if (!t.given.hasControl) return;
			const [{ top }, other] = [await withTokens(t), await withTokens(t)];
			await t.given.record("deploy_tokens", { group: other.top, text: other.text("deploy") });
			await t.given.record("feed_tokens", { user: "outsider", text: other.text("feed") });
			for (const token of ["", ...["group", "project", "subgroup", "below", "personal", "deploy", "feed"].map(other.text)]) await isRefused(t, token, top);
		},
	),
	assumed("GROUP-723", "Revoking a token that has expired and was never revoked returns 422.", "revokeGroupToken", async (t) => {
		await isRefused(t, t.token("expired"), t.scene("group"));
		if (!t.given.hasControl) return;
		const { top, text, member } = await withTokens(t);
		await t.given.record("tokens", { user: member.username, text: text("expired"), expires_at: "2001-01-01" });
		await t.given.record("deploy_tokens", { group: top, text: text("deploy"), expires_at: "2001-01-01" });
		for (const token of ["expired", "deploy"]) await isRefused(t, text(token), top);
	}),
	assumed(
		"GROUP-726, CONV-135",
		"With its feature flag off, or before release 17.2, revoking a group's token returns 404 and revokes nothing.",
		"revokeGroupToken",
		async (t) => {
			for (const settings of [{ flags: { group_token_revocation: false } }, { flags: {}, release: "17.1" }]) {
				await t.given.settings(settings);
				await inVain(t, async (token) => {
					for (const who of ["owner", "administrator"] as const) (await revoke(t, token, t.as(who))).refuses(404, notFound);
				});
			}
		},
	),
];

/** Successful revocations. */
export const tokenRevocation: readonly Rule[] = [
	revokes(rule, "GROUP-704, GROUP-711", "a personal access token of a member", "throwaway_personal_token", async (t) => {
		const { top, text, made, member, revoke: ask } = await withTokens(t);
		const response = (await ask(text("personal"))).ok.has({ id: made.personal?.id, name: "personal", revoked: true });
		t.assume("the response names the user", response.field("user_id") === member.id && response.field("active") === false, response);
		(await signsIn(t, text("personal"))).is(401);
		t.same("how many tokens are revoked", (await t.given.records("tokens", { user_id: member.id })).filter((one) => one.revoked).length, 1, response);
		// The caller's own token can be revoked, too.
		await t.given.record("tokens", { user: t.user("owner").username, text: text("own") });
		await isRevoked(t, text("own"), {}, top);
		// Members of a group or project below, and of an invited group, count as members.
		const friends = await newGroup(t);
		await t.given.record("shares", { group: friends.full_path, into: `${top}/child`, role: "guest" });
		for (const place of [{ group: `${top}/child` }, { project: `${top}/child/api` }, { group: friends.full_path }]) {
			const { username } = await newcomer(t);
			const token = t.unique("text");
			await t.given.record("tokens", { user: username, text: token });
			await isRefused(t, token, top);
			await join(t, username, place, "guest");
			(await ask(token)).ok.has({ revoked: true });
		}
	}),
	revokes(rule, "GROUP-705", "an access token of the group", "throwaway_group_token"),
	revokes(rule, "GROUP-706", "an access token of a project in the group", "throwaway_project_token"),
	revokes(assumed, "GROUP-724", "tokens of the groups and projects below the group", "throwaway_subgroup_token", async (t) => {
		const { top, text, made, revoke: ask } = await withTokens(t);
		for (const what of ["group", "project", "subgroup", "below"]) {
			(await signsIn(t, text(what))).ok;
			(await ask(text(what))).ok.has({ id: made[what]?.id, name: what, revoked: true, active: false });
			(await signsIn(t, text(what))).is(401);
		}
		await t.given.record("deploy_tokens", { group: `${top}/child`, text: text("deploy") });
		(await ask(text("deploy"))).ok.has({ revoked: true });
	}),
	rule("GROUP-707", "An Owner of a top-level group can revoke a deploy token of the group.", "revokeGroupToken", async (t) => {
		(await revoke(t, t.scene("group_deploy_token"))).ok.has({ revoked: true });
		if (!t.given.hasControl) return;
		const { top, text, revoke: ask } = await withTokens(t);
		const { id, name, username, scopes } = await t.given.record("deploy_tokens", { group: top, text: text("deploy") });
		// What a representation has varies with the kind of token.
		const response = (await ask(text("deploy"))).ok.has({ id, name, scopes, revoked: true });
		t.assume("the response has the fields of a deploy token", response.field("username") === username && response.field("expired") === false, response);
		t.same("the stored token", (await t.given.records("deploy_tokens", { id }))[0]?.revoked, true);
	}),
	rule("GROUP-708", "Revoking a member's feed token succeeds and returns a representation of the token.", "revokeGroupToken", async (t) => {
		const response = (await revoke(t, t.scene("group_feed_token"))).ok;
		t.holds("there is a representation", Object.keys(response.fields).length > 0, response);
		const { id, username, name } = response.fields;
		const user = await t.as("administrator").call("getUser", { id });
		t.assume("the response names the user", user.succeeded && user.field("username") === username && user.field("name") === name, response);
		if (!t.given.hasControl) return;
		const { text, member, revoke: ask } = await withTokens(t);
		await t.given.record("feed_tokens", { user: member.username, text: text("feed") });
		const shown = (await ask(text("feed"))).ok;
		t.assume("the response names the user of the feed token", shown.field("id") === member.id && shown.field("username") === member.username, shown);
		const rows = (await t.given.records("feed_tokens", { user_id: member.id })).map((one) => [one.text === text("feed"), one.revoked]);
		t.same("the feed tokens of the member", rows, [
			[true, true],
			[false, false],
		]);
	}),
	rule(
		"GROUP-709, GROUP-710, GROUP-716, GROUP-719, ERR-011",
		"Revoking a revoked token again returns 200 with the same details to an Owner. A Maintainer gets 403.",
		"revokeGroupToken",
		async (t) => {
			for (const field of ["throwaway_personal_token", "throwaway_group_token", "throwaway_project_token", "group_deploy_token", "group_feed_token"] as const) {
				// Of each kind: an earlier run may have revoked it.
				(await revoke(t, t.scene(field), t.as("maintainer"))).refuses(403, forbidden);
				const first = (await revoke(t, t.scene(field))).is(200);
				t.assume("the response should never have the text of the token", !first.text.includes(t.scene(field)), first);
				for (const _ of [1, 2]) {
					const again = (await revoke(t, t.scene(field))).is(200);
					t.same("the later response", again.json, first.json, again);
				}
			}
			if (!t.given.hasControl) return;
			const { text, member, revoke: ask } = await withTokens(t);
			await t.given.setClock("2026-03-01T00:00:00Z");
			await t.given.record("tokens", { user: member.username, text: text("short"), expires_at: "2026-03-03" });
			(await ask(text("short"))).ok;
			await t.given.advance("5 days");
			(await ask(text("short"))).ok.has({ revoked: true });
		},
	),
];

async function sync(t: Context, caller: Caller, id: unknown = t.scene("group")): Promise<ApiResponse> {
	const response = await caller.call("syncGroupLdap", { id });
	if (!t.given.hasControl && response.status === 404 && Object(response.json).message === notFound.message)
		t.skip("the server does not have the synchronization of groups with a directory set up");
	return response;
}

/** A sync replaces the members of a group with those in the directory. */
const syncing = sharing({ alone: groupSettings, effect: "destroys", tier: "premium", offering: "self-managed" });

/** Synchronization of members with a directory. */
export const groupLdap: readonly Rule[] = [
	syncing.assumed(
		"GROUP-730",
		"A second syncGroupLdap request while a sync is pending returns 202 with the same body as the first.",
		"syncGroupLdap",
		async (t) => {
			const first = (await sync(t, t.as("owner"))).is(202);
			for (const _ of [1, 2]) t.same("the body", (await sync(t, t.as("owner"))).is(202).text, first.text);
		},
	),
	rule(
		"GROUP-733, GROUP-734",
		"syncGroupLdap returns 404, even to administrators, on the free tier, on the hosted offering and where group sync is not set up.",
		"syncGroupLdap",
		async (t) => {
			const places = [
				{ tier: "free", offering: "self-managed" },
				...["free", "premium", "ultimate"].map((tier) => ({ tier, offering: "hosted" })),
				{ tier: "ultimate", ldapGroupSync: false },
			];
			if (!t.given.hasControl && t.facts.tier !== "free" && t.facts.offering !== "hosted") t.skip("needs the free tier or the hosted offering");
			for (const settings of t.given.hasControl ? places : [undefined]) {
				if (settings) await t.given.settings(settings);
				for (const place of [t.scene("group"), t.scene("subgroup")]) {
					for (const who of ["owner", "administrator", "guest"] as const) (await t.as(who).call("syncGroupLdap", { id: place })).refuses(404, notFound);
					if (!settings) continue;
					const [row] = await t.given.records("groups", { full_path: place });
					t.same("ldap_sync_requested_at", row?.ldap_sync_requested_at, null);
				}
			}
		},
		{ tier: "free", effect: "writes" },
	),
];
