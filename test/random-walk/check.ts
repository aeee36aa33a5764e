/** Takes many walks of one seed, and reports the shortest one with a fault. */
import fc from "fast-check";
import { catalogueOf } from "./catalogue";
import { singles, walks } from "./steps";
import { Tally, takeWalk, type Watch, walkPlatform } from "./walk";

export interface Outcome {
	readonly tally: Tally;
	/** The fault, with the commands that lead to it; undefined if there is none. */
	readonly fault: string | undefined;
}

export interface Course {
	readonly seed: number;
	/** The number of walks. */
	readonly runs: number;
	readonly maxSteps: number;
	/** The position in the tree of walks at which to begin. A failure prints it. */
	readonly path?: string;
	/** Called after each walk. */
	readonly onWalk?: (tally: Tally) => void;
	readonly onRequest?: NonNullable<Watch["onRequest"]>;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Takes the walks of a seed. The same seed results in the same walks. */
export async function checkWalks({ seed, runs, maxSteps, path, onWalk, onRequest }: Course): Promise<Outcome> {
	const { platform, planned } = await walkPlatform();
	const start = platform.snapshot();
	const first = JSON.stringify(start);
	const frozen = new WeakSet<object>();
	const tally = new Tally();
	const property = fc.asyncProperty(walks(catalogueOf(platform, planned), maxSteps), async (walk) => {
		await takeWalk(walk, start, frozen, { tally, ...(onRequest && { onRequest }) });
		onWalk?.(tally);
	});
	const { errorInstance, counterexample, counterexamplePath } = await fc.check(property, {
		seed,
		numRuns: runs,
		...(path === undefined ? {} : { path }),
	});
	// All walks share the rows of the start, so none of these rows may change.
	if (JSON.stringify(start) !== first) throw new Error("The walks changed the snapshot that they began with.");
	const fault =
		counterexample === null
			? undefined
			: `--seed ${seed} --steps ${maxSteps} --path ${counterexamplePath}\n${messageOf(errorInstance)}`;
	return { tally, fault };
}

/** Sends each hostile value for each parameter of each operation, one at a time. Reports each fault once. */
export async function checkSingles({ onWalk, onRequest }: Pick<Course, "onWalk" | "onRequest">): Promise<Outcome> {
	const { platform, planned } = await walkPlatform();
	const start = platform.snapshot();
	const frozen = new WeakSet<object>();
	const tally = new Tally();
	const faults = new Map<string, string>();
	for (const walk of singles(catalogueOf(platform, planned))) {
		try {
			await takeWalk(walk, start, frozen, { tally, ...(onRequest && { onRequest }) });
		} catch (error) {
			const message = messageOf(error);
			faults.set(message.split("\n", 1)[0] ?? "", message);
		}
		onWalk?.(tally);
	}
	const fault = faults.size === 0 ? undefined : [...faults.values()].join("\n\n");
	return { tally, fault };
}
