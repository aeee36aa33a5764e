import { version } from "../../package.json";
import { encodeUtf8 } from "../lib/utf8";
import type { JournalEntry } from "./journal-entry";

interface Pair {
	readonly name: string;
	readonly value: string;
}

/** An HTTP Archive, version 1.2, which browsers' developer tools can open. */
export interface Har {
	readonly log: {
		readonly version: "1.2";
		readonly creator: { readonly name: string; readonly version: string };
		readonly entries: readonly object[];
	};
}

const pairsOf = (headers: { readonly [name: string]: string }): Pair[] =>
	Object.entries(headers).map(([name, value]) => ({ name, value }));

const textOf = (body: unknown): string =>
	body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
const sizeOf = (text: string): number => encodeUtf8(text).length;

/** The values that an archive's entry is made from. */
export interface Recorded
	extends Pick<JournalEntry, "time" | "milliseconds" | "method" | "url" | "status" | "operation" | "reason"> {
	readonly requestHeaders: { readonly [name: string]: string };
	readonly requestBody: unknown;
	readonly responseHeaders: { readonly [name: string]: string };
	readonly responseBody: unknown;
	/** Whether the response's body is bytes, written as base64. */
	readonly isBase64?: boolean;
}

/** Returns an archive's entry for a request and its response. */
export function harEntry(recorded: Recorded): object {
	const url = /^https?:/i.test(recorded.url)
		? recorded.url
		: `http://${recorded.requestHeaders.host ?? "localhost"}${recorded.url}`;
	const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
	const sent = textOf(recorded.requestBody);
	const received = textOf(recorded.responseBody);
	const type = recorded.requestHeaders["content-type"] ?? "";
	return {
		startedDateTime: recorded.time,
		time: recorded.milliseconds,
		request: {
			method: recorded.method,
			url,
			httpVersion: "HTTP/1.1",
			cookies: [],
			headers: pairsOf(recorded.requestHeaders),
			queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
			...(sent === "" ? {} : { postData: { mimeType: type, text: sent } }),
			headersSize: -1,
			bodySize: sizeOf(sent),
		},
		response: {
			status: recorded.status,
			statusText: "",
			httpVersion: "HTTP/1.1",
			cookies: [],
			headers: pairsOf(recorded.responseHeaders),
			content: {
				size: sizeOf(received),
				mimeType: recorded.responseHeaders["content-type"] ?? "",
				text: received,
				...(recorded.isBase64 ? { encoding: "base64" } : {}),
			},
			redirectURL: recorded.responseHeaders.location ?? "",
			headersSize: -1,
			bodySize: sizeOf(received),
		},
		cache: {},
		timings: { send: 0, wait: recorded.milliseconds, receive: 0 },
		...(recorded.operation === undefined ? {} : { _operation: recorded.operation }),
		...(recorded.reason ? { _reason: recorded.reason } : {}),
	};
}

/** Returns an archive with entries. */
export const archive = (entries: readonly object[]): Har => ({
	log: { version: "1.2", creator: { name: "@tenon/mock", version }, entries },
});

export const harOf = (entries: readonly JournalEntry[]): Har => archive(entries.map(harEntry));
