import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { Rule, RuleOptions } from "../../rule/rule";

/** The two lists of a group's projects; what is said of both is asked of both. */
export const projectLists = ["listGroupProjects", "listGroupSharedProjects"] as const;
export type ProjectList = (typeof projectLists)[number];

/** Asks for the list of the scene's group, a hundred records of it; by the owner unless told otherwise. */
export type ListProjects = (query?: Params, caller?: Caller) => Promise<Answer>;

export const onProjects = (claim: string, operation: ProjectList, run: (t: Context, list: ListProjects) => Promise<void>, options?: RuleOptions): Rule =>
	byClaim(
		claim,
		(t) =>
			run(t, (query = {}, caller = t.as("owner")) => {
				// The group's own projects are joined by those below it, lest there be too few to tell apart.
				const below = operation === "listGroupProjects" ? { include_subgroups: true } : {};
				return caller.call(operation, { id: t.scene("group"), per_page: 100, ...below, ...query });
			}),
		options,
	);

/** A check for each list that a claim speaks of, that of all projects first. */
export const onBoth = (
	claims: readonly [string | undefined, string | undefined],
	run: (t: Context, list: ListProjects) => Promise<void>,
	options?: RuleOptions,
): Rule[] =>
	projectLists.flatMap((operation, index) => {
		const claim = claims[index];
		return claim === undefined ? [] : [onProjects(claim, operation, run, options)];
	});

/** A filter must leave what holds of the whole list, all of that, and there must be both what it leaves and what it takes. */
export async function keeps(t: Context, list: ListProjects, query: Params, what: string, holds: (project: Fields) => boolean, caller?: Caller): Promise<void> {
	const all = (await list({}, caller)).is(200);
	const kept = all.items.filter(holds).map((one) => one.id);
	if (kept.length === 0) t.skip(`no project of the list is ${what}`);
	if (kept.length === all.items.length) t.skip(`every project of the list is ${what}`);
	const response = (await list(query, caller)).is(200);
	t.same(`the projects that are ${what}`, response.ids, kept, response);
}
