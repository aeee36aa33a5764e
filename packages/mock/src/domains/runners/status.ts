/** What the contacts of runners and their machines make of them. */
import type { Runner, RunnerManager } from "../../state/records";

const hour = 3_600_000;
/** Contact within this time is online. */
const onlineFor = 2 * hour;
/** Without contact for this long, and as old, it is stale. */
const staleAfter = 7 * 24 * hour;

interface Contacted {
	readonly created_at: string;
	readonly contacted_at: string | null;
}

const isRecent = (at: string, now: number): boolean => now - Date.parse(at) < onlineFor;

/** Whether it made contact within two hours; null if it never did. */
export const online = ({ contacted_at }: Contacted, now: number): boolean | null =>
	contacted_at === null ? null : isRecent(contacted_at, now);

/** Whether its creation, and its contact if any, lie seven days back. */
export const isStale = ({ created_at, contacted_at }: Contacted, now: number): boolean =>
	now - Math.max(Date.parse(created_at), Date.parse(contacted_at ?? created_at)) >= staleAfter;

/** A machine's status; pausing its runner does not change it. */
export function managerStatus(
	manager: Contacted | RunnerManager,
	now: number,
): "online" | "offline" | "stale" | "never_contacted" {
	if (isStale(manager, now)) return "stale";
	if (manager.contacted_at === null) return "never_contacted";
	return isRecent(manager.contacted_at, now) ? "online" : "offline";
}

/** A runner's status: as a machine's, but `paused` in place of online and offline. */
export function runnerStatus(runner: Runner, now: number): ReturnType<typeof managerStatus> | "paused" {
	const status = managerStatus(runner, now);
	return runner.paused && (status === "online" || status === "offline") ? "paused" : status;
}
