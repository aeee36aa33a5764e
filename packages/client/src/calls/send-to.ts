import { type Connection, core, type RequestOptions } from "../connection/connection";
import { UsageError } from "../errors/errors";
import { merged } from "../lib/headers";
import { parseUrl } from "../lib/url";
import { elsewhere } from "../transport/chain";
import type { Route } from "../transport/route";
import { ApiPromise } from "./api-promise";
import { assemble } from "./call-of";
import { receive } from "./perform";

/**
 * Posts a payload to a URL with that URL's own key. The client's token, `sudo` and headers are not sent. A key in the
 * URL is removed from it. If the function that makes the payload throws, the call rejects with that error.
 */
export function sendTo<T>(
	client: Connection,
	route: Route,
	{ url, key, payload }: { url: string; key: string; payload: object | (() => object) },
	options: RequestOptions = {},
	authorize = (secret: string): string => `Bearer ${secret}`,
): ApiPromise<T> {
	return new ApiPromise<T>(() => {
		const { origin, pathname, search, password } = parseAddress(url, route.id);
		const secret = key || decodeURIComponent(password);
		const headers = merged([{ accept: "application/json" }, options.headers], route.id);
		headers.authorization = authorize(secret);
		const body = typeof payload === "function" ? payload() : payload;
		const own = client[core]();
		const call = assemble(
			own,
			route,
			{ url: origin + pathname + search, headers, body, secrets: { key: secret } },
			options,
		);
		return (isUnread) => receive(elsewhere(own), isUnread ? { ...call, reads: "nothing" } : call);
	}, client);
}

function parseAddress(url: string, operationId: string): URL {
	const address = parseUrl(url);
	if (!address || !/^https?:$/.test(address.protocol))
		throw new UsageError("url", "must be an http(s) URL", operationId);
	return address;
}
