import type { State } from "../../state/state";

/** The most entries of each of the two lists. */
const mostEntries = 100;

/** Returns the validation errors of a bound of the download limit. */
export function boundFaults(value: number, most: number): string[] {
	if (value < 0) return ["must be greater than or equal to 0"];
	return value > most ? [`must be less than or equal to ${most}`] : [];
}

/** Returns the validation errors of the usernames that are exempt from the download limit. */
export function allowlistFaults(usernames: readonly string[], state: State): string[] {
	if (usernames.length > mostEntries) return [`exceeds maximum length (${mostEntries} usernames)`];
	const unknown = usernames.filter((name) => !state.users.one("username", name.toLowerCase()));
	return unknown.length > 0 ? [`has unknown usernames: ${unknown.join(", ")}`] : [];
}

/** Returns the validation errors of the users who are alerted when someone exceeds the download limit. */
export function alertlistFaults(ids: readonly number[], state: State): string[] {
	if (ids.length > mostEntries) return [`exceeds maximum length (${mostEntries} user ids)`];
	const unknown = ids.filter((id) => !state.users.get(id));
	return unknown.length > 0 ? [`has unknown user ids: ${unknown.join(", ")}`] : [];
}
