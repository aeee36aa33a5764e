/** Many walks from one seed, and the shortest one that goes wrong. */
import fc from "fast-check";
import { catalogueOf } from "./catalogue";
import { singles, walks } from "./steps";
import { Tally, takeWalk, type Watch, walkPlatform } from "./walk";

export interface Outcome {
	readonly tally: Tally;
	/** What went wrong, with the commands that lead there; undefined if nothing did. */
	readonly fault: string | undefined;
}

export interface Course {
	readonly seed: number;
	/** How many walks. */
	readonly runs: number;
	readonly maxSteps: number;
	/** Where in the tree of walks to begin: what a failure tells. */
	readonly path?: string;
	/** Told after each walk. */
	readonly onWalk?: (tally: Tally) => void;
	readonly onAsk?: NonNullable<Watch["onAsk"]>;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Takes the walks of a seed. The same seed takes the same ones. */
export async function checkWalks({ seed, runs, maxSteps, path, onWalk, onAsk }: Course): Promise<Outcome> {
	const { platform, planned } = await walkPlatform();
	const start = platform.snapshot();
	const first = JSON.stringify(start);
	const frozen = new WeakSet<object>();
	const tally = new Tally();
	const property = fc.asyncProperty(walks(catalogueOf(platform, planned), maxSteps), async (walk) => {
		await takeWalk(walk, start, frozen, { tally, ...(onAsk && { onAsk }) });
		onWalk?.(tally);
	});
	const { errorInstance, counterexample, counterexamplePath } = await fc.check(property, {
		seed,
		numRuns: runs,
		...(path === undefined ? {} : { path }),
	});
	// The rows that all walks begin with are shared: none may have changed.
	if (JSON.stringify(start) !== first) throw new Error("The walks changed the snapshot that they began with.");
	const fault =
		counterexample === null
			? undefined
			: `--seed ${seed} --steps ${maxSteps} --path ${counterexamplePath}\n${messageOf(errorInstance)}`;
	return { tally, fault };
}

/** Sends every parameter of every operation every hostile value, one at a time. Tells each fault once by its first line. */
export async function checkSingles({ onWalk, onAsk }: Pick<Course, "onWalk" | "onAsk">): Promise<Outcome> {
	const { platform, planned } = await walkPlatform();
	const start = platform.snapshot();
	const frozen = new WeakSet<object>();
	const tally = new Tally();
	const faults = new Map<string, string>();
	for (const walk of singles(catalogueOf(platform, planned))) {
		try {
			await takeWalk(walk, start, frozen, { tally, ...(onAsk && { onAsk }) });
		} catch (error) {
			const message = messageOf(error);
			faults.set(message.split("\n", 1)[0] ?? "", message);
		}
		onWalk?.(tally);
	}
	const fault = faults.size === 0 ? undefined : [...faults.values()].join("\n\n");
	return { tally, fault };
}
