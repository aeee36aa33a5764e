import type { BodyStream, Pace } from "./stream";

/** A request, as every adapter passes it to the platform. */
export interface RawRequest {
	readonly method: string;
	/** Absolute, or only path and query. */
	readonly url: string;
	/** Headers with lower-case names. */
	readonly headers: { readonly [name: string]: string | undefined };
	readonly body?: Uint8Array | string | null;
	/** The caller's IP address, used for the rate limits of anonymous callers. */
	readonly ip?: string;
	/** Aborted when the caller no longer waits for the response. This ends all holds and delays. */
	readonly signal?: AbortSignal;
	/** A prefix of the path that was already removed from the URL. Links are written with it. */
	readonly prefix?: string;
}

/** A response, as the platform returns it to every adapter. */
export interface RawResponse {
	/** 0 if there is no response. */
	readonly status: number;
	/** Headers with lower-case names. */
	readonly headers: { readonly [name: string]: string };
	readonly body: string | Uint8Array | null;
	/** How slowly to send the body. The platform then creates the stream. */
	readonly pace?: Pace;
	/** The body in pieces, in place of `body`. */
	readonly stream?: BodyStream;
	/** The JSON of a list's items, which `body` joins. They are cached, so storing them costs less than the body. */
	readonly items?: readonly string[];
	/** A hash that identifies the body, if it is known without reading the body. */
	readonly digest?: string;
	/**
	 * How a fault breaks the connection: `dropped` before the response begins, or `truncated` in the middle of the body.
	 * `aborted` means that the caller left before there was a response.
	 */
	readonly broken?: "dropped" | "truncated" | "aborted";
}

/** A handler of requests, such as a platform or its worlds. The adapters accept both. */
export interface RawHandler {
	/** Handles a request. Never rejects. */
	handle(request: RawRequest): Promise<RawResponse>;
}
