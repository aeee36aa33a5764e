import { isGenerous, type RestOperation } from "../generators/rest-operations";
import type { Caller } from "../rule/caller";
import { newUser } from "../rule/callers";
import type { Context } from "../rule/context";

/** Callers without a role; a new user where one caller soon uses up the limit. */
export const strangersTo = async (row: RestOperation, t: Context): Promise<readonly Caller[]> =>
	isGenerous(row) ? [t.anonymous, t.as("outsider")] : [await newUser(t)];
