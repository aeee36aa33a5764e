import type { Caller } from "./caller";
import type { Context } from "./context";

/** A new user, as an administrator who acts for them. */
export const newUser = async (t: Context): Promise<Caller> =>
	t.as("administrator").sudo((await t.given.user()).number("id"));

/** A caller whose token travels as a bearer. */
export const bearer = (t: Context, token: string): Caller => t.anonymous.with({ authorization: `Bearer ${token}` });

/** The auditor, if the run has one; a free installation has none. */
export const auditors = (t: Context): readonly "auditor"[] =>
	t.facts.users.auditor && t.facts.tier !== "free" ? ["auditor"] : [];
