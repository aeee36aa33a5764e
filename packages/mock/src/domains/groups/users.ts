import type { ParamsOf } from "../../request/operation";
import { filtered, fromArray, fromView, type Rows } from "../../request/pages/page";
import type { Group, User } from "../../state/records";
import type { SortedList } from "../../state/sorted-list";
import type { State } from "../../state/state";
import type { View } from "../../state/table";

/** What the lists of a group's users may be asked for. */
export type UserFilters = Partial<ParamsOf<"listGroupSamlUsers">>;

type Test = (user: User) => boolean;

/** Part of the name, the username, or an address: the private ones count, too. */
function found(search: string): Test {
	const phrase = search.trim().toLowerCase();
	return ({ name, username, email, public_email }) =>
		[name, username, email, public_email].some((text) => text?.toLowerCase().includes(phrase));
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

const byNumber: View<User, "provisioned"> = { group: "provisioned", by: (user) => user.id };

/** Those that pass, the highest number first. */
function listed(users: SortedList<User>, params: UserFilters): Rows<User> {
	const tests = testsOf(params);
	return tests.length === 0
		? fromView(users, true)
		: filtered(fromView(users, true), (user) => tests.every((test) => test(user)));
}

/** The users who sign in by a group's SAML provider; none where the group has no provider. */
export const samlUsers = (group: Group, params: UserFilters, state: State): Rows<User> =>
	group.saml_provider_id === null
		? fromArray([])
		: listed(state.samlUsers.ordered(byNumber, group.saml_provider_id), params);

/** The users whose accounts a group set up itself. */
export const provisionedUsers = (group: Group, params: UserFilters, state: State): Rows<User> =>
	listed(state.users.ordered(byNumber, group.id), params);
