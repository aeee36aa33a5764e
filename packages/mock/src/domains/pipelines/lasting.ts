import type { Job } from "../../state/records";

/** Returns the seconds from one time to another, at least 0. */
export const seconds = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);

/**
 * Returns the whole seconds during which one of a pipeline's jobs ran, so that the time before a retry does not count.
 * If no job has times, it counts from the start of the pipeline. Returns null if the pipeline never ran.
 */
export function wholeSeconds(jobs: readonly Job[], startedAt: string | null, finishedAt: string): number | null {
	const runs = jobs
		.flatMap(({ started_at, finished_at }) => (started_at && finished_at ? [[started_at, finished_at] as const] : []))
		.sort(([a], [b]) => (a < b ? -1 : 1));
	if (runs.length === 0) return startedAt === null ? null : Math.floor(seconds(startedAt, finishedAt));
	let sum = 0;
	let until = "";
	for (const [from, to] of runs) {
		sum += seconds(from > until ? from : until, to);
		if (to > until) until = to;
	}
	return Math.floor(sum);
}
