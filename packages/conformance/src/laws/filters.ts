import { operations } from "@tenon/contract";
import { generated } from "../generators/generated";
import { restOperations } from "../generators/rest-operations";
import type { Fields } from "../rule/answer";
import type { Rule } from "../rule/rule";
import { filterRows } from "./filter-rows";
import { filled, keyOf, wholeList } from "./whole-list";

/** How many values of a filter are tried. */
const tried = 3;

/** Each filter gives just the records that it asks for, of those that are there without it, in the same order. */
export const filters: readonly Rule[] = filterRows.map(({ operation, parameter, ask, passes }) => {
	const row = restOperations.find(({ id }) => id === operation);
	if (!row?.parameters.some(({ name }) => name === parameter)) throw new Error(`${operations[operation].id} has no parameter ${parameter}.`);
	return generated(
		row,
		{
			phase: "laws",
			what: `filter-${parameter}`,
			title: `${parameter} gives just the records that it asks for`,
			rests: ["parameters"],
		},
		async (t) => {
			const { caller, params } = await filled(operation, t);
			const whole = await wholeList(caller, operation, params);
			const some = (asked: unknown, of: (item: Fields) => boolean) => asked !== undefined && whole.some(of);
			const telling = [...new Map(whole.map((item) => [JSON.stringify(ask(item)), ask(item)])).values()].filter(
				(asked) => some(asked, (item) => passes(item, asked)) && some(asked, (item) => !passes(item, asked)),
			);
			if (telling.length === 0) t.skip(`no two records of the list differ in what ${parameter} asks for: add some`);
			const step = Math.max(Math.floor(telling.length / tried), 1);
			for (const asked of telling.filter((_, index) => index % step === 0).slice(0, tried)) {
				const found = await wholeList(caller, operation, { ...params, [parameter]: asked });
				const expected = whole.filter((item) => passes(item, asked));
				t.same(`the records of ${parameter}=${String(asked)}`, found.map(keyOf), expected.map(keyOf));
			}
		},
	);
});
