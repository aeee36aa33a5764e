import { redactBody, redactUrl } from "../control/redact";
import { ControlError } from "../lib/control-error";
import { isHeaderName, isHeaderValue } from "../lib/header-text";
import { isRecord } from "../lib/is-record";
import { nearest } from "../lib/nearest";
import { jsonResponse } from "../request/http/json-response";
import type { RawRequest, RawResponse } from "../request/http/raw";
import { answerHeaders, rebase } from "./forward";
import { operationAt, placeOf } from "./locate";
import { revealedBy } from "./recording";

/** How to replay recorded responses. */
export interface ReplayOptions {
	/** What to do with requests that are not recorded. Default: `mock`, the platform handles them. */
	unmatched?: "mock" | "refuse";
	/** Replays each recorded response only once. By default, the last one for a request is repeated. */
	once?: boolean;
}

/** The parts of an archive's entry that are read. */
interface Entry {
	readonly request: {
		readonly method: string;
		readonly url: string;
		readonly postData?: { readonly mimeType?: string; readonly text?: string };
	};
	readonly response: {
		readonly status: number;
		readonly headers: readonly { readonly name: string; readonly value: string }[];
		readonly content?: { readonly text?: string; readonly encoding?: string };
	};
}

interface Take {
	readonly response: RawResponse;
	/** The base URL at which it was recorded, with which its links begin. */
	readonly base: string;
}

/** The responses recorded for one request, in their order, and how many were replayed. */
interface Takes {
	readonly responses: Take[];
	number: number;
}

function isEntry(value: unknown): value is Entry {
	if (!isRecord(value) || !isRecord(value.request) || !isRecord(value.response)) return false;
	const { request, response } = value;
	return (
		typeof request.method === "string" &&
		typeof request.url === "string" &&
		URL.canParse(request.url) &&
		typeof response.status === "number" &&
		Array.isArray(response.headers) &&
		response.headers.every(
			(one) =>
				isRecord(one) && isHeaderName(String(one.name)) && typeof one.value === "string" && isHeaderValue(one.value),
		)
	);
}

function entriesOf(value: unknown): Entry[] {
	let har = value;
	if (typeof value === "string")
		try {
			har = JSON.parse(value);
		} catch {
			throw new ControlError([{ pointer: "", message: "the archive is not JSON" }]);
		}
	const listed = isRecord(har) && isRecord(har.log) ? har.log.entries : undefined;
	if (!Array.isArray(listed))
		throw new ControlError([{ pointer: "/log/entries", message: "expected an HTTP Archive, with a list of entries" }]);
	const broken = listed.findIndex((one) => !isEntry(one));
	if (broken >= 0)
		throw new ControlError([
			{
				pointer: `/log/entries/${broken}`,
				message: "expected a request with method and url, and a response with status and headers, each of one line",
			},
		]);
	return listed;
}

/** Returns JSON with sorted fields, so that equal values give equal texts. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (!isRecord(value)) return JSON.stringify(value) ?? "";
	const fields = Object.keys(value).sort();
	return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

const sortedPairs = (text: string): string => text.split("&").sort().join("&");

/**
 * Returns a body for comparison: as a recording shows it, with sorted fields. All multipart forms are equal, because
 * their boundaries are random.
 */
function bodyKey(body: RawRequest["body"], type: string, reveals: readonly string[]): string {
	if (/^multipart\//i.test(type)) return "multipart";
	const shown = redactBody(body, type, reveals);
	if (shown === undefined) return "";
	// A recording does not show it either, so all of them are equal.
	if (typeof shown === "string" && shown.startsWith("[broken JSON,")) return "broken JSON";
	return /urlencoded/i.test(type) && typeof shown === "string" ? sortedPairs(shown) : canonical(shown);
}

/** Returns the path without the installation's prefix. */
function below(path: string): string {
	const at = path.search(/\/api\/(?:v\d|graphql)/);
	return at > 0 ? path.slice(at) : path;
}

const escaped = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, (hex) => hex.toUpperCase());

/** Returns method and path for comparison. */
const lineOf = (method: string, path: string): string => `${method} ${escaped(below(path))}`;

const queryKey = (query: string): string =>
	query === "" ? "" : sortedPairs(redactUrl(`?${query}`).slice(1).replaceAll("+", "%20"));

function bytesOf(base64: string): Uint8Array {
	return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

function takeOf({ request, response }: Entry): Take {
	const { text, encoding } = response.content ?? {};
	const isBare = request.method === "HEAD" || response.status === 204 || response.status === 304;
	const headers = answerHeaders(response.headers.map(({ name, value }) => [name.toLowerCase(), value] as const));
	// The recorded date is not replayed.
	const { date: _, ...kept } = headers;
	const { origin, pathname } = new URL(request.url);
	const prefix = pathname.slice(0, pathname.length - below(pathname).length);
	const body = isBare || text === undefined || text === "" ? null : encoding === "base64" ? bytesOf(text) : text;
	return { response: { status: response.status, headers: kept, body }, base: origin + prefix };
}

/** Returns recorded responses for the requests that they were recorded for. */
export class Replay {
	/** The responses by method and path, then by query and body. */
	readonly #lines = new Map<string, Map<string, Takes>>();
	readonly #options: ReplayOptions;

	/** @throws ControlError if it is not an archive. */
	constructor(har: unknown, options: ReplayOptions = {}) {
		this.#options = options;
		for (const entry of entriesOf(har)) {
			const { method, url, postData } = entry.request;
			// A broken-off response has no valid status.
			if (entry.response.status < 200 || entry.response.status > 599) continue;
			const place = placeOf({ method, url, headers: {} });
			const reveals = revealedBy(operationAt(method, below(place.path)));
			const line = lineOf(method, place.path);
			const key = `${queryKey(place.query)}\n${bodyKey(postData?.text ?? null, postData?.mimeType ?? "", reveals)}`;
			const there = this.#lines.get(line) ?? new Map<string, Takes>();
			this.#lines.set(line, there);
			const takes = there.get(key) ?? { responses: [], number: 0 };
			there.set(key, takes);
			takes.responses.push(takeOf(entry));
		}
	}

	/** Starts again with the first responses. */
	rewind(): void {
		for (const line of this.#lines.values()) for (const takes of line.values()) takes.number = 0;
	}

	/** Returns the recorded response for a request, or a refusal; undefined if the platform should handle the request. */
	respond(request: RawRequest): RawResponse | undefined {
		const { method, headers, body = null } = request;
		const { base, path, query } = placeOf(request);
		const line = this.#lines.get(lineOf(method, path));
		const reveals = revealedBy(operationAt(method, below(path)));
		const takes = line?.get(`${queryKey(query)}\n${bodyKey(body, headers["content-type"] ?? "", reveals)}`);
		const last = takes ? takes.responses.length - 1 : 0;
		const take = takes?.responses[this.#options.once ? takes.number : Math.min(takes.number, last)];
		if (takes && take) {
			takes.number += 1;
			return { ...take.response, headers: rebase(take.response.headers, take.base, base + (request.prefix ?? "")) };
		}
		if (this.#options.unmatched !== "refuse" || method === "OPTIONS") return undefined;
		return jsonResponse(404, {
			message: `This request is not in the recording. ${this.#hint(method, path, line, takes)}`.trim(),
		});
	}

	#hint(method: string, path: string, line: ReadonlyMap<string, Takes> | undefined, takes: Takes | undefined): string {
		if (takes) return `All ${takes.responses.length} responses that were recorded for it have been replayed.`;
		if (line) {
			const queries = [...line.keys()].map((key) => key.split("\n", 1)[0] ?? "");
			const [other] = queries;
			return `The recording has the same method and path with another query or body${other ? `, such as ?${other}` : ""}.`;
		}
		const guess = nearest(lineOf(method, path), [...this.#lines.keys()]);
		return guess ? `Did you mean ${guess}?` : "";
	}
}
