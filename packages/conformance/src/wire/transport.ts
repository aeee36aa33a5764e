/** A request as it goes over the wire. */
export interface WireRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
}

/** A response that was read to its end. */
export interface WireResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
}

/** Sends a request and follows no redirect; rejects with a TimeoutError where no whole response comes within so many milliseconds. */
export type Transport = (request: WireRequest, timeout: number) => Promise<WireResponse>;

/** Sends requests through a `fetch`. */
export const overFetch =
	(fetch: typeof globalThis.fetch): Transport =>
	async ({ method, url, headers, body }, timeout) => {
		// Less work than AbortSignal.timeout, which a run would make for every request.
		const controller = new AbortController();
		let timer: NodeJS.Timeout | undefined;
		// A `fetch` of one's own may not look at the signal.
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
