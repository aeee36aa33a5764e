import type { ClientOptions, Fetch, Page, RequestOptions } from "../../src/index";
import { list } from "../../src/paging/list";
import type { Route } from "../../src/transport/route";
import { always, baseUrl, clientOn, json, type SentRequest } from "./script";

export interface Thing {
	id: number;
}

export const route: Route = { id: "listThings", verb: "GET", path: "/projects/{id}/things" };
export const users: Route = {
	id: "listUsers",
	verb: "GET",
	path: "/users",
	keyset: ["id desc", "id asc", "name asc", "name desc"],
};
export const groups: Route = {
	id: "listGroups",
	verb: "GET",
	path: "/groups",
	keyset: ["name asc"],
	anonymousKeyset: true,
};

export const things = (
	fetch: Fetch,
	params: object = {},
	options: RequestOptions = {},
	client: Partial<ClientOptions> = {},
) => list<Thing>(clientOn(fetch, { retries: 0, ...client }), route, { id: "a/b", ...params }, options);

export const rows = (from: number, to: number): Thing[] =>
	Array.from({ length: to - from + 1 }, (_, i) => ({ id: from + i }));
export const ids = (found: readonly Thing[]) => found.map(({ id }) => id);
export const queryOf = ({ query }: SentRequest) => Object.fromEntries(new URLSearchParams(query));

export interface Server {
	total: number;
	/** The pagination headers of the response. */
	headers?: "all" | "link" | "x" | "none";
	/** The number of rows above which the response has no totals. */
	countedUpTo?: number;
}

/** Responds with a list as the platform does, in offset pages of at most 100 items. */
export function server({ total, headers = "all", countedUpTo = 10_000 }: Server) {
	return always(({ url }) => {
		const address = new URL(url);
		const page = Number(address.searchParams.get("page") ?? 1);
		const size = Math.min(Number(address.searchParams.get("per_page") ?? 20), 100);
		const pages = Math.max(1, Math.ceil(total / size));
		const at = (n: number) => {
			const target = new URL(address);
			target.searchParams.set("page", `${n}`);
			target.searchParams.set("per_page", `${size}`);
			target.searchParams.set("id", "a/b");
			return target.href;
		};
		const paging = new Headers();
		if (headers === "all" || headers === "link") {
			const links = [
				...(page > 1 ? [`<${at(page - 1)}>; rel="prev"`] : []),
				...(page < pages ? [`<${at(page + 1)}>; rel="next"`] : []),
				`<${at(1)}>; rel="first"`,
			];
			paging.set("link", links.join(", "));
		}
		if (headers === "all" || headers === "x") {
			paging.set("x-page", `${page}`);
			paging.set("x-per-page", `${size}`);
			paging.set("x-next-page", page < pages ? `${page + 1}` : "");
			if (total <= countedUpTo) {
				paging.set("x-total", `${total}`);
				paging.set("x-total-pages", `${pages}`);
			}
		}
		return json(rows((page - 1) * size + 1, Math.min(page * size, total)), { headers: paging });
	});
}

/** Responds with a list in keyset pages, whose only header is a link to the next page. */
export function keysetServer(total: number, origin = `${baseUrl}/api/v4/users`) {
	return always(({ url }) => {
		const search = new URL(url).searchParams;
		const size = Number(search.get("per_page") ?? 20);
		const after = Number(atob(search.get("cursor") ?? "MA=="));
		const found = rows(after + 1, Math.min(after + size, total));
		const last = found.at(-1)?.id ?? total;
		search.set("cursor", btoa(`${last}`));
		return json(found, last < total ? { headers: { link: `<${origin}?${search}>; rel="next"` } } : {});
	});
}

export async function pagesOf(
	walk: AsyncIterable<Page<Thing>>,
	most = Number.POSITIVE_INFINITY,
): Promise<Page<Thing>[]> {
	const found: Page<Thing>[] = [];
	for await (const page of walk) if (found.push(page) >= most) break;
	return found;
}

export async function itemsOf(walk: AsyncIterable<Thing>): Promise<Thing[]> {
	const found: Thing[] = [];
	for await (const item of walk) found.push(item);
	return found;
}
