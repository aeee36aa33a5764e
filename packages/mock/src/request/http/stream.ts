import { encodeUtf8 } from "../../lib/utf8";
import { wait } from "../../lib/wait";

/** A body that is sent in pieces. */
export type BodyStream = AsyncIterable<Uint8Array>;

/** Converts a body to a stream for `fetch`. Canceling the stream ends the body. */
export function readable(stream: BodyStream): ReadableStream<Uint8Array> {
	const pieces = stream[Symbol.asyncIterator]();
	return new ReadableStream({
		async pull(controller) {
			try {
				const { done, value } = await pieces.next();
				if (done) controller.close();
				else controller.enqueue(value);
			} catch (error) {
				controller.error(error);
			}
		},
		async cancel() {
			await pieces.return?.();
		},
	});
}

/** How slowly a body is sent. */
export interface Pace {
	/** The bytes in a piece. */
	readonly bytes: number;
	/** The pause before each piece except the first, in milliseconds by the machine's clock. */
	readonly pause: number;
}

/** Splits a body into small pieces, with a pause before each except the first. */
export async function* dribbled(
	body: string | Uint8Array,
	{ bytes, pause }: Pace,
	signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const whole = typeof body === "string" ? encodeUtf8(body) : body;
	for (let at = 0; at < whole.length; at += bytes) {
		if (at > 0) await wait(pause, signal);
		yield whole.subarray(at, at + bytes);
	}
}
