/** A response whose body still counts toward the time limit of the attempt. */
interface Timed {
	readonly response: Response;
	/** Ends the body with an error. */
	fail(error: Error): void;
}

/**
 * Returns the response with a body that calls `end` when it has been read or canceled, and that can be failed from
 * outside, whatever its source does. Errors of the source are converted by `broken`.
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
