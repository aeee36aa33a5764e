import { removeDueGroups } from "./groups/deletion";
import type { Setting } from "./pipelines/job";
import { settleJobs } from "./pipelines/settle";

/** Brings what goes on by itself to where the clock is: jobs, and groups that are to be deleted. */
export function settle(setting: Setting): void {
	settleJobs(setting);
	removeDueGroups(setting.state);
}
