import { codeOf } from "../lib/code-of";
import { nearest } from "../lib/nearest";
import type { PlatformOptions } from "../platform/platform";
import { demo } from "../seed/demo";
import type { SeedDocument } from "../seed/file/document";
import type { Seed } from "../seed/seed";
import type { SharedCommandOptions } from "./command-options";
import { seedingProgress } from "./progress";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

/** The seeds that are part of the mock. Any other name is the path of a file. */
const ownSeeds = ["demo", "volume", "empty"];

/** Returns the seeds that the options name. */
export const seedNames = ({ seed = ["demo"] }: Pick<SharedCommandOptions, "seed">): readonly string[] => seed;

/** Whether a seed has a user for each role, such as `developer`. */
export const hasRoles = (name: string): boolean => name === "demo" || name === "volume";

async function fileSeed(path: string): Promise<SeedDocument> {
	try {
		const { readSeed } = await import("../seed/file/read");
		return await readSeed(path);
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
		const guess = nearest(path, ownSeeds);
		const hint = guess ? `did you mean ${guess}?` : `expected ${ownSeeds.join(", ")} or the path of a seed file.`;
		throw new UsageError(`--seed: there is no file "${path}"; ${hint}`);
	}
}

/** Loads the seeds that the options name. `volume`, which can take long, reports its progress. */
export async function seedOf(
	options: Pick<SharedCommandOptions, "seed" | "size" | "json">,
	err: Streams["err"],
): Promise<Seed> {
	const names = seedNames(options);
	const { size } = options;
	if (size !== undefined && !names.includes("volume")) throw new UsageError("--size requires --seed volume.");
	const seeds: Seed[] = [];
	for (const name of names) {
		if (name === "demo") seeds.push(demo);
		else if (name === "volume") {
			const { volume } = await import("../seed/volume");
			seeds.push(
				volume({ ...(size === undefined ? {} : { size }), onProgress: seedingProgress(err, options.json === true) }),
			);
		} else if (name !== "empty") seeds.push(await fileSeed(name));
	}
	return seeds;
}

/** Returns the platform's options among those of a command. */
export function platformOptions(options: SharedCommandOptions): Omit<PlatformOptions, "seed"> {
	const {
		tier,
		offering,
		release,
		dialect,
		clock,
		pipelines,
		latency,
		rateLimits,
		strict,
		explain,
		cors,
		externalUrl,
	} = options;
	return {
		...(tier && { tier }),
		...(offering && { offering }),
		...(release && { release }),
		...(dialect && { dialect }),
		...(clock && { clock }),
		...(pipelines && { pipelines }),
		...(latency && { latency }),
		...(rateLimits && { rateLimits }),
		...(strict && { strict }),
		...(explain && { explain }),
		...(cors && { cors }),
		...(externalUrl && { externalUrl }),
	};
}
