/** Many walks from one seed, and the shortest one that goes wrong. */
import fc from "fast-check";
import { catalogueOf } from "./catalogue";
import { walks } from "./steps";
import { Tally, takeWalk, walkPlatform } from "./walk";

export interface Outcome {
	readonly tally: Tally;
	/** True where the time was over before all walks were taken. */
	readonly interrupted: boolean;
	/** What went wrong, with the commands that lead there; undefined if nothing did. */
	readonly fault: string | undefined;
}

export interface Course {
	readonly seed: number;
	/** How many walks. */
	readonly runs: number;
	readonly maxSteps: number;
	/** Milliseconds after which no new walk is begun. */
	readonly timeLimit?: number;
	/** Where in the tree of walks to begin: what a failure tells. */
	readonly path?: string;
	/** Told after each walk. */
	readonly onWalk?: (tally: Tally) => void;
}

/** Takes the walks of a seed. The same seed takes the same ones. */
export async function checkWalks({ seed, runs, maxSteps, timeLimit, path, onWalk }: Course): Promise<Outcome> {
	const platform = walkPlatform();
	const start = platform.snapshot();
	const frozen = new WeakSet<object>();
	const tally = new Tally();
	const property = fc.asyncProperty(walks(catalogueOf(platform), maxSteps), async (walk) => {
		await takeWalk(walk, start, frozen, tally);
		onWalk?.(tally);
	});
	const details = await fc.check(property, {
		seed,
		numRuns: runs,
		...(path === undefined ? {} : { path }),
		...(timeLimit === undefined ? {} : { interruptAfterTimeLimit: timeLimit }),
	});
	const { errorInstance, counterexample, counterexamplePath } = details;
	const fault =
		counterexample === null
			? undefined
			: `--seed ${seed} --path ${counterexamplePath}\n${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}`;
	return { tally, interrupted: details.interrupted, fault };
}
