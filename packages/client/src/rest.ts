/** Any path of the contract, typed, over a client's transport: {@link createRest}. */
import type { paths } from "@tenon/contract";
import openapiFetch, { type Client } from "openapi-fetch";
import { deadlineOf } from "./calls/call-of";
import { toQuery } from "./calls/serialize";
import { type Connection, type Core, core } from "./connection/connection";
import { ResponseParseError, UsageError } from "./errors/errors";
import type { Call } from "./transport/call";
import { toPlatformRaw } from "./transport/chain";

/** openapi-fetch's client, typed by the contract. */
export type Rest = Client<paths>;

type Method = (
	path: string,
	init?: { readonly fetch?: typeof fetch; readonly signal?: AbortSignal | null | undefined },
) => Promise<unknown>;

/**
 * The openapi-fetch client over a client's transport: any path, typed by the contract; refusals are returned, not thrown.
 * A request with a body is sent once. Rejects with a TenonError where no response came, or none that can be read.
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
	return Object.fromEntries(methods); // of the same shape, which no type follows
}

/** The method over the transport; JSON that cannot be read is an error without its text, which may hold a secret. */
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
			// It passes requests only. A Request would listen to the signal for as long as it lives.
			return await method(path, { ...init, fetch: init.fetch ?? (send as typeof fetch) });
		} catch (error) {
			if (error instanceof SyntaxError && call && response)
				throw new ResponseParseError(call.route.id, response, "no JSON");
			throw error;
		}
	};
}

function callOf(own: Core, request: Request, signal: AbortSignal | undefined): Call {
	const { url, method, headers } = request;
	if (!url.startsWith(`${own.base}/`)) throw new UsageError("url", "must lie below the client's base URL");
	return {
		route: {
			id: `${method} ${new URL(url).pathname}`,
			// Of other verbs only the retry class counts, which is as PUT's.
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
		// The body can be a stream, which is read only once.
		retries: request.body ? 0 : own.retries,
		retryIf: own.retryIf,
		until: deadlineOf(own),
		sudo: own.sudo,
		reads: "nothing",
		secrets: undefined,
	};
}
