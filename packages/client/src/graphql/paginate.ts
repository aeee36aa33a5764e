import type { RequestOptions } from "../connection/connection";
import { PaginationError, UsageError } from "../errors/errors";
import { deadlineOf } from "../transport/exchange";
import type { AnyVariables } from "./document";

/** A page of a connection, as a document selects it: nodes or edges, and where it stands. */
export interface ConnectionPage<Node> {
	readonly nodes?: readonly (Node | null | undefined)[] | null | undefined;
	readonly edges?: readonly ({ readonly node?: Node | null | undefined } | null | undefined)[] | null | undefined;
	readonly pageInfo?: { readonly hasNextPage?: boolean; readonly endCursor?: string | null | undefined } | undefined;
}

/**
 * How to walk over a connection.
 *
 * @example
 * const options: PaginateOptions = { after: savedCursor, timeout: 10_000 };
 */
export interface PaginateOptions extends RequestOptions {
	/** Where to begin: an `endCursor` from an earlier walk. */
	readonly after?: string | undefined;
	/** Most nodes that a page of this connection may have, where the schema says another number than 100. */
	readonly maxPage?: number | undefined;
}

/** The nodes of all pages. `send` sends a query. */
export async function* paginate<Node>(
	text: string,
	variables: object,
	select: (data: unknown) => ConnectionPage<Node> | null | undefined,
	send: (text: string, variables: AnyVariables, options: RequestOptions) => Promise<unknown>,
	{ after, maxPage = 100, ...options }: PaginateOptions = {},
): AsyncGenerator<NonNullable<Node>, void, undefined> {
	const given: AnyVariables = { ...variables };
	if (!/\$after\b/.test(text))
		throw new UsageError("document", "has no variable $after to be paged by", "executeGraphql");
	for (const name of ["first", "last"])
		if (Number(given[name]) > maxPage)
			throw new UsageError(name, `is above ${maxPage}, the most that a page may have`, "executeGraphql");
	const until = deadlineOf(options);
	const seen = new Set<string>();
	for (let cursor = after; ; ) {
		const page = select(
			await send(text, cursor === undefined ? given : { ...given, after: cursor }, {
				...options,
				// Of the whole walk.
				deadline: until === undefined ? undefined : until - Date.now(),
			}),
		);
		// Nothing there, or nothing for the caller's eyes.
		if (!page) return;
		const { pageInfo, nodes, edges } = page;
		if (typeof pageInfo?.hasNextPage !== "boolean" || !("endCursor" in pageInfo))
			throw new UsageError("document", "does not select pageInfo { hasNextPage endCursor }", "executeGraphql");
		for (const node of nodes ?? (edges ?? []).map((edge) => edge?.node))
			if (node !== null && node !== undefined) yield node;
		if (!pageInfo.hasNextPage) return;
		const { endCursor } = pageInfo;
		if (!endCursor || endCursor === after || seen.has(endCursor))
			throw new PaginationError("executeGraphql: the next page is one that was there before", "executeGraphql");
		seen.add(endCursor);
		cursor = endCursor;
	}
}
