import { listOfTokens, spareToken } from "../../plans/spare-token";
import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";

/** The two kinds of tokens that a group manages. */
export const kinds = ["personal", "resource"] as const;
export type Kind = (typeof kinds)[number];

export const deletionOf = (kind: Kind) => (kind === "personal" ? "deleteGroupPersonalAccessToken" : "deleteGroupResourceAccessToken");
export const rotationOf = (kind: Kind) => (kind === "personal" ? "rotateGroupPersonalAccessToken" : "rotateGroupResourceAccessToken");

/** A number that no record has. */
export const unknownId = 999_999_999;

export const forbidden = { message: "403 Forbidden" };
export const unauthorized = { message: "401 Unauthorized" };
export const groupNotFound = { message: "404 Group Not Found" };

/** What stands on all pages of one of the three lists. */
export async function walk(
	t: Context,
	list: "listGroupPersonalAccessTokens" | "listGroupResourceAccessTokens" | "listGroupSshKeys",
	params: Params = {},
	per_page = 100,
): Promise<readonly Fields[]> {
	const found: Fields[] = [];
	const owner = t.as("owner");
	for (let page: string | null = "1"; page; ) {
		const all: Params = { id: t.scene("enterprise_group"), ...params, per_page, page };
		const answer: Answer = (await owner.call(list, all)).is(200);
		found.push(...answer.items);
		page = answer.header("x-next-page");
	}
	return found;
}

export const tokensOf = async (t: Context, kind: Kind, params: Params = {}) => await walk(t, listOfTokens(kind), params);

export const numbers = (records: readonly Fields[]): number[] => records.map(({ id }) => Number(id));

/** A token as it is listed now. */
export async function listed(t: Context, kind: Kind, token_id: number): Promise<Fields> {
	const found = (await tokensOf(t, kind)).find(({ id }) => id === token_id);
	if (!found) throw new Error(`The list has no token ${token_id} any more.`);
	return found;
}

/** Rotates a spare token: what came back, and the text under which its user calls. */
export async function rotated(t: Context, kind: Kind, params: Params = {}) {
	const { id, token_id, name, user_id } = await spareToken(t, kind);
	const before = await listed(t, kind, token_id);
	const answer = (await t.as("owner").call(rotationOf(kind), { id, token_id, ...params })).ok;
	return {
		id,
		old: token_id,
		before,
		name,
		user_id,
		answer,
		token_id: answer.number("id"),
		text: answer.string("token"),
	};
}

/** Is refused by this caller, and the token stays as it was. */
export async function refuses(
	t: Context,
	kind: Kind,
	caller: Caller,
	operation: ReturnType<typeof deletionOf> | ReturnType<typeof rotationOf>,
	status: number,
	body?: unknown,
	params: Params = {},
): Promise<void> {
	const { id, token_id } = await spareToken(t, kind);
	const before = await listed(t, kind, token_id);
	(await caller.call(operation, { id, token_id, ...params })).refuses(status, body);
	const { last_used_at: _before, ...was } = before;
	const { last_used_at: _after, ...is } = await listed(t, kind, token_id);
	t.same("the token after the refusal", is, was);
}

/** A credential of another group, as an administrator sees it. */
export async function foreign(t: Context, list: "listGroupPersonalAccessTokens" | "listGroupResourceAccessTokens" | "listGroupSshKeys") {
	const [one] = (await t.as("administrator").call(list, { id: t.scene("private_group"), per_page: 1 })).is(200).items;
	if (typeof one?.id !== "number") t.skip(`the private group has nothing that ${list} shows: let it have one`);
	return one.id;
}

/** A date some days from now, in UTC. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The same day of next year, some days later. */
export function nextYear(days = 0): string {
	const date = new Date();
	date.setUTCFullYear(date.getUTCFullYear() + 1, date.getUTCMonth(), date.getUTCDate() + days);
	return date.toISOString().slice(0, 10);
}
