import { fromArray, type Rows } from "../http/page";
import type { ParamsOf } from "../operation";
import type { Group, User } from "../state/records";
import type { State } from "../state/state";

/** What the lists of a group's users may be asked for. */
export type UserFilters = Partial<ParamsOf<"listGroupSamlUsers">>;

type Test = (user: User) => boolean;

/** Part of the name, the username, or an address: the private ones count, too. */
function found(search: string): Test {
	const wanted = search.trim().toLowerCase();
	return ({ name, username, email, public_email }) =>
		[name, username, email, public_email].some((text) => text?.toLowerCase().includes(wanted));
}

function testsOf(params: UserFilters): Test[] {
	const { username, search, active, blocked, created_after, created_before } = params;
	const tests: (Test | false)[] = [
		username !== undefined && ((user) => user.username.toLowerCase() === username.toLowerCase()),
		search !== undefined && found(search),
		active === true && ((user) => user.state === "active"),
		blocked === true && ((user) => user.state === "blocked" || user.state === "ldap_blocked"),
		created_after !== undefined && ((user) => user.created_at >= created_after),
		created_before !== undefined && ((user) => user.created_at <= created_before),
	];
	return tests.filter((test) => test !== false);
}

/** Those that pass, the highest number first. */
function listed(users: readonly User[], params: UserFilters): Rows<User> {
	const tests = testsOf(params);
	const passing = users.filter((user) => tests.every((test) => test(user)));
	return fromArray(passing.sort((a, b) => b.id - a.id));
}

/** The users who sign in by a group's SAML provider; none where the group has no provider. */
export function samlUsers(group: Group, params: UserFilters, state: State): Rows<User> {
	if (group.saml_provider_id === null) return fromArray([]);
	const ids = new Set(state.identities.in("saml", group.saml_provider_id).map((identity) => identity.user_id));
	const users = [...ids].map((id) => state.users.get(id)).filter((user) => user !== undefined);
	return listed(users, params);
}

/** The users whose accounts a group set up itself. */
export const provisionedUsers = (group: Group, params: UserFilters, state: State): Rows<User> =>
	listed(state.users.in("provisioned", group.id), params);
