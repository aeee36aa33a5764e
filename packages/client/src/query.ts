import type { Tenon } from "./client/client";
import { type Connection, core, type RequestOptions } from "./connection/connection";
import type { Reads, Resources } from "./generated/resources";
import type { Page } from "./paging/page";
import { Paginated } from "./paging/paginated";

/** The cache key of a response: platform, acting user, resource, method and parameters. It contains no credential. */
export type QueryKey = readonly unknown[];

/** The options of a query for TanStack Query. */
export interface QueryOptions<Data> {
	readonly queryKey: QueryKey;
	readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
}

/** The options of an infinite query for TanStack Query: a list that is read page by page. */
export interface InfiniteQueryOptions<Item> {
	readonly queryKey: QueryKey;
	readonly queryFn: (context: {
		readonly signal: AbortSignal;
		readonly pageParam: string | undefined;
	}) => Promise<Page<Item>>;
	readonly initialPageParam: string | undefined;
	readonly getNextPageParam: (last: Page<Item>) => string | undefined;
}

/** The options of each call. The signal comes from the query. */
type Options = Omit<RequestOptions, "signal">;

/** Creates the query options and the keys of a method that reads. */
export type Query<Args extends unknown[], Result> = {
	(...args: Args): QueryOptions<Result extends Paginated<infer Item> ? Page<Item> : Awaited<Result>>;
	/**
	 * Returns the key of one response, or, without parameters, the common prefix of the keys of all responses of the
	 * method.
	 */
	key(params?: Args[0]): QueryKey;
} & (Result extends Paginated<infer Item>
	? {
			/**
			 * Returns the options for reading the list page by page, with 100 items per page unless the parameters set
			 * `per_page`.
			 */
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
		/** Returns the common prefix of the keys of all responses of the resource. */
		key(): QueryKey;
	};
};

type Method = (params?: object, options?: RequestOptions) => PromiseLike<unknown>;

/**
 * Creates query options for TanStack Query, for every method that reads. Does not import TanStack Query. Keys consist
 * of platform, acting user, resource, method and parameters. A query that is no longer needed aborts its request. The
 * client retries by itself, so you can disable the query's own `retry`.
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
	return Object.fromEntries(resources); // it has the structure of the client, which TypeScript cannot follow
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
