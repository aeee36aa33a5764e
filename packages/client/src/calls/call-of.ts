import { checkPatience } from "../connection/check-options";
import { type Core, type RequestOptions, sudoText } from "../connection/connection";
import { UsageError } from "../errors/errors";
import { merged, type WireHeaders } from "../lib/headers";
import type { Call, Reads } from "../transport/call";
import type { Route } from "../transport/route";
import { serialize } from "./serialize";

/** The parts that differ between calls of one kind. */
export interface Parts {
	readonly url: string;
	readonly headers: WireHeaders;
	readonly body?: FormData | object | string | undefined;
	readonly secrets?: unknown;
	readonly sudo?: string | undefined;
	readonly reads?: Reads;
	readonly until?: number | undefined;
}

const noOptions: RequestOptions = {};

/** Returns the time at which a call that begins now must have ended, or Infinity without a deadline. */
export function deadlineOf(
	core: Pick<Core, "deadline">,
	{ deadline = core.deadline }: RequestOptions = noOptions,
): number {
	return deadline === Infinity ? Infinity : Date.now() + deadline;
}

/** Builds a call from its parts. An object body is sent as JSON. Throws a UsageError for invalid options. */
export function assemble(core: Core, route: Route, parts: Parts, options: RequestOptions = noOptions): Call {
	if (options !== noOptions) checkPatience(options, route.id);
	const { url, headers, body, secrets, sudo, reads = "text", until = deadlineOf(core, options) } = parts;
	const { signal, timeout = core.timeout, retries = core.retries, retryIf = core.retryIf } = options;
	const isObject = typeof body === "object" && !(body instanceof FormData);
	return {
		route,
		url,
		method: route.verb,
		headers: isObject ? { "content-type": "application/json", ...headers } : headers,
		body: isObject ? jsonOf(body, route.id) : body,
		signal,
		timeout: timeout || Infinity,
		retries,
		retryIf,
		until,
		sudo,
		reads,
		secrets,
	};
}

function jsonOf(body: object, operationId: string): string {
	try {
		return JSON.stringify(body);
	} catch (cause) {
		// A circular reference, or a number that JSON cannot represent.
		throw new UsageError(undefined, "cannot be serialized", operationId, { cause });
	}
}

/** Builds the call of an operation with its parameters. Throws a UsageError for invalid parameters or options. */
export function callOf(
	core: Core,
	route: Route,
	params: object,
	options: RequestOptions = noOptions,
	more: { readonly reads?: Reads; readonly until?: number | undefined } = {},
): Call {
	const { path, body } = serialize(route, params);
	const headers = options.headers ? merged([core.headers, options.headers], route.id) : core.headers;
	const sudo = options.sudo === undefined ? core.sudo : sudoText(options.sudo, route.id);
	return assemble(core, route, { url: core.base + path, headers, body, secrets: params, sudo, ...more }, options);
}
