import type { User } from "../../state/records";
import type { State } from "../../state/state";

/** Returns the ID of the user with an email address, primary or secondary and case-insensitive, or undefined. */
export function ownerOf(email: string, state: State): number | undefined {
	const key = email.toLowerCase();
	return state.users.one("email", key)?.id ?? state.secondaryEmails.one("email", key)?.user_id;
}

/** Returns the same, but ignores secondary addresses that are not confirmed. */
export function holderOf(email: string, state: State): number | undefined {
	const key = email.toLowerCase();
	const added = state.secondaryEmails.one("email", key);
	return state.users.one("email", key)?.id ?? (added?.confirmed_at ? added.user_id : undefined);
}

/** Whether an address is the user's own and is confirmed. */
export function isVerified(email: string, user: User, state: State): boolean {
	const key = email.toLowerCase();
	if (user.email.toLowerCase() === key) return user.confirmed_at !== null;
	const added = state.secondaryEmails.one("email", key);
	return added?.user_id === user.id && added.confirmed_at !== null;
}

/**
 * Makes an address that the user added the primary one. If it is neither confirmed nor counts as such, it waits. The
 * former primary address becomes a secondary one.
 */
export function makePrimary(email: string, user: User, confirmed: boolean, state: State): User {
	const added = state.secondaryEmails.one("email", email.toLowerCase());
	if (!added || added.user_id !== user.id) return user;
	if (added.confirmed_at === null && !confirmed) return state.users.update(user.id, { unconfirmed_email: added.email });
	state.secondaryEmails.delete(added.id);
	const after = state.users.update(user.id, {
		email: added.email,
		confirmed_at: added.confirmed_at ?? state.clock.iso(),
		unconfirmed_email: null,
	});
	state.secondaryEmails.insert({ user_id: user.id, email: user.email, confirmed_at: user.confirmed_at });
	return after;
}
