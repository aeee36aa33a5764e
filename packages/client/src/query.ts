import type { Tenon } from "./client/client";
import { type Connection, core, type RequestOptions } from "./connection/connection";
import type { Reads, Resources } from "./generated/resources";
import type { Page } from "./paging/page";
import { Paginated } from "./paging/paginated";

/** Where a response is cached: platform, acting user, resource, method, parameters. It holds no credential. */
export type QueryKey = readonly unknown[];

/** A query, as TanStack Query takes it. */
export interface QueryOptions<Data> {
	readonly queryKey: QueryKey;
	readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
}

/** A list that is read page after page, as TanStack Query takes it. */
export interface InfiniteQueryOptions<Item> {
	readonly queryKey: QueryKey;
	readonly queryFn: (context: {
		readonly signal: AbortSignal;
		readonly pageParam: string | undefined;
	}) => Promise<Page<Item>>;
	readonly initialPageParam: string | undefined;
	readonly getNextPageParam: (last: Page<Item>) => string | undefined;
}

/** What each call takes beside the parameters; the signal is the query's. */
type Options = Omit<RequestOptions, "signal">;

/** Makes a read's query options, and its keys. */
export type Query<Args extends unknown[], Result> = {
	(...args: Args): QueryOptions<Result extends Paginated<infer Item> ? Page<Item> : Awaited<Result>>;
	/** The key of one response, or, without parameters, what the keys of all of the read's responses begin with. */
	key(params?: Args[0]): QueryKey;
} & (Result extends Paginated<infer Item>
	? {
			/** The list page after page. Pages hold 100 items where the parameters name no `per_page`. */
			infinite(...args: Args): InfiniteQueryOptions<Item>;
		}
	: unknown);

type QueryOf<Method> = Method extends (params: infer Params, options?: RequestOptions) => infer Result
	? Query<undefined extends Params ? [params?: Params, options?: Options] : [params: Params, options?: Options], Result>
	: never;

/** Query options for every method that reads, by resource and method. */
export type Queries = {
	readonly [Resource in keyof Reads]: {
		readonly [Method in Reads[Resource] & keyof Resources[Resource]]: QueryOf<Resources[Resource][Method]>;
	} & {
		/** What the keys of all of the resource's responses begin with. */
		key(): QueryKey;
	};
};

type Method = (params?: object, options?: RequestOptions) => PromiseLike<unknown>;

/**
 * Query options for TanStack Query, of every method that reads; nothing of it is imported. Keys name platform, acting user,
 * resource, method and parameters. A query that nobody needs any more aborts its request. The client retries by itself, so the
 * query's own `retry` may be off.
 *
 * @example
 * const queries = createQueries(tenon);
 * const { data } = useQuery(queries.pipelines.get({ id: "acme/web", pipeline_id: 7 }));
 * const { fetchNextPage } = useInfiniteQuery(queries.pipelines.list.infinite({ id: "acme/web", per_page: 20 }));
 * await queryClient.invalidateQueries({ queryKey: queries.pipelines.key() });
 */
export function createQueries(tenon: Tenon): Queries {
	const { base, sudo } = (tenon as Connection)[core]();
	const mine = ["tenon", base, sudo ?? null];
	const resources = Object.entries(tenon).map(([resource, methods]: [string, { [name: string]: Method }]) => [
		resource,
		Object.assign(
			Object.fromEntries(
				Object.entries(methods).map(([name, method]) => [name, queryOf([...mine, resource, name], method)]),
			),
			{ key: () => [...mine, resource] },
		),
	]);
	return Object.fromEntries(resources); // of the same shape as the client, which no type follows
}

function queryOf(name: QueryKey, method: Method): object {
	const key = (params?: object): QueryKey => (params ? [...name, params] : name);
	return Object.assign(
		(params: object = {}, options: Options = {}): QueryOptions<unknown> => ({
			queryKey: key(params),
			queryFn: async ({ signal }) => await method(params, { ...options, signal }),
		}),
		{
			key,
			infinite: (params: object = {}, options: Options = {}): InfiniteQueryOptions<unknown> => ({
				queryKey: [...key(params), "pages"],
				queryFn: async ({ signal, pageParam }) => {
					const list = method(params, { ...options, signal });
					if (!(list instanceof Paginated)) throw new TypeError(`${name.slice(3).join(".")} must be a list.`);
					for await (const page of list.pages({ cursor: pageParam })) return page;
					throw new TypeError("A list has at least one page.");
				},
				initialPageParam: undefined,
				getNextPageParam: ({ nextCursor }) => nextCursor,
			}),
		},
	);
}
