/** What the rules of users share: people to work with, and how to find and read them. */
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

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
/** Callers who are signed in, and no administrators. */
export const others = ["owner", "auditor", "outsider"] as const;

/** Nobody has it. */
export const unknownId = 2_000_000_000;
export const noUser = { message: "404 User Not Found" };
export const forbidden = { message: "403 Forbidden" };

export interface Someone {
	readonly id: number;
	readonly username: string;
	readonly email: string;
	readonly caller: Caller;
}
/** A user made by the administrator, who acts as them: made users have no token. */
export interface Person extends Someone {
	/** The response that created them. */
	readonly made: Answer;
}

/** A new user with these fields, through the platform's own interface. */
export async function person(t: Context, params: Params = {}): Promise<Person> {
	const made = await t.given.user(params);
	const id = made.number("id");
	const caller = t.as("administrator").sudo(id);
	return { id, username: made.string("username"), email: made.string("email"), caller, made };
}

/** A user with any fields and a token of their own, through the control API. */
export async function account(t: Context, fields: Fields = {}): Promise<Someone> {
	const username = t.unique("account");
	const { id, ...row } = await t.given.record("users", { username, name: username, ...fields });
	return { id, username: String(row.username), email: String(row.email), caller: t.bearing(`${String(row.username)}-token`) };
}

/** A user as the administrator reads them. */
export const recordOf = async (t: Context, id: number): Promise<Answer> => (await t.as("administrator").call("getUser", { id })).is(200);

export const changeUser = (t: Context, id: number, changes: Params, caller: Caller = t.as("administrator")): Promise<Answer> =>
	caller.call("updateUser", { id, ...changes });

/** The parameters of a new user, complete. */
export function newcomer(t: Context): { username: string; name: string; email: string; password: string } {
	const username = t.unique("user");
	return { username, name: username, email: `${username}@conformance.example.com`, password: `pw-${username}-Zq7` };
}

/** What a real server writes down by itself when the user does something. */
const ownTraces = ["last_activity_on", "current_sign_in_at", "last_sign_in_at", "sign_in_count"];
const withoutTraces = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([name]) => !ownTraces.includes(name)));

/** The status must be one of a client's errors. */
export function isRefused(t: Context, answer: Answer): Answer {
	t.holds("a refusal (4xx)", answer.status >= 400 && answer.status < 500, answer);
	return answer;
}

/** A request that must be refused, and leave the user as they were. */
export async function inVain(t: Context, id: number, request: () => Promise<Answer>): Promise<Answer> {
	const before = (await recordOf(t, id)).fields;
	const answer = isRefused(t, await request());
	t.same("the user after a refused request", withoutTraces((await recordOf(t, id)).fields), withoutTraces(before), answer);
	return answer;
}

/** Sends it as callers who are no administrators, the user among them, and without credentials: all in vain. */
export async function forAdministratorsAlone(t: Context, who: Someone, request: (caller: Caller) => Promise<Answer>): Promise<void> {
	for (const caller of [...others.map(t.as), who.caller]) (await inVain(t, who.id, () => request(caller))).refuses(403, forbidden);
	(await inVain(t, who.id, () => request(t.anonymous))).refuses(401);
}

export const listUsers = async (caller: Caller, params: Params = {}): Promise<Answer> => (await caller.call("listUsers", { per_page: 100, ...params })).is(200);

/** Whether a user of this name is in the list with these filters, however long it is. */
export const isListed = async (caller: Caller, username: string, params: Params = {}): Promise<boolean> =>
	(await listUsers(caller, { username, ...params })).pluck("username").includes(username);

/** Each of these must be in the list with these filters, or, with `false`, must not. */
export async function mustList(t: Context, caller: Caller, params: Params, usernames: readonly string[], expected = true): Promise<void> {
	for (const username of usernames) {
		const answer = await listUsers(caller, { username, ...params });
		const found = answer.pluck("username").includes(username);
		t.holds(`${username} ${expected ? "listed" : "not listed"} with ${JSON.stringify(params)}`, found === expected, answer);
	}
}

type Flock<One> = { readonly word: string; readonly people: readonly One[] };

async function together<One>(t: Context, each: readonly Fields[], make: (t: Context, fields: Fields) => Promise<One>): Promise<Flock<One>> {
	const word = t.unique("flock").replaceAll("-", "");
	const people: One[] = [];
	for (const [index, fields] of each.entries()) people.push(await make(t, { name: `${word} ${index}`, ...fields }));
	return { word, people };
}
/** New users whose names share a word, which finds them and nobody else. */
export const flock = (t: Context, each: readonly Fields[]): Promise<Flock<Person>> => together(t, each, person);
/** The same through the control API, with any fields. */
export const crowd = (t: Context, each: readonly Fields[]): Promise<Flock<Someone>> => together(t, each, account);

/** The usernames that a list gives of those who share a word, sorted; the same however the list is asked for. */
export async function found(t: Context, who: ActorName, word: string, params: Params): Promise<readonly string[]> {
	const paths = [{}, { order_by: "id" }, { pagination: "keyset" }];
	const [first = [], ...rest] = await Promise.all(
		paths.map(async (path) => (await listUsers(t.as(who), { search: word, ...path, ...params })).pluck("username").map(String).sort()),
	);
	for (const [index, other] of rest.entries()) t.same(`the users found with ${JSON.stringify({ ...paths[index + 1], ...params })}`, other, first);
	return first;
}

/** The ids of a list in its order, of these people alone. */
export const idsOf = (answer: Answer, people: readonly Someone[]): readonly number[] => answer.is(200).ids.filter((id) => people.some((one) => one.id === id));

/** Users as the administrator's list shows them: the newest five hundred, and the hundred oldest. */
export async function sample(t: Context): Promise<readonly Fields[]> {
	const page = (params: Params) => listUsers(t.as("administrator"), { with_custom_attributes: true, ...params });
	const all = new Map<unknown, Fields>();
	for (let number = 1; number <= 5; number++) {
		const { items } = await page({ page: number });
		for (const item of items) all.set(item.id, item);
		if (items.length < 100) return [...all.values()];
	}
	for (const item of (await page({ order_by: "id", sort: "asc" })).items) all.set(item.id, item);
	return [...all.values()];
}

/** One of the server's users; skips where the sample has none such. */
export function one(t: Context, users: readonly Fields[], what: string, matches: (user: Fields) => boolean): Fields {
	return users.find(matches) ?? t.skip(`the server has no user who ${what}: make one`);
}
export const nameOf = (user: Fields): string => String(user.username);

/** A user of a state; through the control API where there is one. */
export async function inState(t: Context, state: string): Promise<{ id: number; username: string }> {
	if (t.given.hasControl) return await account(t, { state });
	const user = one(t, await sample(t), `is ${state}`, (candidate) => candidate.state === state);
	return { id: Number(user.id), username: nameOf(user) };
}

/** An account of the platform's own. */
export async function internalBot(t: Context): Promise<string> {
	for (const username of ["alert-bot", "support-bot"]) if (await isListed(t.as("administrator"), username)) return username;
	return t.skip("the server has neither an alert bot nor a support bot: send a project an alert");
}

/** The bot of a group's access token. */
export async function tokenBot(t: Context): Promise<string> {
	const id = t.scene("enterprise_group");
	const answer = await t.as("owner").call("listGroupResourceAccessTokens", { id, per_page: 1 });
	if (answer.status === 404) t.skip("the group's tokens cannot be listed here, so no bot of one is known");
	const [token] = answer.is(200).items;
	const { user_id } = token ?? t.skip("the enterprise group has no access tokens of its own");
	return (await recordOf(t, Number(user_id))).string("username");
}

/** The time at the server, in milliseconds. */
export const serverTime = (answer: Answer): number => Date.parse(answer.header("date") ?? new Date().toISOString());

/** A time must be so far from the response, to the minute. */
export function isAfter(t: Context, answer: Answer, name: string, milliseconds: number): void {
	const off = Math.abs(Date.parse(answer.string(name)) - serverTime(answer) - milliseconds);
	t.holds(`${name} ${milliseconds / 60_000} minutes after the response, to the minute`, off <= 60_000, answer);
}

/** A list in the body of a response; empty where there is none. */
export const listIn = (answer: Answer, name: string): readonly Fields[] => {
	const value = answer.field(name);
	return Array.isArray(value) ? value : [];
};
