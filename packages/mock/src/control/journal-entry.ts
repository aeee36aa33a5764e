import type { Reason } from "../request/http/errors";
import type { RawResponse } from "../request/http/raw";
import type { Exchange } from "./exchange";
import type { Verdict } from "./judge";
import type { ControlledOperation } from "./operation-names";
import { redactBody, redactHeaders, redactUrl, redactValue } from "./redact";

/** A request and its response, as the journal shows it. Tokens, passwords, PINs and keys are hidden. */
export interface JournalEntry {
	/** The response's `X-Request-Id`. */
	readonly id: string;
	/** When it came, by the platform's clock. */
	readonly time: string;
	/** Undefined where no operation was met. */
	readonly operation: ControlledOperation | undefined;
	readonly method: string;
	/** As sent, whole if it was sent whole. */
	readonly url: string;
	/** Below the installation's address, without query. */
	readonly path: string;
	/** As the contract reads them; those of the path alone where it did not come to that. */
	readonly params: { readonly [name: string]: unknown };
	readonly requestHeaders: { readonly [name: string]: string };
	/** JSON as its value, text as text, bytes by their number. */
	readonly requestBody: unknown;
	/** 0 if there was no response: see `broken`. */
	readonly status: number;
	readonly responseHeaders: { readonly [name: string]: string };
	readonly responseBody: unknown;
	/** What became of the connection, where a fault broke it or the caller left. */
	readonly broken: RawResponse["broken"];
	/** From the request to the response, by the machine's clock. */
	readonly milliseconds: number;
	/** The name of whom it was carried out as; null for nobody. */
	readonly user: string | null;
	/** The ids of the faults that struck. */
	readonly faults: readonly string[];
	/** Whether an override made the response. */
	readonly overridden: boolean;
	/** Which rule refused with 401, 403 or 404, if that is known or the setting `explain` is on. */
	readonly reason: Reason | undefined;
	/** What the contract says of the response, if the setting `strict` is on. */
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

/** A request's number as `X-Request-Id` shows it. */
export const requestId = (number: number): string => number.toString(16).padStart(12, "0");
