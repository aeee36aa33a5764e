import { generated } from "../generators/generated";
import { reading } from "../generators/rest-operations";
import type { Rule } from "../rule/rule";
import { linksOf } from "./pages";
import { keyOf, wholeList } from "./whole-list";

/** A walk by cursors gives the same records as one by page numbers, in each order that has cursors. */
export const keyset: readonly Rule[] = reading.flatMap((row) => {
	const { keyset: told } = row.pagination ?? {};
	return (told?.orders ?? []).map((order) =>
		generated(
			row,
			{
				phase: "laws",
				what: `keyset-${order.replace(" ", "-")}`,
				title: `a walk by cursors in the order ${order} gives what a walk by page numbers gives`,
				rests: ["pagination"],
				effect: "reads",
			},
			async (t) => {
				const caller = told?.anonymousOnly ? t.anonymous : t.as("administrator");
				const [order_by, sort] = order.split(" ");
				const params = { order_by, sort };
				const whole = await wholeList(caller, row.id, params);
				if (whole.length >= 1000) t.skip("the list has a thousand records or more");
				const size = Math.max(Math.ceil(whole.length / 8), 2);
				const walked: string[] = [];
				let cursor: string | null | undefined;
				do {
					const asked = { ...params, per_page: size, pagination: "keyset", ...(cursor && { cursor }) };
					const page = (await caller.call(row.id, asked)).is(200);
					t.holds("a page should not be longer than asked for", page.items.length <= size, page);
					walked.push(...page.items.map(keyOf));
					cursor = linksOf(page).get("next")?.searchParams.get("cursor");
				} while (cursor && walked.length <= whole.length);
				t.same("the records in pages by cursor", walked, whole.map(keyOf));
			},
		),
	);
});
