import { randomNumbers } from "../../lib/random";
import type { Settings } from "../../request/settings/settings";
import type { PipelineSimulation, Span } from "../../request/settings/simulation";
import type { Job } from "../../state/records";

/** Returns how pipelines are simulated, or undefined if they are not. */
export function simulationOf({ pipelines }: Settings): PipelineSimulation | undefined {
	if (pipelines === "manual") return undefined;
	return pipelines === "simulated" ? {} : pipelines;
}

/** Returns a random number from 0 to below 1, which depends on the purpose, the job and the time. */
function draw({ seed = 0 }: PipelineSimulation, purpose: number, job: Job, at: string): number {
	return randomNumbers(seed * 7_919 + job.id * 104_729 + purpose + Math.floor(Date.parse(at) / 1000))();
}

function seconds(span: Span, drawn: () => number): number {
	return typeof span === "number" ? span : span.min + (span.max - span.min) * drawn();
}

/** Returns the seconds that a job stays pending before it starts. */
export const waitOf = (simulation: PipelineSimulation, job: Job, at: string): number =>
	seconds(simulation.wait ?? 2, () => draw(simulation, 1, job, at));

/** Returns the seconds that a job runs. */
export const runOf = (simulation: PipelineSimulation, job: Job, at: string): number =>
	seconds(simulation.run ?? 30, () => draw(simulation, 2, job, at));

/** Whether a job that ends now fails. */
export function isFailing(simulation: PipelineSimulation, job: Job, at: string): boolean {
	const { fail = 0 } = simulation;
	if (typeof fail === "function") return fail(job);
	if (typeof fail === "number") return draw(simulation, 3, job, at) < fail;
	return fail.includes(job.name);
}

/** Returns the coverage of a job that succeeds. Only jobs of the stage `test` have one. */
export const coverageOf = ({ coverage }: PipelineSimulation, job: Job): number | null =>
	coverage !== undefined && job.stage === "test" ? coverage : null;
