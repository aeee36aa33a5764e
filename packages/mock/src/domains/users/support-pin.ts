/** The PIN by which support identifies a user. */
import { ApiError } from "../../request/http/errors";
import type { SupportPin, User } from "../../state/records";
import type { State } from "../../state/state";

const lifetime = 7 * 24 * 3_600_000;
const first = 100_000;
const many = 900_000;
/** A prime that does not divide `many`, so that PINs which follow one another all differ. */
const stride = 524_287;

const missing = (text: string): ApiError => new ApiError(404, { message: `404 ${text} Not Found` });

const valid = (user: User, state: State): SupportPin | undefined => {
	const pin = state.supportPins.one("user", user.id);
	return pin && pin.expires_at > state.clock.iso() ? pin : undefined;
};

/** Creates a PIN for a user. A previous PIN is deleted. */
export function create(user: User, state: State): SupportPin {
	const old = state.supportPins.one("user", user.id);
	if (old) state.supportPins.delete(old.id);
	const serial = state.supportPins.lastId + 1;
	return state.supportPins.insert({
		user_id: user.id,
		pin: String(first + ((serial * stride) % many)),
		expires_at: new Date(state.clock.now() + lifetime).toISOString(),
	});
}

/** Returns the PIN of a user. Throws 404 if there is no valid one. */
export function find(user: User, state: State): SupportPin {
	const pin = valid(user, state);
	if (!pin) throw missing("Support PIN not found or expired");
	return pin;
}

/** Deletes the PIN of a user. Throws 404 if there is no valid one. */
export function revoke(user: User, state: State): void {
	const pin = valid(user, state);
	if (!pin) throw missing("Support PIN not found or already expired");
	state.supportPins.delete(pin.id);
}

export const pinEntity = ({ pin, expires_at }: SupportPin): object => ({ pin, expires_at });
