import type { Connection, RequestOptions } from "../connection/connection";
import type { Route } from "../transport/route";
import { Paginated } from "./paginated";

/** Calls an operation that returns a list. Sends nothing before the result is awaited or iterated. */
export const list = <T>(client: Connection, route: Route, params: object, options?: RequestOptions): Paginated<T> =>
	new Paginated(client, route, params, options);
