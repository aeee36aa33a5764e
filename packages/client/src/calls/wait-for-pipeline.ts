import type { Pipeline } from "@tenon/contract";
import type { Connection, RequestOptions } from "../connection/connection";
import { AbortError, TimeoutError, UsageError } from "../errors/errors";
import { type GetPipelineParams, getPipeline } from "../generated/operations";
import { wait } from "../lib/wait";
import { deadlineOf } from "../transport/exchange";

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
	/** Told of the pipeline whenever it was read. */
	readonly onProgress?: ((pipeline: Pipeline) => void) | undefined;
	/** Milliseconds before the second look; the pauses then grow by half. Default 2,000. */
	readonly interval?: number | undefined;
	/** Milliseconds that no pause passes. Default 30,000. */
	readonly longestInterval?: number | undefined;
}

/**
 * Looks at a pipeline until it has come to an end, and gives it as it then is, whatever its status. A pipeline that waits for
 * someone (`manual`) is waited for. Rejects as reading the pipeline does, with a TimeoutError after `deadline`, and with an
 * AbortError when the signal aborts.
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
	if (!(interval > 0)) throw new UsageError("interval", "is not above 0", "getPipeline");
	const isOver = typeof until === "function" ? until : ({ status }: Pipeline) => until.includes(status);
	const end = deadlineOf(options) ?? Infinity;
	for (let pause = interval; ; pause = Math.min(pause * 1.5, longestInterval)) {
		const left = end - Date.now();
		const pipeline = await getPipeline(client, params, end === Infinity ? each : { ...each, deadline: left });
		onProgress?.(pipeline);
		if (isOver(pipeline)) return pipeline;
		if (Date.now() + pause >= end)
			throw new TimeoutError(`getPipeline: ${pipeline.status} after ${deadline} ms of waiting`, "getPipeline");
		await wait(pause, options.signal);
		if (options.signal?.aborted)
			throw new AbortError("getPipeline: aborted", "getPipeline", { cause: options.signal.reason });
	}
}
