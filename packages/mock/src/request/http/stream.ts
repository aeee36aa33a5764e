import { encodeUtf8 } from "../../lib/utf8";
import { wait } from "../../lib/wait";

/** A body that is sent piece by piece. */
export type BodyStream = AsyncIterable<Uint8Array>;

/** A body as a stream of `fetch`. Whoever reads no longer ends it. */
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
	/** Bytes in a piece. */
	readonly bytes: number;
	/** Milliseconds before each piece but the first, by the machine's clock. */
	readonly pause: number;
}

/** A body in small pieces, with a pause before each but the first. */
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
