import { parsedIfJson } from "../wire/parsed";
import type { ActorName } from "./actors";
import type { Caller } from "./caller";
import type { Context } from "./context";
import { type ApiResponse, isFields } from "./response";

/** An administrator who acts as a new user. */
export const newUser = async (t: Context): Promise<Caller> =>
	t.as("administrator").sudo((await t.given.user()).number("id"));

/** A caller whose token is sent as a bearer token. */
export const bearer = (t: Context, token: string): Caller => t.anonymous.with({ authorization: `Bearer ${token}` });

/** The auditor, if the run has one; a free installation has none. */
export const auditors = (t: Context): readonly "auditor"[] =>
	t.facts.users.auditor && t.facts.tier !== "free" ? ["auditor"] : [];

/** Everyone with a role. Those that laws call elsewhere come last. */
export const members = (t: Context): readonly ActorName[] => [
	"reporter",
	"developer",
	"maintainer",
	"owner",
	"guest",
	"administrator",
	...auditors(t),
];

/** The new registration token. The specification does not show the response of a reset; the rule is skipped if it has no token. */
export function tokenOfReset(t: Context, response: ApiResponse): string {
	const shown = parsedIfJson(response.ok.text);
	return isFields(shown) && typeof shown.token === "string"
		? shown.token
		: t.skip("a reset does not show the new registration token");
}
