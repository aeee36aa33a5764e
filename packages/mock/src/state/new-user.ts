import type { User } from "./records";
import { users } from "./tables/users";

export const capitalized = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** An account with only a name and an address, confirmed, active since `now`. */
export function newUser(username: string, email: string, now: string): Omit<User, "id"> {
	const values = { username, name: capitalized(username), email, created_at: now };
	// The values and the defaults make a row.
	return { ...users.defaults(values, () => now), ...values } as Omit<User, "id">;
}
