import type { ParamsOf } from "../../request/operation";
import { filtered, fromView, type Rows } from "../../request/pages/page";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { Group, SshKey, Token } from "../../state/records";
import { managedTokensKey, type State } from "../../state/state";
import type { View } from "../../state/table";
import { isActiveOn } from "./token";

/** The parameters of both token lists. */
export type TokenListParams = ParamsOf<"listGroupPersonalAccessTokens">;
type Key = "created" | "expires" | "last_used" | "name";

/** Sorts after every time, so tokens without a value come last in ascending order. */
const last = "~";

const tokenOrders: { readonly [key in Key]: View<Token, "managed"> } = {
	created: { group: "managed", by: (token) => token.created_at },
	expires: { group: "managed", by: (token) => token.expires_at ?? last },
	last_used: { group: "managed", by: (token) => token.last_used_at ?? last },
	// Assumed: by UTF-16 code units, so that the order is the same everywhere.
	name: { group: "managed", by: (token) => token.name },
};

type Test<Row> = ((row: Row) => boolean) | false;

/** Returns the tests that depend only on the token and the current day. A token expires at the start of a day. */
function rowTests({ revoked, search, state: expected }: TokenListParams, state: State): RowTest<Token>[] {
	// Read once, so that a test always passes the same tokens. Tomorrow the list uses a test with another name.
	const today = state.clock.today();
	const tests: (RowTest<Token> | false)[] = [
		rowTest("revoked", revoked, (one, value) => one.revoked === value),
		rowTest("search", search?.toLowerCase(), (one, value) => one.name.toLowerCase().includes(value)),
		expected !== undefined && {
			name: `${expected} on ${today}`,
			pass: (one) => isActiveOn(one, today) === (expected === "active"),
		},
	];
	return tests.filter((test) => test !== false);
}

function tests(params: TokenListParams): Test<Token>[] {
	const { created_after, created_before, last_used_after, last_used_before } = params;
	const { expires_after, expires_before } = params;
	return [
		created_after !== undefined && ((one) => one.created_at >= created_after),
		created_before !== undefined && ((one) => one.created_at <= created_before),
		last_used_after !== undefined && ((one) => one.last_used_at !== null && one.last_used_at >= last_used_after),
		last_used_before !== undefined && ((one) => one.last_used_at !== null && one.last_used_at <= last_used_before),
		expires_after !== undefined && ((one) => one.expires_at !== null && one.expires_at >= expires_after),
		expires_before !== undefined && ((one) => one.expires_at !== null && one.expires_at <= expires_before),
	];
}

/** Splits a sort parameter, `<key>_asc` or `<key>_desc`, into its key and direction. */
function order(sort: NonNullable<TokenListParams["sort"]>): { key: Key; descending: boolean } {
	const end = sort.lastIndexOf("_");
	// Every valid value has a key and a direction.
	return { key: sort.slice(0, end) as Key, descending: sort.slice(end + 1) === "desc" };
}

/** Returns the tokens that match the parameters, in the requested order. */
export function listedTokens(
	kind: "personal" | "resource",
	params: TokenListParams,
	group: Group,
	state: State,
): Rows<Token> {
	const { key, descending } = order(params.sort ?? "created_asc");
	const view = narrowed(tokenOrders[key], rowTests(params, state));
	const list = state.tokens.ordered(view, managedTokensKey(kind, group.id));
	const must = tests(params).filter((test) => test !== false);
	if (must.length === 0) return fromView(list, descending);
	return filtered(fromView(list, descending), (one) => must.every((test) => test(one)));
}

/** Keys that were never used come first. The list reads this order from its end. */
const keysByLastUse: View<SshKey, "managed"> = { group: "managed", by: (key) => key.last_used_at };

/** Returns the keys that match the parameters, the most recently used first. */
export function listedKeys(params: ParamsOf<"listGroupSshKeys">, group: Group, state: State): Rows<SshKey> {
	const { created_after, created_before, expires_after, expires_before } = params;
	const all: Test<SshKey>[] = [
		created_after !== undefined && ((one) => one.created_at >= created_after),
		created_before !== undefined && ((one) => one.created_at <= created_before),
		expires_after !== undefined && ((one) => one.expires_at !== null && one.expires_at >= expires_after),
		expires_before !== undefined && ((one) => one.expires_at !== null && one.expires_at <= expires_before),
	];
	const must = all.filter((test) => test !== false);
	const list = state.sshKeys.ordered(keysByLastUse, group.id);
	if (must.length === 0) return fromView(list, true);
	return filtered(fromView(list, true), (one) => must.every((test) => test(one)));
}
