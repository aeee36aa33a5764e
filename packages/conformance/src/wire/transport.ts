/** A request as it is sent. */
export interface WireRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
}

/** A response with its complete body. */
export interface WireResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
}

/** Sends a request, without following redirects. Rejects with a TimeoutError after `timeout` milliseconds. */
export type Transport = (request: WireRequest, timeout: number) => Promise<WireResponse>;

/** Returns a transport that uses a `fetch` function. */
export const overFetch =
	(fetch: typeof globalThis.fetch): Transport =>
	async ({ method, url, headers, body }, timeout) => {
		// Cheaper than an AbortSignal.timeout for every request of a run.
		const controller = new AbortController();
		let timer: NodeJS.Timeout | undefined;
		// A custom `fetch` may ignore the signal.
		const late = new Promise<never>((_, reject) => {
			timer = setTimeout(() => {
				const error = new DOMException("The response took too long.", "TimeoutError");
				controller.abort(error);
				reject(error);
			}, timeout);
		});
		const whole = async () => {
			const { signal } = controller;
			const response = await fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal });
			return { status: response.status, headers: response.headers, text: await response.text() };
		};
		try {
			return await Promise.race([whole(), late]);
		} finally {
			clearTimeout(timer);
		}
	};
