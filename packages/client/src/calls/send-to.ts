import { type Connection, core, type RequestOptions } from "../connection/connection";
import { UsageError } from "../errors/errors";
import { merged } from "../lib/headers";
import { parseUrl } from "../lib/url";
import { deadlineOf, type Exchange } from "../transport/exchange";
import type { Route } from "../transport/route";
import { ApiPromise } from "./api-promise";
import { post } from "./perform";

/**
 * Posts a payload to an address of its own, with the address's own key: neither the client's token nor its sudo and
 * headers go there. A key within the address is taken out of it. What a payload's function throws rejects the call.
 */
export function sendTo<T>(
	client: Connection,
	route: Route,
	{ url, key, payload }: { url: string; key: string; payload: object | (() => object) },
	options: RequestOptions = {},
	authorize = (secret: string): string => `Bearer ${secret}`,
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
				authorization: authorize(secret),
				secrets: [secret],
				attempts: 0,
				unclear: false,
			} satisfies Exchange;
		},
		async (exchange) => {
			const { origin, pathname, search } = parseAddress(url, route.id);
			const headers = merged([{ accept: "application/json" }, options.headers], route.id);
			const given = typeof payload === "function" ? payload() : payload;
			return post(client[core](), exchange, `${origin}${pathname}${search}`, headers, given);
		},
	);
}

function parseAddress(url: string, operationId: string): URL {
	const address = parseUrl(url);
	if (!address || !/^https?:$/.test(address.protocol))
		throw new UsageError("url", "is no http(s) address", operationId);
	return address;
}
