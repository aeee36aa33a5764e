import { version } from "../../package.json";
import { encodeUtf8 } from "../lib/utf8";
import type { JournalEntry } from "./journal-entry";

interface Pair {
	readonly name: string;
	readonly value: string;
}

/** An HTTP Archive, version 1.2, as browsers' developer tools open it. */
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

/** What an archive's entry is made of. */
export interface Recorded
	extends Pick<JournalEntry, "time" | "milliseconds" | "method" | "url" | "status" | "operation" | "reason"> {
	readonly requestHeaders: { readonly [name: string]: string };
	readonly requestBody: unknown;
	readonly responseHeaders: { readonly [name: string]: string };
	readonly responseBody: unknown;
	/** The answer's body is bytes, as text in base64. */
	readonly isBase64?: boolean;
}

/** An entry of an archive: a request, and its answer. */
export function harEntry(told: Recorded): object {
	const url = /^https?:/i.test(told.url) ? told.url : `http://${told.requestHeaders.host ?? "localhost"}${told.url}`;
	const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
	const sent = textOf(told.requestBody);
	const answered = textOf(told.responseBody);
	const type = told.requestHeaders["content-type"] ?? "";
	return {
		startedDateTime: told.time,
		time: told.milliseconds,
		request: {
			method: told.method,
			url,
			httpVersion: "HTTP/1.1",
			cookies: [],
			headers: pairsOf(told.requestHeaders),
			queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
			...(sent === "" ? {} : { postData: { mimeType: type, text: sent } }),
			headersSize: -1,
			bodySize: sizeOf(sent),
		},
		response: {
			status: told.status,
			statusText: "",
			httpVersion: "HTTP/1.1",
			cookies: [],
			headers: pairsOf(told.responseHeaders),
			content: {
				size: sizeOf(answered),
				mimeType: told.responseHeaders["content-type"] ?? "",
				text: answered,
				...(told.isBase64 ? { encoding: "base64" } : {}),
			},
			redirectURL: told.responseHeaders.location ?? "",
			headersSize: -1,
			bodySize: sizeOf(answered),
		},
		cache: {},
		timings: { send: 0, wait: told.milliseconds, receive: 0 },
		...(told.operation === undefined ? {} : { _operation: told.operation }),
		...(told.reason ? { _reason: told.reason } : {}),
	};
}

/** An archive of entries. */
export const archive = (entries: readonly object[]): Har => ({
	log: { version: "1.2", creator: { name: "@tenon/mock", version }, entries },
});

export const harOf = (entries: readonly JournalEntry[]): Har => archive(entries.map(harEntry));
