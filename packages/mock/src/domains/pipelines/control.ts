/** The events of pipelines and jobs that no operation of the contract triggers, such as the work of runners. */
import { ControlError } from "../../lib/control-error";
import type { Settings } from "../../request/settings/settings";
import type { Job, Pipeline } from "../../state/records";
import type { State } from "../../state/state";
import { begin, type Ending, end, finish, type Setting } from "./job";
import { cancel } from "./pipeline";
import { settleJobs, takerOf } from "./settle";
import { isComplete, isUnfinished, stagesOf } from "./status";

const refuse = (message: string): never => {
	throw new ControlError([{ pointer: "", message }]);
};

/**
 * Manual control of pipelines and jobs. Each change has the usual effects: the jobs of the next stage wait to run, or
 * are skipped after a failure, and the pipeline gets the status that follows from its jobs.
 *
 * @example
 * const { id } = await tenon.pipelines.create({ id: "acme/web", ref: "main" });
 * platform.pipelines.finish(id, "failed");
 */
export class PipelineControl {
	readonly #setting: Setting;

	/** @internal */
	constructor(state: State, settings: Settings) {
		this.#setting = { state, settings };
	}

	/**
	 * Ends a pipeline. With `success`, its unfinished jobs succeed. With `failed`, the jobs of its current stage fail,
	 * and later ones are skipped. With `canceled`, all remaining jobs are canceled, as by a user; with `skipped`, they
	 * are skipped.
	 *
	 * @throws ControlError if the pipeline does not exist, has ended, or cannot fail because all open jobs may fail.
	 */
	finish(id: number, status: Ending["status"] = "success"): Pipeline {
		const { state } = this.#setting;
		return this.#write((now) => {
			const pipeline = this.#pipeline(id);
			if (isComplete(pipeline)) refuse(`The pipeline ${id} has ended already: ${pipeline.status}.`);
			if (status === "canceled") return cancel(pipeline, state);
			const open = (): Job[] => state.jobs.in("pipeline", id).filter(isUnfinished);
			if (status === "failed" && open().length > 0 && open().every((job) => job.allow_failure))
				refuse(`The pipeline ${id} cannot fail: each job that is left is allowed to.`);
			for (let left = open(); left.length > 0; left = open())
				for (const job of stagesOf(left)[0] ?? []) end(job, { status }, now, this.#setting);
			const ended = this.#pipeline(id);
			return isComplete(ended) ? ended : finish(ended, status, now, state);
		});
	}

	/**
	 * Starts a job, as a runner does.
	 *
	 * @throws ControlError if the job does not exist, is running, or has ended.
	 */
	startJob(id: number): Job {
		return this.#write((now) => {
			const job = this.#job(id);
			if (job.status === "running") refuse(`The job ${id} runs already.`);
			return begin(job, takerOf(job, now, this.#setting.state), now, this.#setting);
		});
	}

	/**
	 * Ends a job, whether it is running or not.
	 *
	 * @throws ControlError if the job does not exist or has ended.
	 * @example
	 * platform.pipelines.finishJob(id, { status: "success", coverage: 87.5 });
	 */
	finishJob(id: number, ending: Ending = { status: "success" }): Job {
		return this.#write((now) => end(this.#job(id), ending, now, this.#setting));
	}

	/** Runs a change after the steps that are due by the clock. */
	#write<Result>(work: (now: string) => Result): Result {
		const { state } = this.#setting;
		settleJobs(this.#setting);
		return state.transaction(() => work(state.clock.iso()));
	}

	#pipeline(id: number): Pipeline {
		return this.#setting.state.pipelines.get(id) ?? refuse(`There is no pipeline ${id}.`);
	}

	#job(id: number): Job {
		const job = this.#setting.state.jobs.get(id) ?? refuse(`There is no job ${id}.`);
		return isComplete(job) ? refuse(`The job ${id} has ended already: ${job.status}.`) : job;
	}
}
