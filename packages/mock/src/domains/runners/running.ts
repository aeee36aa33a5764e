import type { Job, Runner } from "../../state/records";
import type { State } from "../../state/state";
import type { View } from "../../state/table";

const running: View<Job, "runner"> = { group: "runner", where: (job) => job.status === "running", by: (job) => job.id };

/** Returns the number of jobs that a runner is running. */
export const runningJobs = (runner: Runner, state: State): number => state.jobs.ordered(running, runner.id).size;
