import { generated } from "../generators/generated";
import { paged } from "../generators/rest-operations";
import type { Answer } from "../rule/answer";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";
import { filled, keyOf, wholeList } from "./whole-list";

const sizes = [1, 2, 7, 100];

/** Which pages of many are read: the first, one in the middle, the last two, and one beyond. */
const visited = (pages: number): readonly number[] => [...new Set([1, 2, Math.ceil(pages / 2), pages - 1, pages, pages + 1])].filter((page) => page > 0);

/** Where a `Link` leads, by relation. */
export function linksOf(answer: Answer): ReadonlyMap<string, URL> {
	const links = (answer.header("link") ?? "").matchAll(/<([^>]*)>; rel="([a-z]+)"/g);
	return new Map([...links].flatMap(([, url = "", rel = ""]) => (URL.canParse(url) ? [[rel, new URL(url)]] : [])));
}

function checkHeaders(t: Context, answer: Answer, page: number, size: number, total: number): void {
	const pages = Math.max(Math.ceil(total / size), 1);
	const told = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-prev-page", "x-next-page"].map((name) => answer.header(name));
	const expected = [page, size, total, pages, page > 1 && page <= pages ? page - 1 : "", page < pages ? page + 1 : ""];
	t.same("x-page, x-per-page, x-total, x-total-pages, x-prev-page and x-next-page", told, expected.map(String), answer);
	const links = linksOf(answer);
	const to = { prev: expected[4], next: expected[5], first: 1, last: pages };
	for (const [rel, target] of Object.entries(to)) {
		const query = links.get(rel)?.searchParams;
		t.same(`the page of the ${rel} link`, query?.get("page") ?? "", String(target), answer);
		if (query) t.same(`per_page of the ${rel} link`, query.get("per_page"), String(size), answer);
	}
}

/** Pages of every size put together are the whole list, and their headers and links agree with it. */
export const pages: readonly Rule[] = paged.map((row) =>
	generated(
		row,
		{
			phase: "laws",
			what: "pages",
			title: `pages of ${sizes.join(", ")} put together are the whole list, and their headers and links agree with it`,
			rests: ["pagination"],
		},
		async (t) => {
			const { caller, params } = await filled(row.id, t);
			const whole = (await wholeList(caller, row.id, params)).map(keyOf);
			if (whole.length < 2) t.skip("the list has fewer than two records: add some");
			if (whole.length >= 1000) t.skip("the list has a thousand records or more");
			t.same("the number of different records", new Set(whole).size, whole.length);
			for (const size of sizes)
				for (const page of visited(Math.ceil(whole.length / size))) {
					const answer = (await caller.call(row.id, { ...params, page, per_page: size })).is(200);
					const expected = whole.slice((page - 1) * size, page * size);
					t.same(`page ${page} of size ${size}`, answer.items.map(keyOf), expected, answer);
					checkHeaders(t, answer, page, size, whole.length);
				}
			const plain = (await caller.call(row.id, params)).is(200);
			t.same("the list without paging", plain.items.map(keyOf), whole.slice(0, 20), plain);
		},
	),
);
