import type { Pipeline } from "@tenon/contract";
import { checkNumbers, checkPatience } from "../connection/check-options";
import type { Connection, RequestOptions } from "../connection/connection";
import { AbortError, TimeoutError } from "../errors/errors";
import { type GetPipelineParams, getPipeline } from "../generated/operations";
import { wait } from "../lib/wait";
import { deadlineOf } from "./call-of";

const id = "getPipeline";

/** The statuses that do not change by themselves. */
const final: readonly string[] = ["success", "failed", "canceled", "skipped"];

/**
 * The options of {@link waitForPipeline}.
 *
 * @example
 * const options: WaitForOptions = { deadline: 15 * 60_000, onProgress: ({ status }) => console.log(status) };
 */
export interface WaitForOptions extends RequestOptions {
	/** The statuses to wait for, or a predicate. Defaults to `success`, `failed`, `canceled` and `skipped`. */
	readonly until?: readonly Pipeline["status"][] | ((pipeline: Pipeline) => boolean) | undefined;
	/** Called with the pipeline after each request. */
	readonly onProgress?: ((pipeline: Pipeline) => void) | undefined;
	/**
	 * The pause before the second request, in milliseconds. Each further pause is 1.5 times as long. Defaults to 2,000.
	 */
	readonly interval?: number | undefined;
	/** The longest pause, in milliseconds. Defaults to 30,000. */
	readonly longestInterval?: number | undefined;
}

/** If fewer milliseconds than this remain before the deadline, no further request is sent. */
const shortestLook = 100;
/**
 * The most milliseconds that the last requests leave for their responses: a tenth of the remaining time, at most this.
 */
const longestLook = 2_000;

/**
 * Polls a pipeline until it has finished, and returns it, whatever its status. Keeps waiting while a pipeline waits for
 * a manual action (`manual`). Sends the last request shortly before the `deadline`. Rejects if reading the pipeline
 * fails, with a TimeoutError if the pipeline has not finished by the deadline, and with an AbortError if the signal
 * aborts.
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
