import type { RawResponse } from "../request/http/raw";
import type { Token } from "../state/records";
import { consoleHtml } from "./console-html";
import type { ControlledPlatform } from "./controlled";

/** Tokens that are shown at most. */
const most = 12;

/** People to ask as, with a token that lets them in. */
function people({ state, clock }: ControlledPlatform): { name: string; token: string }[] {
	const isGood = ({ kind, revoked, expires_at, impersonation }: Token): boolean =>
		kind === "personal" && !revoked && !impersonation && (expires_at === null || expires_at > clock.today());
	const found: { name: string; token: string }[] = [];
	for (const token of state.tokens.all()) {
		if (found.length === most) break;
		const user = state.users.get(token.user_id);
		if (isGood(token) && user?.state === "active" && !found.some(({ name }) => name === user.username))
			found.push({ name: user.username, token: token.text });
	}
	return found;
}

/** A page for people that shows the mock's state, and what they may do with it. It loads nothing from elsewhere. */
export function consolePage(platform: ControlledPlatform): RawResponse {
	// What a record says is data to the page, never markup.
	const data = JSON.stringify({ people: people(platform) }).replaceAll("<", "\\u003c");
	return {
		status: 200,
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy":
				"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"referrer-policy": "no-referrer",
			"x-content-type-options": "nosniff",
		},
		body: consoleHtml.replace("{{data}}", () => data),
	};
}
