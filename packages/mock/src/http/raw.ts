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
}

/** An answer as the platform gives it to every adapter. */
export interface RawResponse {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: { readonly [name: string]: string };
	readonly body: string | Uint8Array | null;
}
