import { parsedIfJson } from "../wire/parsed";
import type { ActorName } from "./actors";
import type { Params } from "./address";
import type { Caller } from "./caller";
import type { Context } from "./context";
import { type ApiResponse, type Fields, isFields } from "./response";

/** An administrator who acts as a new user with these fields. */
export const newUser = async (t: Context, params: Params = {}): Promise<Caller> =>
	t.as("administrator").sudo((await t.given.user(params)).number("id"));

export interface Someone {
	readonly id: number;
	readonly username: string;
	readonly email: string;
	readonly caller: Caller;
}

/** A user with any fields and their own token, created through the control API. */
export async function account(t: Context, fields: Fields = {}): Promise<Someone> {
	const username = t.unique("account");
	const { id, ...row } = await t.given.record("users", { username, name: username, ...fields });
	return {
		id,
		username: String(row.username),
		email: String(row.email),
		caller: t.bearing(`${String(row.username)}-token`),
	};
}

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
