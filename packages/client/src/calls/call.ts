import { type Connection, core, type RequestOptions } from "../connection/connection";
import { Paginated } from "../paging/paginated";
import { exchangeOf } from "../transport/exchange";
import type { Route } from "../transport/route";
import { ApiPromise } from "./api-promise";
import { type Download, fileNameOf } from "./download";
import { perform } from "./perform";
import { withFile } from "./uploads";

/** Calls an operation that answers a record, or nothing. */
export function call<T>(client: Connection, route: Route, params: object, options?: RequestOptions): ApiPromise<T> {
	return new ApiPromise(
		() => exchangeOf(client, route, params, options),
		(exchange) => perform(client, exchange, params),
	);
}

/** Calls an operation that takes a file. */
export function upload<T>(client: Connection, route: Route, params: object, options?: RequestOptions): ApiPromise<T> {
	return new ApiPromise(
		() => exchangeOf(client, route, params, options),
		async (exchange) => {
			const check = (options?.validate ?? client[core]().validate) !== "off";
			return perform(client, exchange, await withFile(route, params, check));
		},
	);
}

/** Calls an operation that answers a file. */
export function download(
	client: Connection,
	route: Route,
	params: object,
	options?: RequestOptions,
): ApiPromise<Download> {
	return new ApiPromise(
		() => ({
			...exchangeOf(client, route, params, { ...options, headers: { accept: "*/*", ...options?.headers } }),
			reads: "blob",
		}),
		async (exchange) => {
			const answer = await perform(client, exchange, params);
			const { content, response } = answer;
			if (!(content instanceof Blob)) return answer;
			const fileName = fileNameOf(response.headers.get("content-disposition"));
			const data: Download = {
				blob: content,
				...(fileName === undefined ? {} : { fileName }),
				contentType: response.headers.get("content-type") ?? content.type,
			};
			return { ...answer, data };
		},
	);
}

/** Calls an operation that answers a list. Nothing is sent before the result is awaited or iterated. */
export function list<T>(client: Connection, route: Route, params: object, options?: RequestOptions): Paginated<T> {
	return new Paginated(client, route, params, options);
}
