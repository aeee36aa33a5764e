/** Loading a seed over HTTP. */
import { ControlRefusal } from "../lib/control-error";
import type { SeedResult } from "../seed/file/load";
import { parseSeed } from "../seed/file/parse";
import { bodyText } from "./body";
import type { ControlCall } from "./call";

/** Adds the records of a seed in the body, JSON or YAML, to what the platform holds. */
export async function loadSeedOf({ platform, request }: ControlCall): Promise<SeedResult> {
	const text = bodyText(request);
	if (text === "") throw new ControlRefusal(400, "The body is empty: send a seed, as JSON or YAML.");
	return platform.load(await parseSeed(text));
}
