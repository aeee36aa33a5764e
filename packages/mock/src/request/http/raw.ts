import type { BodyStream, Pace } from "./stream";

/** A request as every adapter hands it to the platform. */
export interface RawRequest {
	readonly method: string;
	/** Absolute, or path and query alone. */
	readonly url: string;
	/** Names in lower case. */
	readonly headers: { readonly [name: string]: string | undefined };
	readonly body?: Uint8Array | string | null;
	/** The caller's address, for limits that count anonymous callers by it. */
	readonly ip?: string;
	/** Aborted when the caller no longer waits: what is held or delayed for it ends. */
	readonly signal?: AbortSignal;
	/** What stood before the path and was taken off already; links are written with it. */
	readonly prefix?: string;
}

/** A response as the platform returns it to every adapter. */
export interface RawResponse {
	/** 0 where there is no response. */
	readonly status: number;
	/** Names in lower case. */
	readonly headers: { readonly [name: string]: string };
	readonly body: string | Uint8Array | null;
	/** How slowly the body is to be sent: the platform makes the stream of it. */
	readonly pace?: Pace;
	/** The body piece by piece, in place of `body`. */
	readonly stream?: BodyStream;
	/** The JSON of a list's items, which `body` joins. They are there anyway: to keep them costs less than to keep the body. */
	readonly items?: readonly string[];
	/** What identifies the body, where that is known without reading it whole. */
	readonly digest?: string;
	/**
	 * What becomes of the connection, where a fault breaks it: `dropped` before the response begins, `truncated` in the middle
	 * of the body. `aborted`: the caller left before there was a response.
	 */
	readonly broken?: "dropped" | "truncated" | "aborted";
}

/** What handles requests, a platform or many worlds: the adapters accept either. */
export interface RawHandler {
	/** Handles a request. Never rejects. */
	handle(request: RawRequest): Promise<RawResponse>;
}
