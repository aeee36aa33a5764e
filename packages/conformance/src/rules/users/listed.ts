import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { type Person, person } from "./person";

/** Whether a user of this name is in the list with these filters, however long it is. */
export async function isListed(caller: Caller, username: string, params: Params = {}): Promise<boolean> {
	const answer = (await caller.call("listUsers", { username, ...params })).is(200);
	return answer.items.some((item) => item.username === username);
}

/** Each of these must be in the list with these filters, or, with `false`, must not. */
export async function mustList(t: Context, caller: Caller, params: Params, usernames: readonly string[], expected = true): Promise<void> {
	for (const username of usernames) {
		const answer = (await caller.call("listUsers", { username, ...params })).is(200);
		const found = answer.items.some((item) => item.username === username);
		const should = `${username} should ${expected ? "" : "not "}be listed with ${JSON.stringify(params)}`;
		t.holds(should, found === expected, answer);
	}
}

/** Users as the administrator's list shows them: the newest five hundred, and the hundred oldest. */
export async function sample(t: Context): Promise<readonly Fields[]> {
	const administrator = t.as("administrator");
	const page = async (params: Params): Promise<Answer> =>
		(await administrator.call("listUsers", { per_page: 100, with_custom_attributes: true, ...params })).is(200);
	const found = new Map<unknown, Fields>();
	for (let number = 1; number <= 5; number++) {
		const { items } = await page({ page: number });
		for (const item of items) found.set(item.id, item);
		if (items.length < 100) return [...found.values()];
	}
	for (const item of (await page({ order_by: "id", sort: "asc" })).items) found.set(item.id, item);
	return [...found.values()];
}

/** One of the server's users; skips where the sample has none such. */
export function one(t: Context, users: readonly Fields[], what: string, holds: (user: Fields) => boolean): Fields {
	return users.find(holds) ?? t.skip(`the server has no user who ${what}: make one`);
}

export const nameOf = (user: Fields): string => String(user.username);

/** An account of the platform's own. */
export async function internalBot(t: Context): Promise<string> {
	for (const username of ["alert-bot", "support-bot"]) if (await isListed(t.as("administrator"), username)) return username;
	return t.skip("the server has neither an alert bot nor a support bot: send a project an alert");
}

/** The bot of a group's or a project's access token. */
export async function tokenBot(t: Context): Promise<string> {
	const id = t.scene("enterprise_group");
	const answer = await t.as("owner").call("listGroupResourceAccessTokens", { id, per_page: 1 });
	if (answer.status === 404) t.skip("the group's tokens cannot be listed here, so no bot of one is known");
	const [token] = answer.is(200).items;
	const user = token ?? t.skip("the enterprise group has no access tokens of its own");
	return nameOf((await t.as("administrator").call("getUser", { id: user.user_id })).is(200).fields);
}

/** Some new users whose names have a word of their own, which finds them and nobody else. */
export async function flock(t: Context, each: readonly Params[]): Promise<{ word: string; people: readonly Person[] }> {
	const word = t.unique("flock").replaceAll("-", "");
	const people: Person[] = [];
	for (const [index, params] of each.entries()) people.push(await person(t, { name: `${word} ${index}`, ...params }));
	return { word, people };
}

/** The ids of an order, of these people alone. */
export const idsOf = (answer: Answer, people: readonly Person[]): readonly number[] => answer.is(200).ids.filter((id) => people.some((one) => one.id === id));
