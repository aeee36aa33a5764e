/** Loads a seed over HTTP. */
import { ControlRefusal } from "../lib/control-error";
import { created, ok } from "../request/http/json-response";
import type { RawResponse } from "../request/http/raw";
import type { SeedResult } from "../seed/file/load";
import { parseSeed } from "../seed/file/parse";
import type { Seed } from "../seed/seed";
import { bodyText } from "./body";
import type { ControlCall } from "./call";
import type { ControlledPlatform } from "./controlled";
import { undoable } from "./undo";

/** Replaces all rows by those of a seed. If the seed cannot be loaded, the rows do not change. */
function replace(platform: ControlledPlatform, seed: Seed): SeedResult {
	const before = platform.snapshot();
	platform.restore(
		Object.fromEntries(
			Object.entries(platform.state.definitions).map(([name, { first }]) => [name, { lastId: first - 1, rows: [] }]),
		),
	);
	try {
		return platform.load(seed);
	} catch (error) {
		platform.restore(before);
		throw error;
	}
}

/**
 * Loads the seed in the body, as JSON or YAML: adds its records to the existing ones, or replaces all rows by them.
 * With `?dry_run=true`, a copy of the platform loads it, and the response shows what would be created.
 */
export async function loadSeedOf(
	{ platform, request, query }: ControlCall,
	how: "add" | "replace",
): Promise<RawResponse> {
	const text = bodyText(request);
	if (text === "") throw new ControlRefusal(400, "The body is empty: send a seed, as JSON or YAML.");
	const seed = await parseSeed(text);
	const isDryRun = query.get("dry_run") === "true";
	const load = (target: ControlledPlatform): SeedResult => (how === "add" ? target.load(seed) : replace(target, seed));
	if (isDryRun) return ok(load(platform.fork()));
	const bringBack = platform.rememberData();
	const result = load(platform);
	return undoable(how === "replace" ? ok(result) : created(result), platform, bringBack);
}
