import { checkUnmodified, findGroup } from "../../request/access/find";
import type { Context } from "../../request/context";
import { type ApiError, badRequest, forbidden, notFound, unauthorized } from "../../request/http/errors";
import { noContent, ok } from "../../request/http/json-response";
import { operation } from "../../request/operation";
import { page } from "../../request/pages/page";
import { followsGitlab } from "../../request/settings/dialect";
import type { Group, Token } from "../../state/records";
import { personalToken, resourceToken, sshKey } from "./entities";
import { listedKeys, listedTokens } from "./list";
import { checkPersonalRotation, checkResource, credentialPolicy } from "./policy";
import { destroy } from "./ssh-key";
import { isActive, revoke, rotate } from "./token";

/** Returns the top-level group whose credentials the caller manages. Throws the error of `refuse` for other callers. */
function managed(context: Context, id: number | string, refuse: () => ApiError = forbidden): Group {
	const group = findGroup(context, id);
	if (!credentialPolicy.manage_credentials(context.actor, group)) throw refuse();
	if (group.parent_id !== null) throw badRequest("Must be a top-level group");
	return group;
}

/** Returns the token with an ID, or for `self` the request's own. Never an OAuth token: those have separate IDs. */
function addressed({ actor, state }: Context, id: number | "self"): Token | undefined {
	const token = id === "self" ? actor.token : state.tokens.get(id);
	return token?.kind === "oauth" ? undefined : token;
}

/** Returns the error for an unknown key. By the specification, it is the same as for an invalid credential. */
const noKey = ({ settings }: Context): ApiError => (followsGitlab(settings) ? notFound("Key") : unauthorized());

/** The parameters whose invalid values are ignored. */
const lenient = ["sort"];

export const credentials = {
	listGroupPersonalAccessTokens: operation(
		"listGroupPersonalAccessTokens",
		(call) => {
			const rows = listedTokens("personal", call.params, managed(call, call.params.id), call.state);
			return page(call, call.params, rows, (token) => personalToken(token, call.state));
		},
		{},
		lenient,
	),

	listGroupResourceAccessTokens: operation(
		"listGroupResourceAccessTokens",
		(call) => {
			const rows = listedTokens("resource", call.params, managed(call, call.params.id), call.state);
			return page(call, call.params, rows, (token) => resourceToken(token, call.state));
		},
		{},
		lenient,
	),

	listGroupSshKeys: operation("listGroupSshKeys", (call) => {
		const rows = listedKeys(call.params, managed(call, call.params.id), call.state);
		return page(call, call.params, rows, (key) => call.json(key, undefined, () => sshKey(key)));
	}),

	deleteGroupPersonalAccessToken: operation("deleteGroupPersonalAccessToken", (call) => {
		const group = managed(call, call.params.id);
		const token = addressed(call, call.params.token_id);
		if (!token) throw unauthorized();
		if (!credentialPolicy.reach_personal_token(token, group)) throw forbidden();
		revoke(token, call.state);
		return noContent();
	}),

	deleteGroupResourceAccessToken: operation("deleteGroupResourceAccessToken", (call) => {
		const group = managed(call, call.params.id);
		const token = addressed(call, call.params.token_id);
		if (!token) throw unauthorized();
		checkResource("revoke", token, group);
		revoke(token, call.state);
		return noContent();
	}),

	deleteGroupSshKey: operation("deleteGroupSshKey", (call) => {
		const group = managed(call, call.params.id);
		const key = call.state.sshKeys.get(call.params.key_id);
		if (!key || !credentialPolicy.reach_key(key, group)) throw noKey(call);
		checkUnmodified(call, key.updated_at);
		destroy(key, call.state);
		return noContent();
	}),

	rotateGroupPersonalAccessToken: operation("rotateGroupPersonalAccessToken", (call) => {
		const { params, settings, state } = call;
		const group = managed(call, params.id, unauthorized);
		const token = addressed(call, params.token_id);
		if (!token) throw notFound();
		checkPersonalRotation(token, group, call.actor, state);
		const next = rotate(token, params.expires_at, settings.accessTokenPrefix, state);
		return ok({ token: next.text, ...personalToken(next, state) });
	}),

	rotateGroupResourceAccessToken: operation("rotateGroupResourceAccessToken", (call) => {
		const { params, settings, state } = call;
		const group = managed(call, params.id);
		const token = addressed(call, params.token_id);
		if (!token) throw notFound();
		checkResource("rotate", token, group);
		if (token.revoked) throw badRequest("Token already revoked");
		// Assumed: only an active token can be rotated.
		if (!isActive(token, state)) throw badRequest("Token already expired");
		const next = rotate(token, params.expires_at, settings.accessTokenPrefix, state);
		return ok({ token: next.text, ...resourceToken(next, state) });
	}),
};
