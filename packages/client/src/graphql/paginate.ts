import { deadlineOf } from "../calls/call-of";
import { checkPatience } from "../connection/check-options";
import type { Core, RequestOptions } from "../connection/connection";
import { AbortError, PaginationError, TenonError, UsageError } from "../errors/errors";
import type { AnyVariables } from "./document";

/** A page of a connection, as a document selects it: its nodes or edges, and its `pageInfo`. */
export interface ConnectionPage<Node> {
	readonly nodes?: readonly (Node | null | undefined)[] | null | undefined;
	readonly edges?: readonly ({ readonly node?: Node | null | undefined } | null | undefined)[] | null | undefined;
	readonly pageInfo?: { readonly hasNextPage?: boolean; readonly endCursor?: string | null | undefined } | undefined;
}

/**
 * The options for iterating over a connection.
 *
 * @example
 * const options: PaginateOptions = { after: savedCursor, timeout: 10_000 };
 */
export interface PaginateOptions extends RequestOptions {
	/** The cursor to start after: an `endCursor` of an earlier iteration. */
	readonly after?: string | undefined;
	/** Whether the iteration ends without an error if `select` returns nothing. Defaults to false. */
	readonly optional?: boolean | undefined;
	/** The maximum number of nodes on a page of this connection, if it is not 100 in the schema. */
	readonly maxPage?: number | undefined;
}

/** One page of a connection. */
export interface NodesPage<Node> {
	readonly nodes: readonly NonNullable<Node>[];
	/** The cursor of the next page: pass it as `after`. Undefined on the last page. */
	readonly cursor: string | undefined;
	/** The response, whose body has been read. */
	readonly response: Response;
}

/** Sends a query with a deadline. */
type SendPage = (
	text: string,
	variables: AnyVariables,
	until: number,
	options: RequestOptions,
) => Promise<{ readonly data: unknown; readonly response: Response }>;

/** Yields the nodes of all pages. An abort between two nodes ends the iteration. */
export async function* nodesOf<Node>(
	pages: AsyncIterable<NodesPage<Node>>,
	signal: AbortSignal | undefined,
): AsyncGenerator<NonNullable<Node>, void, undefined> {
	for await (const { nodes } of pages)
		for (const node of nodes) {
			yield node;
			throwIfAborted(signal);
		}
}

function throwIfAborted(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new AbortError("aborted", "executeGraphql", { cause: signal.reason });
}

/** Yields the pages of a connection. Errors include the position at which they occurred. */
export async function* pagesOf<Node>(
	text: string,
	variables: object,
	select: (data: unknown) => ConnectionPage<Node> | null | undefined,
	core: Pick<Core, "deadline">,
	send: SendPage,
	{ after, maxPage = 100, optional = false, ...options }: PaginateOptions = {},
): AsyncGenerator<NodesPage<Node>, void, undefined> {
	const input: AnyVariables = { ...variables };
	if (!/\$after\b/.test(text))
		throw new UsageError("document", "must declare the variable $after for pagination", "executeGraphql");
	for (const name of ["first", "last"])
		if (Number(input[name]) > maxPage)
			throw new UsageError(name, `is above ${maxPage}, the maximum page size`, "executeGraphql");
	checkPatience(options, "executeGraphql");
	const until = deadlineOf(core, options);
	const seen = new Set<string>();
	let cursor = after;
	let items = 0;
	for (let page = 1; ; page++) {
		try {
			const { data, response } = await send(
				text,
				cursor === undefined ? input : { ...input, after: cursor },
				until,
				options,
			);
			const found = readPage(select(data), optional, response);
			if (!found) return;
			throwIfAborted(options.signal);
			yield found;
			throwIfAborted(options.signal);
			items += found.nodes.length;
			if (found.cursor === undefined) return;
			if (!found.cursor || found.cursor === after || seen.has(found.cursor))
				throw new PaginationError("the server returned the same page again", "executeGraphql");
			seen.add(found.cursor);
			({ cursor } = found);
		} catch (error) {
			if (error instanceof TenonError) error.walk ??= { cursor, page, items };
			throw error;
		}
	}
}

/** Reads a page that `select` returned; undefined if it returned nothing and that is allowed. */
function readPage<Node>(
	found: ConnectionPage<Node> | null | undefined,
	optional: boolean,
	response: Response,
): NodesPage<Node> | undefined {
	if (!found && optional) return undefined;
	if (!found)
		throw new UsageError(
			"select",
			"finds nothing: there is no such record, you may not see it, or the path is wrong (see the option optional)",
			"executeGraphql",
		);
	const { pageInfo, nodes, edges } = found;
	if (typeof pageInfo?.hasNextPage !== "boolean" || pageInfo.endCursor === undefined)
		throw new UsageError("document", "does not select pageInfo { hasNextPage endCursor }", "executeGraphql");
	const all = nodes ?? (edges ?? []).map((edge) => edge?.node);
	return {
		nodes: all.filter((node) => node !== null && node !== undefined),
		cursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? "") : undefined,
		response,
	};
}
