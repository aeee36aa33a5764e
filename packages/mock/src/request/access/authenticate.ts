import type { Token, User } from "../../state/records";
import type { State } from "../../state/state";
import { ApiError, forbidden, insufficientScope, invalidToken, unauthorized } from "../http/errors";
import type { RawRequest } from "../http/raw";
import { Actor } from "./actor";

/** Returns a parameter of the query or of a form by name; undefined if it was not sent as a text or a number. */
export type Sent = (name: string) => string | undefined;

const refusedStates: { readonly [state: string]: string } = {
	blocked: "Your account has been blocked.",
	ldap_blocked: "Your account has been blocked.",
	banned: "Your account has been blocked.",
	deactivated:
		"Your account has been deactivated by your administrator. Please log back in to reactivate your account.",
	blocked_pending_approval: "Your account is pending approval from your administrator and hence blocked.",
};

/** Returns the token of a request: from a header, or otherwise from a parameter. An empty one is ignored. */
function tokenText(request: RawRequest, sent: Sent): string | undefined {
	const { authorization, "private-token": privateToken } = request.headers;
	return (
		privateToken?.trim() ||
		(authorization && /^bearer\s+(.*)$/i.exec(authorization)?.[1]?.trim()) ||
		sent("private_token") ||
		sent("access_token") ||
		undefined
	);
}

function cookie(request: RawRequest, name: string): string | undefined {
	for (const part of (request.headers.cookie ?? "").split(";")) {
		const [key = "", value = ""] = part.trim().split("=");
		if (key === name && value !== "") return value;
	}
	return undefined;
}

const passwordExpired = "Your password expired. Please access the platform from a web browser to update your password.";

/** Throws if the user's state does not allow access. Assumption: an expired password does not allow it either. */
function admit(user: User | undefined, state: State): User {
	if (!user) throw unauthorized().because("account", "the token's user is no longer there");
	const reason = refusedStates[user.state];
	if (reason) throw forbidden(reason).because("account", `${user.username} is ${user.state}`);
	if (user.password_expires_at !== null && user.password_expires_at <= state.clock.iso())
		throw forbidden(passwordExpired).because("account", `the password of ${user.username} expired`);
	return user;
}

function checkToken(token: Token, state: State): void {
	if (token.revoked)
		throw invalidToken("Token was revoked. You have to re-authorize from the user.").because(
			"credential",
			`the token of the id ${token.id} was revoked`,
		);
	if (token.expires_at !== null && token.expires_at <= state.clock.today())
		throw invalidToken("Token is expired. You can either do re-authorization or token refresh.").because(
			"credential",
			`the token of the id ${token.id} expired on ${token.expires_at}`,
		);
}

/** Returns the caller for rate limits, before any check: the user of the token, or otherwise the IP address. */
export function callerOf(request: RawRequest, state: State): string {
	const token = tokenOf(request, state);
	return token ? `user:${token.user_id}` : `ip:${request.ip ?? ""}`;
}

/** Returns the user whose credential a request contains, valid or not. Never use it to grant access. */
export function senderOf(request: RawRequest, state: State): User | undefined {
	const token = tokenOf(request, state);
	return token ? state.users.get(token.user_id) : sessionUser(cookie(request, "_service_session"), state);
}

/** Returns the token in a request's headers or query, valid or not. */
export function tokenOf(request: RawRequest, state: State): Token | undefined {
	const mark = request.url.indexOf("?");
	const query = new URLSearchParams(mark < 0 ? "" : request.url.slice(mark));
	return state.tokens.one("text", tokenText(request, (name) => query.get(name) ?? undefined) ?? "");
}

/** The interval in which a token's last use is updated at most once, in milliseconds. */
const usedEvery = 600_000;

function markUsed({ id, last_used_at }: Token, state: State): void {
	if (last_used_at === null || Date.parse(last_used_at) <= state.clock.now() - usedEvery)
		state.tokens.update(id, { last_used_at: state.clock.iso() });
}

/** Returns the caller. Throws 401 if the token is unknown, expired or revoked, and 403 if the account has no access. */
export function authenticate(request: RawRequest, sent: Sent, state: State): Actor {
	const text = tokenText(request, sent);
	if (text !== undefined) {
		const token = state.tokens.one("text", text);
		if (!token) throw unauthorized().because("credential", "the token is not known");
		checkToken(token, state);
		const user = admit(state.users.get(token.user_id), state);
		markUsed(token, state);
		return new Actor(state, user, token);
	}
	const user = sessionUser(cookie(request, "_service_session"), state);
	return user ? new Actor(state, admit(user, state)) : new Actor(state);
}

/** Returns the user of a request's session, if there is one that has not expired. */
function sessionUser(text: string | undefined, state: State): User | undefined {
	const session = state.sessions.one("text", text ?? "");
	if (!session || (session.expires_at !== null && session.expires_at <= state.clock.iso())) return undefined;
	return state.users.get(session.user_id);
}

const graphqlRefusal = (status: number, message: string): ApiError => new ApiError(status, { errors: [{ message }] });

/**
 * Returns the caller of a GraphQL request, and whether the caller can change data. Throws 401 if the token is invalid
 * or has neither scope, and 403 if the account has no access. An invalid session is ignored.
 *
 * @param session The session of callers whose cookies cannot be read.
 */
export function authenticateGraphql(
	request: RawRequest,
	sent: Sent,
	state: State,
	session: string | undefined,
): { actor: Actor; writes: boolean } {
	const text = tokenText(request, sent);
	const token = state.tokens.one("text", text ?? "");
	const isApi = token?.scopes.includes("api") === true;
	const isValid =
		token &&
		!token.revoked &&
		(token.expires_at === null || token.expires_at > state.clock.today()) &&
		(isApi || token.scopes.includes("read_api"));
	if (text !== undefined && !isValid)
		throw graphqlRefusal(401, "Invalid token").because(
			token ? "scope" : "credential",
			token
				? "the token was revoked, is expired, or has neither of the scopes api and read_api"
				: "the token is not known",
		);
	const user = token
		? state.users.get(token.user_id)
		: sessionUser(cookie(request, "_service_session") ?? session, state);
	if (token && !user) throw graphqlRefusal(401, "Invalid token");
	const isKeptOut =
		user &&
		(refusedStates[user.state] || (user.password_expires_at !== null && user.password_expires_at <= state.clock.iso()));
	if (isKeptOut)
		throw graphqlRefusal(403, "API not accessible for user").because(
			"account",
			`${user.username} is ${user.state === "active" ? "kept out by an expired password" : user.state}`,
		);
	if (token) markUsed(token, state);
	return { actor: new Actor(state, user, token), writes: user !== undefined && (!token || isApi) };
}

/** Returns the refusal of a token that has none of the scopes. */
export const scopeRefusal = (scopes: readonly string[], token: Token): ApiError =>
	insufficientScope(scopes).because(
		"scope",
		`one of ${scopes.join(", ")} is needed; the token has ${token.scopes.join(", ") || "none"}`,
	);

/** Returns the caller that the request acts as: another user if an administrator sends `sudo`. */
export function actAs(actor: Actor, request: RawRequest, sent: Sent, state: State): Actor {
	const who = request.headers.sudo ?? sent("sudo");
	if (who === undefined || who === "") return actor;
	if (!actor.user) throw unauthorized().because("credential", "the request uses sudo without a credential");
	if (!actor.isAdmin)
		throw forbidden("Must be admin to use sudo").because("sudo", `${actor.user.username} is not an administrator`);
	if (!actor.token)
		throw forbidden("Must be authenticated using an OAuth or personal access token to use sudo").because(
			"sudo",
			"a session was sent instead of a token",
		);
	if (!actor.token.scopes.includes("sudo")) throw scopeRefusal(["sudo"], actor.token);
	const user = /^\d+$/.test(who) ? state.users.get(Number(who)) : state.users.one("username", who.toLowerCase());
	if (!user)
		throw new ApiError(404, { message: `404 User with ID or username '${who}' Not Found` }).because(
			"sudo",
			`there is no user ${who}`,
		);
	return new Actor(state, user, actor.token);
}
