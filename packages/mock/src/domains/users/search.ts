import type { User } from "../../state/records";
import type { State } from "../../state/state";

/** Words of at least this length match anywhere in a name. */
const shortest = 3;

/** A search: which users it finds, and how well they match. */
export interface Search {
	readonly finds: (user: User) => boolean;
	/** 0 for the best match, `far` for a user who only has the text as a part of a name. */
	readonly rank: (user: User) => number;
	/** Searches with the same name find the same users. */
	readonly name: string;
}

export const far = 3;

/** Returns the search for a text, case-insensitive and without a leading `@`, or undefined for a blank text. */
export function searching(text: string | undefined, privateEmails: boolean, state: State): Search | undefined {
	const phrase = (text ?? "").trim().replace(/^@/, "").toLowerCase();
	if (phrase === "") return undefined;
	const words = phrase.split(/\s+/);
	const equals = (value: string | null): boolean => value?.toLowerCase() === phrase;
	const holds = (name: string): boolean => {
		const lower = name.toLowerCase();
		return lower === phrase || words.every((word) => (word.length < shortest ? lower === word : lower.includes(word)));
	};
	const owner = state.secondaryEmails.one("email", phrase)?.user_id;
	const hasEmail = (user: User): boolean => equals(user.email) || owner === user.id;
	return {
		name: `search ${JSON.stringify(privateEmails ? [phrase, owner] : [phrase])}`,
		finds: (user) =>
			holds(user.name) || holds(user.username) || equals(user.public_email) || (privateEmails && hasEmail(user)),
		rank: (user) => (equals(user.public_email) ? 0 : equals(user.username) ? 1 : equals(user.name) ? 2 : far),
	};
}
