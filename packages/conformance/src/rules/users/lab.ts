/** Helpers that the rules of users share: users to work with, and how to find and read them. */

import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Caller, CallOptions } from "../../rule/caller";
import { account, type Someone } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, rule } from "../../rule/rule";
import { withoutTraces } from "../../rule/traces";

export const writes = { effect: "writes" } as const;
const withWrites =
	(make: typeof rule): typeof rule =>
	(ids, title, about, run, options = {}) =>
		make(ids, title, about, run, { ...writes, ...options });
/** Rules that create users to work with, though their operations only read. */
export const writing = { rule: withWrites(rule), assumed: withWrites(assumed) };
export const destroys = { effect: "destroys" } as const;
/** Two callers who see lists and records differently. */
export const everyone = ["administrator", "outsider"] as const;
/** Signed-in callers who are not administrators. */
export const others = ["owner", "auditor", "outsider"] as const;

/** Rules that change or rely on the developer's addresses run one after the other. */
export const developersAddress = { alone: "the developer's address" } as const;

/** An id that no user has. */
export const unknownId = 2_000_000_000;
export const noUser = { message: "404 User Not Found" };
export const forbidden = { message: "403 Forbidden" };

/** A user that the administrator created. Such users have no token, so the administrator acts for them with sudo. */
export interface Person extends Someone {
	/** The response that created them. */
	readonly made: ApiResponse;
}

/** A new user with these fields, created through the platform's own API. */
export async function person(t: Context, params: Params = {}): Promise<Person> {
	const made = await t.given.user(params);
	const id = made.number("id");
	const caller = t.as("administrator").sudo(id);
	return { id, username: made.string("username"), email: made.string("email"), caller, made };
}

/** A new user for whom the administrator acts with sudo and, with the control API, another who has their own token. */
export const bothWays = async (t: Context): Promise<readonly [Someone, ...Someone[]]> => [await person(t), ...(t.given.hasControl ? [await account(t)] : [])];

/** A user as the administrator reads them. */
export const recordOf = async (t: Context, id: number): Promise<ApiResponse> => (await t.as("administrator").call("getUser", { id })).is(200);

export const changeUser = (t: Context, id: number, changes: Params, caller = t.as("administrator"), options: CallOptions = {}): Promise<ApiResponse> =>
	caller.call("updateUser", { id, ...changes }, options);

/** The parameters of a new user, complete. */
export function newcomer(t: Context): { username: string; name: string; email: string; password: string } {
	const username = t.unique("user");
	return { username, name: username, email: `${username}@conformance.example.com`, password: `pw-${username}-Zq7` };
}

/** A user's record without the traces of activity and without the time of day. */
export function lasting(fields: Fields): Fields {
	const { local_time: _, ...rest } = withoutTraces(fields);
	return rest;
}

/** The response must be a client error (4xx). */
export function isRefused(t: Context, response: ApiResponse): ApiResponse {
	t.holds("a refusal (4xx)", response.refused, response);
	return response;
}

/** A request that must be refused and must not change the user. */
export async function inVain(t: Context, id: number, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
	const before = (await recordOf(t, id)).fields;
	const response = isRefused(t, await request());
	t.same("the user after a refused request", lasting((await recordOf(t, id)).fields), lasting(before), response);
	return response;
}

export const listUsers = async (caller: Caller, params: Params = {}): Promise<ApiResponse> =>
	(await caller.call("listUsers", { per_page: 100, ...params })).is(200);

/** Whether the list offers keyset pagination with these parameters. Only the order by id must have it; other orders are assumed. */
export async function hasCursors(t: Context, caller: Caller, params: Params): Promise<boolean> {
	if (params.order_by === undefined || params.order_by === "id") return true;
	const trial = await caller.call("listUsers", { per_page: 1, ...params, pagination: "keyset" });
	t.assume(`keyset pagination should be offered with order_by=${String(params.order_by)}`, !trial.refused, trial);
	return !trial.refused;
}

/** Whether the list accepts the order that this caller requests. Only administrators are sure to choose an order; others may be refused. */
export async function takesOrder(t: Context, caller: Caller, params: Params): Promise<boolean> {
	if (caller.actor === "administrator" || (params.order_by === undefined && params.sort === undefined)) return true;
	const trial = await caller.call("listUsers", { per_page: 1, ...params });
	t.assume("every caller should be able to use order_by and sort", !trial.refused, trial);
	return !trial.refused;
}

/** Whether a request without credentials finds a user by username, as is assumed. */
export async function findsOpenly(t: Context, username: string): Promise<boolean> {
	const trial = await t.anonymous.call("listUsers", { username });
	t.assume("a request without credentials should find a user by username", !trial.refused, trial);
	return !trial.refused;
}

/** Whether the list with these filters has a user of this name. */
export const isListed = async (caller: Caller, username: string, params: Params = {}): Promise<boolean> =>
	(await listUsers(caller, { username, ...params })).pluck("username").includes(username);

/** Each of these users must be in the list with these filters, or must not be in it if `expected` is false. */
export async function mustList(t: Context, caller: Caller, params: Params, usernames: readonly string[], expected = true): Promise<void> {
	for (const username of usernames) {
		const response = await listUsers(caller, { username, ...params });
		const found = response.pluck("username").includes(username);
		t.holds(`${username} ${expected ? "listed" : "not listed"} with ${JSON.stringify(params)}`, found === expected, response);
	}
}

type Flock<One> = { readonly word: string; readonly people: readonly One[] };

async function together<One>(t: Context, each: readonly Fields[], make: (t: Context, fields: Fields) => Promise<One>): Promise<Flock<One>> {
	const word = t.unique("flock").replaceAll("-", "");
	const people: One[] = [];
	for (const [index, fields] of each.entries()) people.push(await make(t, { name: `${word} ${index}`, ...fields }));
	return { word, people };
}
/** New users whose names share a word. A search for the word finds only them. */
export const flock = (t: Context, each: readonly Fields[]): Promise<Flock<Person>> => together(t, each, person);
/** The same, created through the control API with any fields. */
export const crowd = (t: Context, each: readonly Fields[]): Promise<Flock<Someone>> => together(t, each, account);

/** The usernames that a search for a word returns, sorted. Every form of the request must return the same ones. */
export async function found(t: Context, who: ActorName, word: string, params: Params): Promise<readonly string[]> {
	// Only administrators are sure to choose an order.
	const paths = [{}, ...(who === "administrator" ? [{ order_by: "id" }] : []), { pagination: "keyset" }];
	const [first = [], ...rest] = await Promise.all(
		paths.map(async (path) => (await listUsers(t.as(who), { search: word, ...path, ...params })).pluck("username").map(String).sort()),
	);
	for (const [index, other] of rest.entries()) t.same(`the users found with ${JSON.stringify({ ...paths[index + 1], ...params })}`, other, first);
	return first;
}

/** The ids of these people, in the order of the list. */
export const idsOf = (response: ApiResponse, people: readonly Pick<Someone, "id">[]): readonly number[] =>
	response.is(200).ids.filter((id) => people.some((one) => one.id === id));

/** Users as the administrator's list shows them: the newest five hundred, and the hundred oldest. */
export async function sample(t: Context): Promise<readonly Fields[]> {
	const page = (params: Params) => listUsers(t.as("administrator"), { with_custom_attributes: true, ...params });
	const all = new Map<unknown, Fields>();
	for (let number = 1; number <= 5; number++) {
		const response = await page({ page: number });
		for (const item of response.items) all.set(item.id, item);
		if (response.isLastPage) return [...all.values()];
	}
	for (const item of (await page({ order_by: "id", sort: "asc" })).items) all.set(item.id, item);
	return [...all.values()];
}

/** One of the server's users that matches; skips if the sample has none. */
export function one(t: Context, users: readonly Fields[], what: string, matches: (user: Fields) => boolean): Fields {
	return users.find(matches) ?? t.skip(`the server has no user who ${what}: make one`);
}
export const nameOf = (user: Fields): string => String(user.username);

/** A user in a state, created through the control API if the server has one. */
export async function inState(t: Context, state: string): Promise<{ id: number; username: string }> {
	if (t.given.hasControl) return await account(t, { state });
	const user = one(t, await sample(t), `is ${state}`, (candidate) => candidate.state === state);
	return { id: Number(user.id), username: nameOf(user) };
}

/** A user in each of these states. Without the control API, only in the states that the server's own users have. */
export async function inStates(t: Context, ...states: readonly string[]): Promise<readonly { id: number; username: string; state: string }[]> {
	const there = t.given.hasControl ? states : states.filter(Set.prototype.has, new Set((await sample(t)).map(({ state }) => state)));
	if (there.length === 0) t.skip(`the server has no user who is ${states.join(" or ")}: make one`);
	const found = [];
	for (const state of there) found.push({ ...(await inState(t, state)), state });
	return found;
}

/** The platform's own accounts, at least one. */
export async function internalBots(t: Context): Promise<readonly [string, ...string[]]> {
	const found: string[] = [];
	for (const username of ["alert-bot", "support-bot"]) if (await isListed(t.as("administrator"), username)) found.push(username);
	const [first = t.skip("the server has neither an alert bot nor a support bot: send a project an alert"), ...others] = found;
	return [first, ...others];
}

/** The bots of the access tokens of a group and of a project: at least one, or one of each if both tokens exist. */
export async function tokenBots(t: Context): Promise<readonly [string, ...string[]]> {
	const id = t.scene("enterprise_group");
	const response = await t.as("owner").list("listGroupResourceAccessTokens", { id });
	if (response.status === 404) t.skip("the group's tokens cannot be listed here, so their bots are not known");
	const tokens = new Map(response.is(200).items.map((token) => [token.resource_type, token.user_id]));
	const names = await Promise.all([...tokens.values()].map(async (user) => (await recordOf(t, Number(user))).string("username")));
	const [first = t.skip("the enterprise group has no access tokens of its own"), ...others] = names;
	return [first, ...others];
}

/** The time at the server, in milliseconds. */
export const serverTime = (response: ApiResponse): number => Date.parse(response.header("date") ?? new Date().toISOString());

/** A time must be this long after the response, within a minute. */
export function isAfter(t: Context, response: ApiResponse, name: string, milliseconds: number): void {
	const off = Math.abs(Date.parse(response.string(name)) - serverTime(response) - milliseconds);
	t.holds(`${name} ${milliseconds / 60_000} minutes after the response, within a minute`, off <= 60_000, response);
}

/** A list in the body of a response; empty if there is none. */
export const listIn = (response: ApiResponse, name: string): readonly Fields[] => {
	const value = response.field(name);
	return Array.isArray(value) ? value : [];
};
