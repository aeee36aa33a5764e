import type { Job } from "../../state/records";

/** Seconds from one time to another, never less than none. */
export const seconds = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);

/**
 * Whole seconds that a pipeline ran: those in which one of its jobs did, so that what lies before a retry does not count. One
 * without times of its jobs ran from its start on. Null where it never ran.
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
