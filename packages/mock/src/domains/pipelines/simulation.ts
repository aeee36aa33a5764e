import { randomNumbers } from "../../lib/random";
import type { Settings } from "../../request/settings";
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
	/** The coverage, in percent, that jobs of the stage `test` tell when they succeed. Default: none. */
	readonly coverage?: number;
	/** What is drawn is the same for the same seed, jobs and times. Default 0. */
	readonly seed?: number;
}

/** How pipelines are simulated; undefined where they are not. */
export function simulationOf({ pipelines }: Settings): PipelineSimulation | undefined {
	if (pipelines === "manual") return undefined;
	return pipelines === "simulated" ? {} : pipelines;
}

/** A number from 0 up to 1, for a purpose in a job's life at a time. */
function draw({ seed = 0 }: PipelineSimulation, purpose: number, job: Job, at: string): number {
	return randomNumbers(seed * 7_919 + job.id * 104_729 + purpose + Math.floor(Date.parse(at) / 1000))();
}

function seconds(span: Span, drawn: () => number): number {
	return typeof span === "number" ? span : span.min + (span.max - span.min) * drawn();
}

/** Seconds from a job's becoming pending to its start. */
export const waitOf = (simulation: PipelineSimulation, job: Job, at: string): number =>
	seconds(simulation.wait ?? 2, () => draw(simulation, 1, job, at));

/** Seconds from a job's start to its end. */
export const runOf = (simulation: PipelineSimulation, job: Job, at: string): number =>
	seconds(simulation.run ?? 30, () => draw(simulation, 2, job, at));

/** Whether a job that ends now fails. */
export function isFailing(simulation: PipelineSimulation, job: Job, at: string): boolean {
	const { fail = 0 } = simulation;
	if (typeof fail === "function") return fail(job);
	if (typeof fail === "number") return draw(simulation, 3, job, at) < fail;
	return fail.includes(job.name);
}

/** The coverage of a job that succeeds. */
export const coverageOf = ({ coverage }: PipelineSimulation, job: Job): number | null =>
	coverage !== undefined && job.stage === "test" ? coverage : null;
