import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";

/** The lists of runners, in the order in which the claims go through them. */
export const listNames = ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"] as const;
export type ListName = (typeof listNames)[number];

/** A list as somebody asks for it who may. */
export interface List {
	readonly caller: Caller;
	readonly name: ListName;
	readonly params: Params;
}

export function listOf(t: Context, name: ListName): List {
	switch (name) {
		case "listRunners":
			return { name, caller: t.as("owner"), params: {} };
		case "listAllRunners":
			return { name, caller: t.as("administrator"), params: {} };
		case "listProjectRunners":
			return { name, caller: t.as("maintainer"), params: { id: t.scene("project") } };
		case "listGroupRunners":
			return { name, caller: t.as("owner"), params: { id: t.scene("group") } };
	}
}

/** Makes a runner that shows in a list. */
export const runnerIn = (t: Context, name: ListName, params: Params = {}): Promise<Answer> =>
	name === "listGroupRunners" ? t.given.runner(params) : t.given.projectRunner(params);

export const ask = async ({ caller, name, params }: List, more: Params = {}): Promise<Answer> => await caller.call(name, { ...params, ...more });

/** The runners on all pages of a list. */
export async function walk(list: List, more: Params = {}, per_page = 100): Promise<readonly Fields[]> {
	const found: Fields[] = [];
	for (let page: string | null = "1"; page; ) {
		const answer: Answer = (await ask(list, { ...more, per_page, page })).is(200);
		found.push(...answer.items);
		page = answer.header("x-next-page");
	}
	return found;
}

export const idsOf = (runners: readonly Fields[]): number[] => runners.map(({ id }) => Number(id)).sort((one, other) => one - other);

/** Puts a runner in contact with the platform. */
export async function contact(t: Context, token: string, system_id = t.unique("system")): Promise<Answer> {
	return (await t.anonymous.call("verifyRunner", { token, system_id })).is(200);
}

/** A filtered list holds exactly those of the whole list that the predicate holds for; some must be, and some must not. */
export async function holdsExactly(t: Context, list: List, filter: Params, what: string, predicate: (runner: Fields) => boolean): Promise<void> {
	const all = await walk(list);
	const wanted = all.filter(predicate);
	if (wanted.length === 0) t.skip(`no runner of the list is ${what}: add one`);
	t.holds(`the whole list should have a runner that is not ${what}`, wanted.length < all.length);
	t.same(`the ids of the runners that are ${what}`, idsOf(await walk(list, filter)), idsOf(wanted));
}
