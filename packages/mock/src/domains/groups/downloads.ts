import type { State } from "../../state/state";

/** At most so many entries in each of the two lists. */
const mostEntries = 100;

/** What is wrong with a bound of the limit on downloads. */
export function boundFaults(value: number, most: number): string[] {
	if (value < 0) return ["must be greater than or equal to 0"];
	return value > most ? [`must be less than or equal to ${most}`] : [];
}

/** What is wrong with the usernames that the limit leaves alone. */
export function allowlistFaults(usernames: readonly string[], state: State): string[] {
	if (usernames.length > mostEntries) return [`exceeds maximum length (${mostEntries} usernames)`];
	const unknown = usernames.filter((name) => !state.users.one("username", name.toLowerCase()));
	return unknown.length > 0 ? [`has unknown usernames: ${unknown.join(", ")}`] : [];
}

/** What is wrong with the users who get alerts about those who pass the limit. */
export function alertlistFaults(ids: readonly number[], state: State): string[] {
	if (ids.length > mostEntries) return [`exceeds maximum length (${mostEntries} user ids)`];
	const unknown = ids.filter((id) => !state.users.get(id));
	return unknown.length > 0 ? [`has unknown user ids: ${unknown.join(", ")}`] : [];
}
