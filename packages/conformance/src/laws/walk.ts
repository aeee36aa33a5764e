import type { Caller } from "../rule/caller";
import { linksOf } from "../rule/links";
import type { ApiResponse } from "../rule/response";
import { keyOf } from "./whole-list";

/** Returns the path and query of a link in the response, from `/api/v4` on, or undefined if there is no such link. */
export function linked(response: ApiResponse, relation: string): string | undefined {
	const url = linksOf(response).get(relation);
	return url && `${url.pathname.slice(url.pathname.indexOf("/api/v4"))}${url.search}`;
}

/** Returns the pages of a list from the first one, by following the next links. Stops after `most` pages, because a link may lead back. */
export async function walked(caller: Caller, first: ApiResponse, most: number): Promise<readonly ApiResponse[]> {
	const pages = [first.is(200)];
	let next = linked(first, "next");
	while (next !== undefined && pages.length < most) {
		const page = (await caller.send("GET", next)).is(200);
		pages.push(page);
		next = linked(page, "next");
	}
	return pages;
}

/** Returns the keys of the records on the pages. */
export const keysOf = (pages: readonly ApiResponse[]): readonly string[] => pages.flatMap(({ items }) => items.map(keyOf));
