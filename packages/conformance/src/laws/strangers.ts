import { isGenerous, type RestOperation } from "../generators/rest-operations";
import type { Caller } from "../rule/caller";
import { newUser } from "../rule/callers";
import type { Context } from "../rule/context";

/** Returns callers without a role: anonymous and the outsider, or a new user if the operation has a low rate limit. */
export const strangersTo = async (row: RestOperation, t: Context): Promise<readonly Caller[]> =>
	isGenerous(row) ? [t.anonymous, t.as("outsider")] : [await newUser(t)];

/** Returns callers who read a list in addition to the planned one: callers without a role if it is public, otherwise a guest and an administrator. */
export const othersOf = async (row: RestOperation, t: Context): Promise<readonly Caller[]> =>
	row.anonymous ? await strangersTo(row, t) : isGenerous(row) ? [t.as("guest"), t.as("administrator")] : [];
