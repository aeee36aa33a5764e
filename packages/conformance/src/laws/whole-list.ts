import type { OperationId } from "@tenon/contract";
import { type Plan, perform, planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Fields } from "../rule/answer";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import { kinds } from "../rules/notes/kinds";

/** What tells a record from others: its id, or all of it. */
export const keyOf = (item: Fields): string => String(item.id ?? JSON.stringify(item));

/** More would take too long, and show no more. */
const enough = 10;

/** Every record of a list, read in the largest pages; the first thousand of a longer one. */
export async function wholeList(caller: Caller, operation: OperationId, params: Params): Promise<readonly Fields[]> {
	const all: Fields[] = [];
	for (let page = 1; page <= enough; page++) {
		const { items } = (await caller.call(operation, { ...params, page, per_page: 100 })).is(200);
		all.push(...items);
		if (items.length < 100) break;
	}
	return all;
}

/** Which operation makes what a list shows, where that can be made. */
const makers: { readonly [list: string]: RestOperationId } = {
	...Object.fromEntries(kinds.map(({ operations }) => [operations.list, operations.create])),
	listReleaseLinks: "createReleaseLink",
};

/** A list as planned, with three records that the check made where they can be made. */
export async function filled(operation: RestOperationId, t: Context): Promise<Plan> {
	const plan = await planOf(operation, t);
	const maker = makers[operation];
	if (maker) for (const _ of [1, 2, 3]) await perform(maker, await planOf(maker, t));
	return plan;
}
