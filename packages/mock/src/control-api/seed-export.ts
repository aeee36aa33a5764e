import { changedSettings } from "../control/state-file";
import { settle } from "../domains/pipelines/settle";
import { type ExactSeed, exportSeed } from "../seed/export/export-seed";
import type { ControlledPlatform } from "./controlled";

/** What a platform holds, as a seed. Simulated jobs come to where the clock is first. */
export function exportedSeed(platform: ControlledPlatform): ExactSeed {
	settle(platform);
	const { clock, settings, state } = platform;
	return exportSeed(state, clock.isTicking ? undefined : clock.iso(), changedSettings(settings));
}
