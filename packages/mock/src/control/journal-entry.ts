import type { Reason } from "../request/http/errors";
import type { RawResponse } from "../request/http/raw";
import type { Exchange } from "./exchange";
import type { Verdict } from "./judge";
import type { ControlledOperation } from "./operation-names";
import { redactBody, redactHeaders, redactUrl, redactValue } from "./redact";

/** A request and its response in the journal. Tokens, passwords, PINs and keys are hidden. */
export interface JournalEntry {
	/** The response's `X-Request-Id`. */
	readonly id: string;
	/** The time of the request, by the platform's clock. */
	readonly time: string;
	/** Undefined if the request matches no operation. */
	readonly operation: ControlledOperation | undefined;
	readonly method: string;
	/** The URL as it was sent, absolute or relative. */
	readonly url: string;
	/** The path below the installation's base URL, without the query. */
	readonly path: string;
	/** The parameters as the contract reads them; only those of the path if the request was refused before that. */
	readonly params: { readonly [name: string]: unknown };
	readonly requestHeaders: { readonly [name: string]: string };
	/** The value of JSON, a text as text, and for bytes their number. */
	readonly requestBody: unknown;
	/** 0 if there was no response: see `broken`. */
	readonly status: number;
	readonly responseHeaders: { readonly [name: string]: string };
	readonly responseBody: unknown;
	/** How the connection ended, if a fault broke it or the caller disconnected. */
	readonly broken: RawResponse["broken"];
	/** The duration from the request to the response, by the machine's clock. */
	readonly milliseconds: number;
	/** The username of the user that the request was carried out as; null if anonymous. */
	readonly user: string | null;
	/** The ids of the faults that were applied. */
	readonly faults: readonly string[];
	/** Whether an override made the response. */
	readonly overridden: boolean;
	/** The rule that refused the request, if that is known or the setting `explain` is on. */
	readonly reason: Reason | undefined;
	/** Whether the response conforms to the contract, if the setting `strict` is on. */
	readonly verdict: Verdict | undefined;
}

const object = (value: unknown): { readonly [name: string]: unknown } =>
	typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

export function entryOf(exchange: Exchange): JournalEntry {
	const { sent: request, row, operation, response, user } = exchange;
	const body = response?.items ? `[${response.items.join(",")}]` : response?.body;
	const reveals = row?.reveals ?? [];
	return {
		id: requestId(exchange.id),
		time: new Date(exchange.time).toISOString(),
		operation,
		method: request.method,
		url: redactUrl(request.url),
		path: exchange.path,
		params: object(redactValue(exchange.params, reveals)),
		requestHeaders: redactHeaders(request.headers),
		requestBody: redactBody(request.body, request.headers["content-type"], reveals),
		status: response?.status ?? 0,
		responseHeaders: redactHeaders(response?.headers ?? {}),
		responseBody: redactBody(body, response?.headers["content-type"], reveals),
		broken: response?.broken,
		milliseconds: exchange.milliseconds,
		user: user?.username ?? null,
		faults: exchange.faults,
		overridden: exchange.isOverridden,
		reason: exchange.reason,
		verdict: exchange.verdict,
	};
}

/** Returns a request's number in the format of `X-Request-Id`. */
export const requestId = (number: number): string => number.toString(16).padStart(12, "0");
