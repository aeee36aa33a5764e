/** What happens to pipelines and jobs without anyone asking an operation of the contract for it: runners work. */
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
 * Pipelines and jobs, brought on by hand. What follows from it happens too: the next stage's jobs wait to run, or are skipped
 * behind a failure, and the pipeline has the status that its jobs make.
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
	 * Ends a pipeline: what is unfinished of it succeeds; or the jobs of the stage that it has come to fail, and those behind
	 * are skipped; or all that is left is canceled, as by a user, or skipped.
	 *
	 * @throws ControlError for one that is not there or has ended already.
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
	 * Has a runner take a job.
	 *
	 * @throws ControlError for one that is not there, runs, or has ended already.
	 */
	startJob(id: number): Job {
		return this.#write((now) => {
			const job = this.#job(id);
			if (job.status === "running") refuse(`The job ${id} runs already.`);
			return begin(job, takerOf(job, now, this.#setting.state), now, this.#setting);
		});
	}

	/**
	 * Ends a job, whether it runs already or not.
	 *
	 * @throws ControlError for one that is not there or has ended already.
	 * @example
	 * platform.pipelines.finishJob(id, { status: "success", coverage: 87.5 });
	 */
	finishJob(id: number, ending: Ending = { status: "success" }): Job {
		return this.#write((now) => end(this.#job(id), ending, now, this.#setting));
	}

	/** What is due by the clock comes first. */
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
