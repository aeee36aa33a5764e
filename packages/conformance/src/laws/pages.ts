import { generated } from "../generators/generated";
import { pagedOf, type RestOperation } from "../generators/rest-operations";
import type { Rule } from "../rule/rule";
import { filled, keyOf, whileUnchanged, wholeList } from "./whole-list";

const sizes = [1, 3, 7, 100];

/** Which pages of many are read: the first, one in the middle, the last two, and one beyond. */
const visited = (pages: number): readonly number[] => [...new Set([1, 2, Math.ceil(pages / 2), pages - 1, pages, pages + 1])].filter((page) => page > 0);

/**
 * Pages of every size put together are the whole list, and a page has twenty records unless the request says otherwise. Catches pages that
 * overlap, that leave out a record or that are longer than the request asks for.
 */
export const pages = (rows: readonly RestOperation[]): readonly Rule[] =>
	pagedOf(rows).map((row) =>
		generated(
			row,
			{
				phase: "laws",
				what: "pages",
				title: `pages of ${sizes.join(", ")}, and of twenty by default, put together are the whole list`,
				level: "MUST",
			},
			async (t) => {
				const { caller, params } = await filled(row, t, 21);
				await whileUnchanged(
					() => wholeList(caller, row, params),
					async (records) => {
						const whole = records.map(keyOf);
						if (whole.length < 2) t.skip("the list has fewer than two records: add some");
						if (whole.length >= 1000) t.skip("the list has a thousand records or more");
						t.same("the number of different records", new Set(whole).size, whole.length);
						for (const size of sizes)
							for (const page of visited(Math.ceil(whole.length / size))) {
								const response = (await caller.call(row, { ...params, page, per_page: size })).is(200);
								t.same(`page ${page} of size ${size}`, response.items.map(keyOf), whole.slice((page - 1) * size, page * size), response);
							}
						for (const [more, from] of [
							[{}, 0],
							[{ page: 1 }, 0],
							[{ page: 2 }, 20],
						] as const) {
							const plain = (await caller.call(row, { ...params, ...more })).is(200);
							t.same(`the list with ${JSON.stringify(more)}`, plain.items.map(keyOf), whole.slice(from, from + 20), plain);
						}
						const wide = await caller.call(row, { ...params, per_page: 101 });
						t.assume("a page of 101 should be one of a hundred", wide.is(200).items.length <= 100 && (wide.header("x-per-page") ?? "100") === "100", wide);
					},
				);
			},
		),
	);
