import { isRecord } from "../../lib/is-record";
import type { ControlCall } from "../call";
import { codeFor, type RequestCode } from "../request-code";
import { originOf } from "../send";
import { exchangeOf } from "./detail";

/** A request of the journal as code. */
export function codeOf(call: ControlCall): RequestCode {
	const exchange = exchangeOf(call, call.id);
	const entry = call.platform.journal.entryOf(exchange);
	const { headers } = exchange.sent;
	const { operation, method, status, user } = entry;
	return codeFor({
		origin: originOf(call.request),
		method,
		path: entry.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, ""),
		type: headers["content-type"],
		body: entry.requestBody,
		isSignedIn: Boolean(headers["private-token"] ?? headers.authorization ?? headers.cookie),
		row: exchange.row,
		// What was refused early was not read as parameters.
		params: { ...entry.params, ...(isRecord(entry.requestBody) ? entry.requestBody : {}) },
		outcome: {
			name: `${operation ?? `${method} ${entry.path}`} responds with ${status}${user ? ` to ${user}` : ""}`,
			status,
			hasContract: operation !== undefined,
		},
	});
}
