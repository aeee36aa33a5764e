import { isOrigin } from "../control/change-settings";
import type { PlatformOptions } from "../platform/platform";
import { demo } from "../seed/demo";
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
	seed: { type: "string" },
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

/** The seed that is asked for, which tells how far it is if it takes long. */
function seedOf(given: Given, err: Streams["err"]): Seed {
	const name = choice("seed", given.seed, ["demo", "volume", "empty"]) ?? "demo";
	const size = wholeNumber("size", given.size, 100, 10_000_000);
	if (size !== undefined && name !== "volume") throw new UsageError("--size goes with --seed volume.");
	if (name === "volume")
		return volume({ ...(size === undefined ? {} : { size }), onProgress: seedingProgress(err, given.json === true) });
	return name === "demo" ? demo : () => {};
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
export function platformOptions(given: Given, err: Streams["err"]): PlatformOptions {
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
		seed: seedOf(given, err),
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
