import { UsageError } from "../errors/errors";

/**
 * Header values by name. Null removes a header that the client would send.
 *
 * @example
 * const headers: HeaderValues = { "If-Unmodified-Since": lastSeen.toUTCString() };
 */
export type HeaderValues = { readonly [name: string]: string | null | undefined };

/**
 * The headers to send, with names in lower case. A plain object, because `fetch` reads it faster than a Headers object.
 */
export type WireHeaders = { [name: string]: string };

/**
 * Merges headers; later values override earlier ones. Throws a UsageError, which does not show the value, for an
 * invalid header.
 */
export function merged(values: readonly (HeaderValues | undefined)[], operationId?: string): WireHeaders {
	const headers: WireHeaders = {};
	for (const each of values) {
		for (const name in each) {
			const value = each[name];
			const key = name.toLowerCase();
			if (value === undefined) continue;
			if (value === null) delete headers[key];
			else if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
				throw new UsageError(`headers.${name}`, "contains a character that is invalid in a header", operationId);
			else headers[key] = value;
		}
	}
	return headers;
}
