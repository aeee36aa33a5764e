import type { Exchange } from "../../control/exchange";
import { redactValue } from "../../control/redact";
import { isRecord } from "../../lib/is-record";
import { FormFile, readBody } from "../../request/http/body";
import type { ControlCall } from "../call";
import { codeFor, type RequestCode } from "../request-code";
import { originOf } from "../send";
import { exchangeOf } from "./detail";

/** Returns a form's value without the bytes of its files, which the code reads from disk. */
function withoutBytes(value: unknown): unknown {
	if (value instanceof FormFile) return { file: value.fileName, type: value.contentType, base64: "" };
	if (Array.isArray(value)) return value.map(withoutBytes);
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutBytes(one)]));
}

/** Returns the fields of a multipart form, without secrets and bytes; undefined for any other body. */
async function formOf({ sent, row }: Exchange): Promise<{ readonly [name: string]: unknown } | undefined> {
	if (!/^multipart\/form-data/i.test(sent.headers["content-type"] ?? "")) return undefined;
	try {
		const body = await readBody(sent);
		if (body.kind !== "form") return undefined;
		return Object(redactValue(withoutBytes(body.fields), row?.reveals ?? []));
	} catch {
		return undefined;
	}
}

/** Returns a request of the journal as code. */
export async function codeOf(call: ControlCall): Promise<RequestCode> {
	const exchange = exchangeOf(call, call.id);
	const entry = call.platform.journal.entryOf(exchange);
	const { headers } = exchange.sent;
	const { operation, method, status, user } = entry;
	const form = await formOf(exchange);
	const fields = form ?? (isRecord(entry.requestBody) ? entry.requestBody : {});
	return codeFor({
		origin: originOf(call.request),
		method,
		path: entry.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, ""),
		type: headers["content-type"],
		body: form ?? entry.requestBody,
		isForm: form !== undefined,
		isSignedIn: Boolean(headers["private-token"] ?? headers.authorization ?? headers.cookie),
		row: exchange.row,
		// The parameters of a request that was refused early were not read.
		params: { ...entry.params, ...fields },
		outcome: {
			name: `${operation ?? `${method} ${entry.path}`} responds with ${status}${user ? ` to ${user}` : ""}`,
			status,
			hasContract: operation !== undefined,
		},
	});
}
