import type { Job } from "../../state/records";

/** Seconds, fractions allowed: a fixed number, or a range. */
export type Span = number | { readonly min: number; readonly max: number };

/**
 * How jobs progress by themselves.
 *
 * @example
 * const platform = createPlatform({ seed: demo, pipelines: { run: { min: 20, max: 90 }, fail: ["test"] } });
 */
export interface PipelineSimulation {
	/** How long a pending job waits before it runs. Default: 2 seconds. */
	readonly wait?: Span;
	/** How long a job runs. Default: 30 seconds. */
	readonly run?: Span;
	/**
	 * The jobs that fail: those with these names, a share of all from 0 to 1, or those for which a function returns true.
	 * A share is drawn for each attempt, so a retry can succeed. Default: none.
	 */
	readonly fail?: number | readonly string[] | ((job: Job) => boolean);
	/** The coverage, in percent, that successful jobs of the stage `test` report. Default: none. */
	readonly coverage?: number;
	/** Seed of the random draws: the same seed, jobs and times give the same results. Default: 0. */
	readonly seed?: number;
}
