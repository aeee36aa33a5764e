import type { Exchange } from "../rule/exchange";

const hidden = "[hidden]";

/** Fields whose values are secrets, wherever they stand: what the contract's operations reveal, and what callers send. */
const secretFields =
	/("(?:token|[a-z_]*_token|password|pin|secret|apiToken|authenticationToken|ephemeralAuthenticationToken|key)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const secretPairs = /\b((?:private_token|access_token|job_token|token|password)=)[^&\s"]+/gi;

/** A body or address without the secrets in it. */
export const hideSecrets = (text: string): string =>
	text.replace(secretFields, `$1"${hidden}"`).replace(secretPairs, `$1${hidden}`);

const credentials = new Set(["private-token", "authorization", "job-token", "cookie"]);

/** The name under which a shell may hold the token of a caller. */
export const tokenVariable = (actor: Exchange["actor"]): string =>
	`TENON_TOKEN_${actor.toUpperCase().replaceAll("-", "_")}`;

/** A header's value; a credential as the shell variable that holds it. */
export function hideHeader(name: string, value: string, actor: Exchange["actor"]): string {
	if (!credentials.has(name.toLowerCase())) return value;
	return actor === "anonymous" || actor === "other" ? hidden : `$${tokenVariable(actor)}`;
}
