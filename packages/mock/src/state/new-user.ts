import type { User } from "./records";
import { users } from "./tables/users";

export const capitalized = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** Returns the fields of a confirmed user with only a username and an email address, created at `now`. */
export function newUser(username: string, email: string, now: string): Omit<User, "id"> {
	const values = { username, name: capitalized(username), email, created_at: now };
	// The values and the defaults make a complete row.
	return { ...users.defaults(values, () => now), ...values } as Omit<User, "id">;
}
