import type { Job } from "../../state/records";

/** Seconds, fractions allowed: always as many, or some between two bounds. */
export type Span = number | { readonly min: number; readonly max: number };

/**
 * How jobs go on by themselves.
 *
 * @example
 * const platform = createPlatform({ seed: demo, pipelines: { run: { min: 20, max: 90 }, fail: ["test"] } });
 */
export interface PipelineSimulation {
	/** How long a pending job waits until it runs. Default 2 seconds. */
	readonly wait?: Span;
	/** How long a job runs. Default 30 seconds. */
	readonly run?: Span;
	/**
	 * Which jobs fail: those of these names, a share of all from 0 to 1, or those that a function names. Default: none. A share
	 * is drawn anew for each attempt, so that a retry may succeed.
	 */
	readonly fail?: number | readonly string[] | ((job: Job) => boolean);
	/** The coverage, in percent, that jobs of the stage `test` report when they succeed. Default: none. */
	readonly coverage?: number;
	/** What is drawn is the same for the same seed, jobs and times. Default 0. */
	readonly seed?: number;
}
