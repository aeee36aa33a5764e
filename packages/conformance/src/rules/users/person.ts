import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";

/** A user made for a check, and who acts as them. */
export interface Person {
	readonly id: number;
	readonly username: string;
	readonly email: string;
	/** The administrator acting as them: made users have no token. */
	readonly caller: Caller;
	/** What creating them answered. */
	readonly made: Answer;
}

/** A new user, with these fields. */
export async function person(t: Context, params: Params = {}): Promise<Person> {
	const made = await t.given.user(params);
	const id = made.number("id");
	const caller = t.as("administrator").sudo(id);
	return { id, username: made.string("username"), email: made.string("email"), caller, made };
}

/** A user as the administrator reads them. */
export const recordOf = async (t: Context, id: number): Promise<Answer> => (await t.as("administrator").call("getUser", { id })).is(200);

/** Nobody has it. */
export const unknownId = 2_000_000_000;
