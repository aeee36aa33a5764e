import type { ApiResponse } from "./response";

const relations: readonly string[] = ["next", "prev", "first", "last"];

/** The URLs of a page's `Link` header (RFC 8288), by relation. Relations other than those of pages are left out. */
export function linksOf(response: ApiResponse): ReadonlyMap<string, URL> {
	const links = (response.header("link") ?? "").matchAll(/<([^>]*)>([^<]*)/g);
	return new Map(
		[...links].flatMap(([, url = "", parameters = ""]) => {
			const relation = /;\s*rel\s*=\s*"?(\w+)"?/i.exec(parameters)?.[1]?.toLowerCase() ?? "";
			const base = response.exchange.request.url;
			return URL.canParse(url, base) && relations.includes(relation) ? [[relation, new URL(url, base)] as const] : [];
		}),
	);
}
