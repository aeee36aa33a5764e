import { UsageError } from "../errors/errors";

/**
 * Header values by name; null takes a header away that the client would send.
 *
 * @example
 * const headers: HeaderValues = { "If-Unmodified-Since": lastSeen.toUTCString() };
 */
export type HeaderValues = { readonly [name: string]: string | null | undefined };

/** Headers as they are sent, names in lower case. A plain object: `fetch` reads it faster than a Headers. */
export type WireHeaders = { [name: string]: string };

/** The headers, a later value over an earlier one of the same name. Throws a UsageError, which shows no value, for one that cannot be sent. */
export function merged(values: readonly (HeaderValues | undefined)[], operationId?: string): WireHeaders {
	const headers: WireHeaders = {};
	for (const each of values) {
		for (const name in each) {
			const value = each[name];
			const key = name.toLowerCase();
			if (value === undefined) continue;
			if (value === null) delete headers[key];
			else if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
				throw new UsageError(`headers.${name}`, "holds a character that no header can carry", operationId);
			else headers[key] = value;
		}
	}
	return headers;
}
