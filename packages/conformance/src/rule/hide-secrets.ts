import type { Exchange } from "./exchange";

const hidden = "[hidden]";

/** JSON fields whose values are secrets, both in responses and in requests. The JSON can be part of a string, with its quotes escaped. */
const secretFields =
	/((\\*)"(?:token|[a-z_]*_token|password|pin|secret|apiToken|authenticationToken|ephemeralAuthenticationToken|key)\2"\s*:\s*\2")(?:(?!\2")(?:\\.|[^\\]))*/gi;
const secretPairs = /\b((?:private_token|access_token|job_token|token|password)=)[^&\s"]+/gi;

/** Replaces the secrets in a body or URL by `[hidden]`. */
export const hideSecrets = (text: string): string =>
	text.replace(secretFields, `$1${hidden}`).replace(secretPairs, `$1${hidden}`);

const credentials = new Set(["private-token", "authorization", "job-token", "cookie"]);

/** Returns the name of the environment variable for a caller's token. */
export const tokenVariable = (actor: Exchange["actor"]): string =>
	`TENON_TOKEN_${actor.toUpperCase().replaceAll("-", "_")}`;

/** Returns the value of a header; for credentials the shell variable of the token, or `[hidden]`. */
export function hideHeader(name: string, value: string, actor: Exchange["actor"]): string {
	if (!credentials.has(name.toLowerCase())) return value;
	return actor === "anonymous" || actor === "other" ? hidden : `$${tokenVariable(actor)}`;
}
