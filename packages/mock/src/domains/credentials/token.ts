/** The lifecycle of a token: it is active until it expires or is revoked. A revoked token stays revoked. */
import { badRequest } from "../../request/http/errors";
import type { Token } from "../../state/records";
import type { State } from "../../state/state";
import { secret } from "./secret";

const day = 86_400_000;

/** Whether a token can be used on a day. It expires at the start of its expiry day, in UTC. */
export const isActiveOn = (token: Token, day: string): boolean =>
	!token.revoked && (token.expires_at === null || token.expires_at > day);

export const isActive = (token: Token, state: State): boolean => isActiveOn(token, state.clock.today());

/** Revokes a token permanently. A revoked token does not change. Throws 400 while a hold protects the token. */
export function revoke(token: Token, state: State): void {
	if (token.revoked) return;
	if (token.hold !== null) throw badRequest(token.hold);
	state.tokens.update(token.id, { revoked: true });
}

/** Returns the same day one year later. 29 February becomes 28 February. */
function yearAfter(date: string): string {
	const after = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
	return after.endsWith("-02-29") ? after.replace(/29$/, "28") : after;
}

/** Returns the day on which a rotated token expires. Throws 400 if it is more than a year away or not in the future. */
function expiry(text: string | undefined, today: string): string {
	if (text === undefined) return new Date(Date.parse(today) + 7 * day).toISOString().slice(0, 10);
	const latest = yearAfter(today);
	if (text > latest) throw badRequest(`Expires at must be before ${latest}`);
	// Assumed: a token that would not work for a single day is refused.
	if (text <= today) throw badRequest(`Expires at must be after ${today}`);
	return text;
}

/**
 * Revokes a token and creates its successor, for the same user and with the same rights. Throws 400 for an invalid
 * expiry and while a hold protects the token; the token then stays as it is.
 */
export function rotate(token: Token, expiresAt: string | undefined, prefix: string, state: State): Token {
	const expires_at = expiry(expiresAt, state.clock.today());
	revoke(token, state);
	const { id: _replaced, ...kept } = token;
	return state.tokens.insert({
		...kept,
		text: secret(prefix, state),
		created_at: state.clock.iso(),
		expires_at,
		last_used_at: null,
	});
}
