import { mergeHeaders } from "openapi-fetch";
import { ApiPromise } from "./api-promise";
import { type Connection, checkHeaders, core, type RequestOptions } from "./connection";
import { UsageError } from "./errors";
import { answerOf, deadlineOf, type Exchange, unfit } from "./exchange";
import type { Route } from "./route";
import { transmit } from "./transport";
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
				unclear: false,
			} satisfies Exchange;
		},
		async (exchange) => {
			const { origin, pathname, search } = parseAddress(url, route.id);
			const headers = mergeHeaders(
				{ accept: "application/json", "content-type": "application/json" },
				checkHeaders(options.headers ?? {}, route.id),
			);
			const given = typeof payload === "function" ? payload() : payload;
			let body: string;
			try {
				body = JSON.stringify(given);
			} catch (cause) {
				throw unfit(route, cause);
			}
			const draft = { url: `${origin}${pathname}${search}`, method: route.verb, headers, body, exchange };
			return answerOf(exchange, await transmit(client[core](), draft, exchange));
		},
	);
}

function parseAddress(url: string, operationId: string): URL {
	const address = parseUrl(url);
	if (!address || !/^https?:$/.test(address.protocol))
		throw new UsageError("url", "is no http(s) address", operationId);
	return address;
}
