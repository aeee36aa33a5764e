import { removeDueGroups } from "./groups/deletion";
import type { Setting } from "./pipelines/job";
import { settleJobs } from "./pipelines/settle";

/** Runs what is due by the clock: steps of jobs, and deletions of groups. */
export function settle(setting: Setting): void {
	settleJobs(setting);
	removeDueGroups(setting.state);
}
