import { tokenOf } from "../request/access/authenticate";
import type { RawRequest } from "../request/http/raw";
import type { State } from "../state/state";

/** The credential that a request was sent with, without its value. */
export interface Credential {
	/** The kind, such as `personal access token`, `session cookie` or `unknown token`. */
	readonly kind: string;
	/** The token's name, or null. */
	readonly name: string | null;
	/** The token's id in the table `tokens`, or null. */
	readonly id: number | null;
	/** The part of the request that contains it: `PRIVATE-TOKEN`, `Authorization`, `Cookie` or `query`. */
	readonly sentBy: string;
}

function senderOf(headers: RawRequest["headers"]): string {
	if (headers["private-token"]) return "PRIVATE-TOKEN";
	if (headers.authorization) return "Authorization";
	return headers.cookie ? "Cookie" : "query";
}

/** Returns the credential that a request contains, according to the current state; null if it contains none. */
export function credentialOf(request: RawRequest, state: State): Credential | null {
	const sentBy = senderOf(request.headers);
	const token = tokenOf(request, state);
	if (token) {
		const { id, kind, name, text, revoked } = token;
		const status = revoked ? "revoked " : "";
		// The name of a token without a name is its text, which must not be shown.
		return { kind: `${status}${kind} access token`, name: name === text ? null : name, id, sentBy };
	}
	if (sentBy === "Cookie") return { kind: "session cookie", name: null, id: null, sentBy };
	if (sentBy === "query" && !/[?&](?:private_token|access_token)=/.test(request.url)) return null;
	return { kind: "unknown token", name: null, id: null, sentBy };
}
