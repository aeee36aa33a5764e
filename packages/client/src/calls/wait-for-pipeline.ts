import type { Pipeline } from "@tenon/contract";
import { checkNumbers, checkPatience } from "../connection/check-options";
import type { Connection, RequestOptions } from "../connection/connection";
import { AbortError, TimeoutError } from "../errors/errors";
import { type GetPipelineParams, getPipeline } from "../generated/operations";
import { wait } from "../lib/wait";
import { deadlineOf } from "./call-of";

const id = "getPipeline";

/** Statuses in which nothing further happens by itself. */
const final: readonly string[] = ["success", "failed", "canceled", "skipped"];

/**
 * How to wait.
 *
 * @example
 * const options: WaitForOptions = { deadline: 15 * 60_000, onProgress: ({ status }) => console.log(status) };
 */
export interface WaitForOptions extends RequestOptions {
	/** When the waiting is over: statuses, or a predicate. Default: `success`, `failed`, `canceled`, `skipped`. */
	readonly until?: readonly Pipeline["status"][] | ((pipeline: Pipeline) => boolean) | undefined;
	/** Called with the pipeline whenever it was read. */
	readonly onProgress?: ((pipeline: Pipeline) => void) | undefined;
	/** Milliseconds before the second look; the pauses then grow by half. Default 2,000. */
	readonly interval?: number | undefined;
	/** Milliseconds that no pause passes. Default 30,000. */
	readonly longestInterval?: number | undefined;
}

/** Milliseconds before the deadline below which no further look is worth a request. */
const shortestLook = 100;
/** Milliseconds that the last looks leave for their responses: a tenth of the time that is left, and at most this. */
const longestLook = 2_000;

/**
 * Looks at a pipeline until it has come to an end, and returns it as it then is, whatever its status. A pipeline that waits for
 * someone (`manual`) is waited for. The last look is shortly before the `deadline`. Rejects as reading the pipeline does, with a
 * TimeoutError where the pipeline has not ended by the deadline, and with an AbortError when the signal aborts.
 *
 * @example
 * const { status } = await waitForPipeline(connection, { id: "acme/web", pipeline_id: 7 }, { deadline: 15 * 60_000 });
 */
export async function waitForPipeline(
	client: Connection,
	params: GetPipelineParams,
	options: WaitForOptions = {},
): Promise<Pipeline> {
	const { until = final, onProgress, interval = 2_000, longestInterval = 30_000, deadline, ...each } = options;
	const { signal } = options;
	checkPatience(options, id);
	checkNumbers({ interval, longestInterval }, ["interval", "longestInterval"], { least: 1, operationId: id });
	const isOver = typeof until === "function" ? until : ({ status }: Pipeline) => until.includes(status);
	const end = deadlineOf({ deadline: Infinity }, options);
	let last: Pipeline | undefined;
	const late = (cause?: unknown): TimeoutError =>
		new TimeoutError(`${last?.status} after ${deadline} ms of waiting`, id, { cause });
	for (let pause = interval; ; pause = Math.min(pause * 1.5, longestInterval)) {
		const within = end === Infinity ? each : { ...each, deadline: Math.max(0, end - Date.now()) };
		try {
			last = await getPipeline(client, params, within);
		} catch (error) {
			throw last && error instanceof TimeoutError && Date.now() >= end ? late(error) : error;
		}
		onProgress?.(last);
		if (isOver(last)) return last;
		const left = end - Date.now();
		const isLast = left < shortestLook;
		await wait(isLast ? left : Math.min(pause, left - Math.min(longestLook, left / 10)), signal);
		if (signal?.aborted) throw new AbortError("aborted", id, { cause: signal.reason });
		if (isLast) throw late();
	}
}
