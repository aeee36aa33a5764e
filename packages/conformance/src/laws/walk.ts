import type { Caller } from "../rule/caller";
import { linksOf } from "../rule/links";
import type { ApiResponse } from "../rule/response";
import { keyOf } from "./whole-list";

/** A link of a page as the server gave it, below the base URL. */
export function linked(response: ApiResponse, relation: string): string | undefined {
	const url = linksOf(response).get(relation);
	return url && `${url.pathname.slice(url.pathname.indexOf("/api/v4"))}${url.search}`;
}

/** The pages of a list from a first one on, by the next link as the server gave it: no more than `most`, for a link may lead back. */
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

/** The records of some pages. */
export const keysOf = (pages: readonly ApiResponse[]): readonly string[] => pages.flatMap(({ items }) => items.map(keyOf));
