import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";

/** The addresses of a `Link` header by their `rel`. */
export const linksOf = (answer: Answer): { readonly [rel: string]: string } =>
	Object.fromEntries([...(answer.header("link") ?? "").matchAll(/<([^>]*)>;\s*rel="(\w+)"/g)].map(([, url = "", rel = ""]) => [rel, url]));

const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];

/** The headers of a page: 20 records unless told otherwise, at most 100, and where it stands. */
export async function pagesAsUsual(t: Context, list: (query?: Params) => Promise<Answer>): Promise<void> {
	const plain = (await list()).is(200);
	const total = Number(plain.header("x-total"));
	if (total === 0) t.skip("the list is empty");
	t.same("the records on the default page", plain.items.length, Math.min(20, total), plain);
	const headers = names.map((name) => plain.header(name));
	const pages = String(Math.ceil(total / 20));
	t.same("the headers", headers, ["1", "20", String(total), pages, total > 20 ? "2" : "", ""], plain);
	t.holds("there should be a link header", plain.header("link") !== null, plain);
	const largest = (await list({ per_page: 100 })).is(200);
	t.same("x-per-page of per_page=100", largest.header("x-per-page"), "100", largest);
	const first = (await list({ per_page: 1 })).is(200);
	t.same("the only record of the first page", first.ids, plain.ids.slice(0, 1), first);
	const second = (await list({ per_page: 1, page: 2 })).is(200);
	t.same("the records of the second page", second.ids, plain.ids.slice(1, 2), second);
	t.same("x-prev-page of the second page", second.header("x-prev-page"), "1", second);
}
