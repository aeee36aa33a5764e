import { isOrigin } from "../control/change-settings";
import { nearest } from "../lib/nearest";
import type { PlatformOptions } from "../platform/platform";
import { demo } from "../seed/demo";
import type { SeedDocument } from "../seed/file/document";
import { readSeed } from "../seed/file/read";
import type { Seed } from "../seed/seed";
import { volume } from "../seed/volume";
import { type Options, type parseOptions, wholeNumber } from "./parse-options";
import { seedingProgress } from "./progress";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

/** What `serve` and `exec` take: where to listen, and what kind of platform it is. */
export const serverOptions = {
	port: { type: "string" },
	host: { type: "string" },
	seed: { type: "string", multiple: true },
	size: { type: "string" },
	data: { type: "string" },
	worlds: { type: "string" },
	world: { type: "string" },
	tier: { type: "string" },
	offering: { type: "string" },
	release: { type: "string" },
	clock: { type: "string" },
	pipelines: { type: "string" },
	latency: { type: "string" },
	"rate-limits": { type: "string" },
	strict: { type: "boolean" },
	explain: { type: "boolean" },
	cors: { type: "string" },
	"external-url": { type: "string" },
	"control-token": { type: "string" },
	coverage: { type: "boolean" },
	json: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const satisfies Options;

export type Given = ReturnType<typeof parseOptions<typeof serverOptions>>["values"];

/** One of the allowed words, or undefined where none was given. */
export function choice<Word extends string>(
	option: string,
	given: string | undefined,
	allowed: readonly Word[],
): Word | undefined {
	if (given === undefined) return undefined;
	const found = allowed.find((word) => word === given);
	if (found === undefined) throw new UsageError(`--${option} takes ${allowed.join(", ")}; not "${given}".`);
	return found;
}

/** The seeds that come with the mock. Any other name is the path of a file. */
const ownSeeds = ["demo", "volume", "empty"];

/** The seeds that the options name. */
export const seedNames = (given: Given): readonly string[] => given.seed ?? ["demo"];

/** Whether a seed has a user for each role, such as `developer`. */
export const hasRoles = (name: string): boolean => name === "demo" || name === "volume";

async function fileSeed(path: string): Promise<SeedDocument> {
	try {
		return await readSeed(path);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
		const guess = nearest(path, ownSeeds);
		const hint = guess ? `did you mean ${guess}?` : `it takes ${ownSeeds.join(", ")} or the path of a seed file.`;
		throw new UsageError(`--seed: there is no file "${path}"; ${hint}`);
	}
}

/** The seeds that the options name. The one that can take long reports its progress. */
export async function seedOf(given: Given, err: Streams["err"]): Promise<Seed> {
	const names = seedNames(given);
	const size = wholeNumber("size", given.size, 100, 10_000_000);
	if (size !== undefined && !names.includes("volume")) throw new UsageError("--size goes with --seed volume.");
	const seeds: Seed[] = [];
	for (const name of names) {
		if (name === "demo") seeds.push(demo);
		else if (name === "volume")
			seeds.push(
				volume({ ...(size === undefined ? {} : { size }), onProgress: seedingProgress(err, given.json === true) }),
			);
		else if (name !== "empty") seeds.push(await fileSeed(name));
	}
	return seeds;
}

/** The origins whose pages are let in: any, none, or those of a list. */
function origins(given: string | undefined): "*" | readonly string[] | undefined {
	if (given === undefined || given === "*") return given;
	const listed = given === "none" ? [] : given.split(",").map((one) => one.trim());
	const wrong = listed.find((one) => !isOrigin(one));
	if (wrong !== undefined)
		throw new UsageError(`--cors takes *, none, or origins such as http://localhost:5173; not "${wrong}".`);
	return listed;
}

/** The platform that the options ask for. */
export function platformOptions(given: Given): Omit<PlatformOptions, "seed"> {
	const tier = choice("tier", given.tier, ["free", "premium", "ultimate"]);
	const offering = choice("offering", given.offering, ["any", "hosted", "self-managed"]);
	if (given.release !== undefined && !/^\d+\.\d+$/.test(given.release))
		throw new UsageError(`--release takes major.minor, e.g. 17.4; not "${given.release}".`);
	if (given.clock !== undefined && Number.isNaN(Date.parse(given.clock)))
		throw new UsageError(`--clock takes a time, e.g. 2026-01-01T00:00:00Z; not "${given.clock}".`);
	const url = given["external-url"];
	if (url !== undefined && !URL.canParse(url)) throw new UsageError(`--external-url takes an address; not "${url}".`);
	const latency = wholeNumber("latency", given.latency, 0, 600_000);
	const cors = origins(given.cors);
	const rateLimits = choice("rate-limits", given["rate-limits"], ["off", "stated", "realistic"]);
	const pipelines = choice("pipelines", given.pipelines, ["manual", "simulated"]);
	return {
		...(tier ? { tier } : {}),
		...(offering ? { offering } : {}),
		...(given.release === undefined ? {} : { release: given.release }),
		...(given.clock === undefined ? {} : { clock: given.clock }),
		...(pipelines ? { pipelines } : {}),
		...(latency === undefined ? {} : { latency }),
		...(rateLimits ? { rateLimits } : {}),
		...(given.strict ? { strict: true } : {}),
		...(given.explain ? { explain: true } : {}),
		...(cors === undefined ? {} : { cors }),
		...(url === undefined ? {} : { externalUrl: url }),
	};
}
