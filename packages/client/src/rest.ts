/** Typed requests to any path of the contract, using a client's transport: {@link createRest}. */
import type { paths } from "@tenon/contract";
import openapiFetch, { type Client } from "openapi-fetch";
import { deadlineOf } from "./calls/call-of";
import { toQuery } from "./calls/serialize";
import { type Connection, type Core, core } from "./connection/connection";
import { ResponseParseError, UsageError } from "./errors/errors";
import type { Call } from "./transport/call";
import { toPlatformRaw } from "./transport/chain";

/** The client of openapi-fetch, with the types of the contract. */
export type Rest = Client<paths>;

type Method = (
	path: string,
	init?: { readonly fetch?: typeof fetch; readonly signal?: AbortSignal | null | undefined },
) => Promise<unknown>;

/**
 * Creates an openapi-fetch client on a client's transport, for any path, typed by the contract. Refusals are returned,
 * not thrown. A request with a body is sent only once. Rejects with a TenonError if there is no response, or an
 * unreadable one.
 *
 * @example
 * import { createRest } from "@tenon/client/rest";
 * const rest = createRest(tenon);
 * const { data, error, response } = await rest.GET("/groups/{id}", { params: { path: { id: 7 } } });
 */
export function createRest(client: Connection): Rest {
	const own = client[core]();
	const raw = openapiFetch<paths>({
		baseUrl: own.base,
		headers: own.headers,
		querySerializer: (query) => toQuery(query),
	});
	const methods = Object.entries(raw).map(
		([name, method]) => (name === name.toUpperCase() ? [name, guarded(own, method as Method)] : [name, method]), // verbs are in capitals
	);
	return Object.fromEntries(methods); // the same structure, which TypeScript cannot follow
}

/**
 * Sends a method through the transport. The error for invalid JSON does not include the text, which can contain a
 * secret.
 */
function guarded(own: Core, method: Method): Method {
	return async (path, { signal, ...init } = {}) => {
		let call: Call | undefined;
		let response: Response | undefined;
		const send = async (input: Request): Promise<Response> => {
			call = callOf(own, input, signal ?? undefined);
			({ response } = await toPlatformRaw(own)(call));
			return response;
		};
		try {
			// openapi-fetch only passes Request objects. With a signal, one would listen to it as long as it exists.
			return await method(path, { ...init, fetch: init.fetch ?? (send as typeof fetch) });
		} catch (error) {
			if (error instanceof SyntaxError && call && response)
				throw new ResponseParseError(call.route.id, response, "not JSON");
			throw error;
		}
	};
}

function callOf(own: Core, request: Request, signal: AbortSignal | undefined): Call {
	const { url, method, headers } = request;
	if (!url.startsWith(`${own.base}/`)) throw new UsageError("url", "must be below the client's base URL");
	return {
		route: {
			id: `${method} ${new URL(url).pathname}`,
			// For other verbs, only the retry class matters: it is the same as for PUT.
			verb: method === "HEAD" ? "GET" : (method as "PUT"),
			path: "",
		},
		url,
		method,
		headers: Object.fromEntries(headers),
		body: undefined,
		request,
		signal,
		timeout: own.timeout || Infinity,
		// The body can be a stream, which can be read only once.
		retries: request.body ? 0 : own.retries,
		retryIf: own.retryIf,
		until: deadlineOf(own),
		sudo: own.sudo,
		reads: "nothing",
		secrets: undefined,
	};
}
