import type { ParamsOf } from "../../request/operation";
import { filtered, fromArray, fromView, type Rows } from "../../request/pages/page";
import type { Group, User } from "../../state/records";
import type { SortedList } from "../../state/sorted-list";
import type { State } from "../../state/state";
import type { View } from "../../state/table";

/** The parameters of the lists of a group's users. */
export type UserFilters = Partial<ParamsOf<"listGroupSamlUsers">>;

type Test = (user: User) => boolean;

/** Returns a test for a part of the name, the username or an email address, including the private one. */
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

/** Returns the users that match the parameters, sorted by descending ID. */
function listed(users: SortedList<User>, params: UserFilters): Rows<User> {
	const tests = testsOf(params);
	return tests.length === 0
		? fromView(users, true)
		: filtered(fromView(users, true), (user) => tests.every((test) => test(user)));
}

/** Returns the users who sign in with a group's SAML provider, or none if the group has no provider. */
export const samlUsers = (group: Group, params: UserFilters, state: State): Rows<User> =>
	group.saml_provider_id === null
		? fromArray([])
		: listed(state.samlUsers.ordered(byNumber, group.saml_provider_id), params);

/** Returns the users whose accounts a group provisioned. */
export const provisionedUsers = (group: Group, params: UserFilters, state: State): Rows<User> =>
	listed(state.users.ordered(byNumber, group.id), params);
