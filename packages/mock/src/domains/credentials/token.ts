/** A token's life: active until it expires or is revoked; what is revoked stays so. */
import { badRequest } from "../../request/http/errors";
import type { Token } from "../../state/records";
import type { State } from "../../state/state";
import { secret } from "./secret";

const day = 86_400_000;

/** Whether a token can be used on a day: it expires in the first moment of the day of its expiry, in UTC. */
export const isActiveOn = (token: Token, day: string): boolean =>
	!token.revoked && (token.expires_at === null || token.expires_at > day);

export const isActive = (token: Token, state: State): boolean => isActiveOn(token, state.clock.today());

/** Ends a token for good; of a revoked one nothing changes. Throws 400 while something holds it. */
export function revoke(token: Token, state: State): void {
	if (token.revoked) return;
	if (token.hold !== null) throw badRequest(token.hold);
	state.tokens.update(token.id, { revoked: true });
}

/** The same day a year after a date; of 29 February the last day of that month. */
function yearAfter(date: string): string {
	const after = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
	return after.endsWith("-02-29") ? after.replace(/29$/, "28") : after;
}

/** The day on which a rotated token expires. Throws 400 for one that is more than a year away, or not to come. */
function expiry(text: string | undefined, today: string): string {
	if (text === undefined) return new Date(Date.parse(today) + 7 * day).toISOString().slice(0, 10);
	const latest = yearAfter(today);
	if (text > latest) throw badRequest(`Expires at must be before ${latest}`);
	// Assumed: a token that would not work for a day is not made.
	if (text <= today) throw badRequest(`Expires at must be after ${today}`);
	return text;
}

/**
 * Revokes a token and makes its successor, for the same user and with the same rights. Throws 400 for an expiry that
 * is not taken, and while something holds the token; then it stays as it is.
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
