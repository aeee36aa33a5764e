import { ApiPromise } from "./api-promise";
import { type Connection, checkHeaders, type RequestOptions } from "./connection";
import { UsageError } from "./errors";
import { deadlineOf, type Exchange, send } from "./exchange";
import type { Route } from "./route";
import { parseUrl } from "./url";

/**
 * Posts a payload to an address of its own, with the address's own key: neither the client's token nor its sudo and
 * headers go there. A key within the address is taken out of it. What a payload's function throws rejects the call.
 */
export function sendTo<T>(
	client: Connection,
	route: Route,
	{ url, key, payload }: { url: string; key: string; payload: object | (() => object) },
	options: RequestOptions = {},
	scheme: "bearer" | "basic" = "bearer",
): ApiPromise<T> {
	return new ApiPromise<T>(
		() => {
			const address = parseAddress(url, route.id);
			const secret = key || decodeURIComponent(address.password);
			return {
				route,
				options,
				until: deadlineOf(options),
				sudo: undefined,
				reads: "text",
				authorization: scheme === "basic" ? `Basic ${btoa(`:${secret}`)}` : `Bearer ${secret}`,
				secrets: [secret],
				unclear: false,
			} satisfies Exchange;
		},
		(exchange) => {
			const { origin, pathname, search } = parseAddress(url, route.id);
			return send(client, exchange, pathname + search, {
				// The path goes beside the base, so that openapi-fetch leaves the address as it stands.
				baseUrl: origin,
				body: typeof payload === "function" ? payload() : payload,
				headers: { accept: "application/json", ...checkHeaders(options.headers ?? {}, route.id) },
			});
		},
	);
}

function parseAddress(url: string, operationId: string): URL {
	const address = parseUrl(url);
	if (!address || !/^https?:$/.test(address.protocol))
		throw new UsageError("url", "is no http(s) address", operationId);
	return address;
}
