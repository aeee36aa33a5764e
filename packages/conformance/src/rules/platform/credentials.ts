import { restOperations } from "../../generators/rest-operations";
import { planOf, succeeds } from "../../plans/plan";
import type { Caller } from "../../rule/caller";
import { bearer } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, sharing, writing } from "../../rule/rule";
import { addressOf, makePipeline, newProject, onIssue, unauthorized } from "./lab";

const open = { "PRIVATE-TOKEN": "" };
/** Operations that authenticate with a token in the body. */
const ofRunners = restOperations.filter(({ access }) => access.role === "token");
const isDeveloper = (t: Context, response: ApiResponse) => response.ok.has({ id: t.user("developer").id });

/** The credential must authenticate this user: for a read, and as the author of a note that it writes. */
async function identifies(t: Context, actor: "developer" | "maintainer", headers: Record<string, string>, query?: Fields, form: Fields = {}): Promise<void> {
	if (Object.keys(form).length === 0) (await t.anonymous.send("GET", "/api/v4/user", { headers, ...(query && { query }) })).ok.has({ id: t.user(actor).id });
	const { id, issue_iid } = onIssue(t);
	const path = `/api/v4/projects/${encodeURIComponent(id)}/issues/${issue_iid}/notes`;
	const note = (await t.anonymous.send("POST", path, { form: { body: t.unique("note"), ...form }, headers, ...(query && { query }) })).ok;
	t.undo("the note", () => t.as("owner").call("deleteIssueNote", { id, issue_iid, note_id: note.number("id") }));
	t.same("the author", Object(note.field("author")).id, t.user(actor).id, note);
}

/** The cookie of a new session. Only the control API can start one. */
async function sessionOf(t: Context, username: string, expires_at: string | null = null): Promise<string> {
	const text = t.unique("session");
	await t.given.record("sessions", { text, user: username, expires_at });
	return `_service_session=${text}`;
}

const expired = { error: "invalid_token", error_description: "Token is expired. You can either do re-authorization or token refresh." };

/** How credentials are sent, and how invalid ones are refused. */
export const tokenChecks = [
	writing.rule("AUTH-002", "A PRIVATE-TOKEN header authenticates the caller on any operation.", ["getCurrentUser", "createIssueNote"], async (t) => {
		for (const actor of ["developer", "maintainer"] as const) await identifies(t, actor, { "PRIVATE-TOKEN": t.token(actor) });
		(await t.as("developer").call("listPipelines", { id: t.scene("private_project") })).ok;
		isDeveloper(t, await t.as("developer").call("getCurrentUser"));
	}),
	assumed("AUTH-003, AUTH-004", "PRIVATE-TOKEN is case-insensitive; Authorization: Bearer is equivalent.", ["getCurrentUser", "createIssueNote"], async (t) => {
		const token = t.token("developer");
		for (const headers of [{ "private-token": token }, { authorization: `Bearer ${token}` }, { Authorization: `bearer ${token}` }])
			await identifies(t, "developer", headers);
	}),
	assumed(
		"AUTH-005",
		"A query or form can have an access token as private_token or an OAuth token as access_token. An OAuth token works as a bearer token too.",
		["getCurrentUser", "createIssueNote"],
		async (t) => {
			await identifies(t, "developer", { authorization: `Bearer ${t.scene("oauth_token")}` });
			for (const credential of [{ private_token: t.token("developer") }, { access_token: t.scene("oauth_token") }]) {
				await identifies(t, "developer", {}, credential);
				await identifies(t, "developer", {}, undefined, credential);
			}
		},
	),
	assumed("AUTH-006", "A session cookie authenticates the caller until the session expires.", ["getCurrentUser", "createIssueNote"], async (t) => {
		await t.given.setClock("2026-01-05T09:30:00.000Z");
		const cookie = await sessionOf(t, t.user("developer").username);
		await identifies(t, "developer", { cookie: `theme=dark; ${cookie}; x=y` });
		const bad = [
			await sessionOf(t, t.user("maintainer").username, "2026-01-05T09:30:00.000Z"),
			"_service_session=unknown",
			"_service_session=",
			`other${cookie}`,
		];
		for (const other of bad) (await t.anonymous.with({ cookie: other }).call("getCurrentUser")).refuses(401, unauthorized);
		const short = await sessionOf(t, t.user("maintainer").username, "2026-01-05T09:30:00.001Z");
		await identifies(t, "maintainer", { cookie: short });
	}),
	assumed(
		"AUTH-007",
		"A token is used even if the request also has the cookie of an unknown session.",
		["getCurrentUser", "createIssueNote"],
		async (t) => {
			const [token, cookie] = [t.token("developer"), "_service_session=unknown"];
			for (const headers of [{ "PRIVATE-TOKEN": token }, { authorization: `Bearer ${token}` }]) await identifies(t, "developer", { ...headers, cookie });
			await identifies(t, "developer", { cookie }, { private_token: token });
		},
		{ id: "AUTH-007/unknown" },
	),
	assumed("AUTH-007", "A token takes precedence over a session cookie, even an unknown token.", ["getCurrentUser", "createIssueNote"], async (t) => {
		const cookie = await sessionOf(t, t.user("maintainer").username);
		await identifies(t, "maintainer", { cookie });
		for (const headers of [{ "PRIVATE-TOKEN": t.token("developer") }, { authorization: `Bearer ${t.token("developer")}` }])
			await identifies(t, "developer", { ...headers, cookie });
		await identifies(t, "developer", { cookie }, { private_token: t.token("developer") });
		for (const headers of [{ "PRIVATE-TOKEN": "unknown" }, { authorization: "Bearer unknown" }])
			(await t.anonymous.with({ ...headers, cookie }).call("getCurrentUser")).refuses(401, unauthorized);
	}),
	assumed("AUTH-041", "sudo with a session cookie is refused with 403 and changes nothing.", ["getCurrentUser", "createPipeline"], async (t) => {
		const cookie = await sessionOf(t, t.user("administrator").username);
		const { id } = await newProject(t);
		const administrator = t.anonymous.with({ cookie });
		(await administrator.call("getCurrentUser")).is(200).has({ id: t.user("administrator").id });
		const refusal = { message: "403 Forbidden - Must be authenticated using an OAuth or personal access token to use sudo" };
		(await administrator.sudo(t.user("developer").id).call("createPipeline", { id, ref: t.scene("ref") })).refuses(403, refusal);
		(await administrator.call("getCurrentUser", { sudo: t.user("developer").id })).refuses(403, refusal);
		t.same("pipelines", (await t.as("owner").call("listPipelines", { id })).json, []);
	}),
	sharing({ effect: "writes", domain: "platform" }).assumed(
		"RUNNER-432, RUNNER-450, RUNNER-488",
		"Operations that authenticate with a runner token in the body ignore access tokens.",
		ofRunners.map(({ id }) => id),
		async (t) => {
			const stranger = t.bearing(t.unique("no-token"));
			for (const row of ofRunners) {
				const json = { token: t.unique("unknown") };
				const without = await t.anonymous.send(row.verb, addressOf(t, row), { json });
				(await stranger.send(row.verb, addressOf(t, row), { json })).refuses(without.status, without.json);
				for (const caller of [stranger, t.as("outsider")]) await succeeds(row, { ...(await planOf(row, t)), caller });
			}
		},
	),
	writing.assumed("AUTH-010", "A request with an empty token is handled as one without credentials.", ["getCurrentUser", "getGroup"], async (t) => {
		for (const headers of [open, { "PRIVATE-TOKEN": "  " }, { authorization: "Bearer " }]) {
			const caller = t.anonymous.with(headers);
			(await caller.call("getCurrentUser")).refuses(401, unauthorized);
			(await caller.call("getGroup", { id: t.scene("group") })).is(200);
			(await caller.call("createPipeline", { id: t.scene("project"), ref: t.scene("ref") })).refuses(401, unauthorized);
		}
	}),
	writing.assumed("AUTH-014", "A token expires at 00:00 UTC on its expires_at date.", "getCurrentUser", async (t) => {
		const text = t.unique("short");
		await t.given.record("tokens", { user: t.user("developer").username, text, scopes: ["api"], expires_at: "2026-02-01" });
		for (const [now, isValid] of Object.entries({ "2026-01-31T23:59:59.999Z": true, "2026-02-01T00:00:00.000Z": false, "2026-02-02T00:00:00.000Z": false })) {
			await t.given.setClock(now);
			const response = await t.bearing(text).call("getCurrentUser");
			if (isValid) isDeveloper(t, response);
			else response.refuses(401, expired);
		}
	}),
	writing.assumed("AUTH-015", "The token of a blocked or inactive user is refused with 403 and a reason.", ["getCurrentUser", "createPipeline"], async (t) => {
		const isShutOut = async (token: string) => {
			for (const [caller, place] of [
				[t.bearing(token), {}],
				[bearer(t, token), {}],
				[t.anonymous, { private_token: token }],
			] as const)
				for (const response of [
					await caller.call("getCurrentUser", place),
					await caller.call("listPipelines", { id: t.scene("project"), ...place }),
					await caller.call("createPipeline", { id: t.scene("project"), ref: t.scene("ref"), ...place }, { as: "query" }),
				])
					t.holds("the refusal should have a reason", /^403 Forbidden - \S/.test(response.is(403).string("message")), response);
		};
		await isShutOut(t.token("blocked"));
		if (!t.given.hasControl) return;
		const { id, username } = (await t.given.user()).fields;
		const text = t.unique("kept");
		await t.given.record("tokens", { user: username, text, scopes: ["api"] });
		for (const state of ["blocked", "banned", "deactivated", "blocked_pending_approval"]) {
			(await t.bearing(text).call("getCurrentUser")).is(200);
			await t.given.change("users", Number(id), { state });
			await isShutOut(text);
			await t.given.change("users", Number(id), { state: "active" });
		}
	}),
	writing.assumed("AUTH-016", "Runner tokens, registration tokens and alert keys are not access tokens.", ["getCurrentUser", "getGroup"], async (t) => {
		const runner = (await t.given.runner()).string("token");
		for (const token of [runner, await t.given.registrationToken(), t.scene("alert_key")])
			for (const caller of [t.bearing(token), bearer(t, token)]) {
				(await caller.call("getCurrentUser")).refuses(401, unauthorized);
				(await caller.call("getGroup", { id: t.scene("group"), with_projects: false })).refuses(401, unauthorized);
			}
	}),
	sharing({ id: "AUTH-017/places" }).assumed(
		"AUTH-017",
		"A project or group token authenticates its bot user, which has the rights of a member only in that project or group.",
		["createPipeline", "deletePipeline", "listPipelines"],
		async (t) => {
			for (const kind of ["project", "group"] as const) {
				const { id, full_path } = await newProject(t, { visibility: "private" });
				const [other, hidden] = [
					await newProject(t),
					await newProject(t, { full_path: `${t.scene("private_group")}/${t.unique("lab")}`, visibility: "private" }),
				];
				const bot = await t.given.record("users", { username: t.unique("bot"), kind: `${kind}_bot` });
				await t.given.record("members", {
					user: bot.username,
					...(kind === "project" ? { project: full_path } : { group: t.scene("group") }),
					role: "developer",
				});
				const text = t.unique("place");
				await t.given.record("tokens", { user: bot.username, text, kind, scopes: ["api"] });
				const caller: Caller = t.bearing(text);
				(await caller.call("getCurrentUser")).is(200).has({ id: bot.id, bot: true });
				const made = await t.given.record("pipelines", { project: full_path });
				(await caller.call("getPipeline", { id, pipeline_id: made.id })).is(200);
				(await caller.call("deletePipeline", { id, pipeline_id: made.id })).is(403);
				(await caller.call("listPipelines", { id: hidden.id })).is(404);
				(await makePipeline(t, caller, other.id, { ref: "develop" })).is(kind === "group" ? 201 : 403);
			}
		},
	),
];
