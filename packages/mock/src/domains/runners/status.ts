/** The status of runners and their machines, which follows from their contacts. */
import type { Runner, RunnerManager } from "../../state/records";

const hour = 3_600_000;
/** After a contact, a runner is online for this long. */
const onlineFor = 2 * hour;
/** A runner that was created and last made contact this long ago is stale. */
const staleAfter = 7 * 24 * hour;

interface Contacted {
	readonly created_at: string;
	readonly contacted_at: string | null;
}

const isRecent = (at: string, now: number): boolean => now - Date.parse(at) < onlineFor;

/** Whether the last contact was within two hours, or null if there was none. */
export const online = ({ contacted_at }: Contacted, now: number): boolean | null =>
	contacted_at === null ? null : isRecent(contacted_at, now);

/** Whether the creation, and the last contact if any, are at least seven days ago. */
export const isStale = ({ created_at, contacted_at }: Contacted, now: number): boolean =>
	now - Math.max(Date.parse(created_at), Date.parse(contacted_at ?? created_at)) >= staleAfter;

/** Returns the status of a machine. It does not change when its runner is paused. */
export function managerStatus(
	manager: Contacted | RunnerManager,
	now: number,
): "online" | "offline" | "stale" | "never_contacted" {
	if (isStale(manager, now)) return "stale";
	if (manager.contacted_at === null) return "never_contacted";
	return isRecent(manager.contacted_at, now) ? "online" : "offline";
}

/** Returns the status of a runner: as for a machine, but `paused` instead of online and offline. */
export function runnerStatus(runner: Runner, now: number): ReturnType<typeof managerStatus> | "paused" {
	const status = managerStatus(runner, now);
	return runner.paused && (status === "online" || status === "offline") ? "paused" : status;
}
