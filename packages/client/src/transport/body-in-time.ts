/** A response whose body still counts against the attempt's time. */
interface Timed {
	readonly response: Response;
	/** Ends the body with an error. */
	fail(error: Error): void;
}

/**
 * The same response with a body that calls `end` when it was read or nobody needs it any more, and that can be ended from outside
 * whatever its source does. An error of the source is passed through `broken`.
 */
export function bodyInTime(source: Response, end: () => void, broken: (cause: unknown) => Error): Timed {
	const reader = source.body?.getReader();
	let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	const body = new ReadableStream<Uint8Array>(
		{
			start: (each) => {
				controller = each;
			},
			async pull(each) {
				try {
					const read = await reader?.read();
					if (read?.done === false) return each.enqueue(read.value);
					end();
					each.close();
				} catch (cause) {
					end();
					each.error(broken(cause));
				}
			},
			cancel(reason) {
				end();
				return reader?.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
	const { status, statusText, headers, url, redirected } = source;
	const response = Object.defineProperties(new Response(body, { status, statusText, headers }), {
		url: { value: url },
		redirected: { value: redirected },
	});
	return {
		response,
		fail(error) {
			controller?.error(error);
			reader?.cancel(error).catch(() => {});
		},
	};
}
