import type { SshKey, Token } from "../../state/records";
import type { State } from "../../state/state";
import { isActive } from "./token";

/** Returns the JSON of a token without its text. It depends on the current day, so it is not cached. */
export const personalToken = (token: Token, state: State): object => ({
	id: token.id,
	name: token.name,
	revoked: token.revoked,
	created_at: token.created_at,
	description: token.description,
	scopes: token.scopes,
	user_id: token.user_id,
	last_used_at: token.last_used_at,
	active: isActive(token, state),
	expires_at: token.expires_at,
});

/** Returns the JSON of the token of a group or a project, without its text. */
export const resourceToken = (token: Token, state: State): object => ({
	id: token.id,
	...personalToken(token, state),
	access_level: token.resource?.access_level,
	resource_type: token.resource?.type,
	resource_id: token.resource?.id,
});

/** Returns the JSON of an SSH key, without the key itself. */
export const sshKey = (key: SshKey): object => ({
	id: key.id,
	title: key.title,
	created_at: key.created_at,
	expires_at: key.expires_at,
	last_used_at: key.last_used_at,
	usage_type: key.usage_type,
	user_id: key.user_id,
});
