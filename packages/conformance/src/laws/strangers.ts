import { isGenerous, type RestOperation } from "../generators/rest-operations";
import type { Caller } from "../rule/caller";
import { newUser } from "../rule/callers";
import type { Context } from "../rule/context";

/** Callers without a role; a new user where one caller soon uses up the limit. */
export const strangersTo = async (row: RestOperation, t: Context): Promise<readonly Caller[]> =>
	isGenerous(row) ? [t.anonymous, t.as("outsider")] : [await newUser(t)];

/** Those who read a list beside the planned caller: strangers where it is open, otherwise a member and an administrator where they may. */
export const othersOf = async (row: RestOperation, t: Context): Promise<readonly Caller[]> =>
	row.anonymous ? await strangersTo(row, t) : isGenerous(row) ? [t.as("guest"), t.as("administrator")] : [];
