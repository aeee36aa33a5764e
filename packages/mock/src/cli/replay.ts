import { readFileSync } from "node:fs";
import type { ReplayOptions } from "../record/replay";
import { replayHelp } from "./help";
import { type Options, parseOptions } from "./parse-options";
import { choice } from "./platform-options";
import { serveOptions, serveUntilAsked } from "./serve";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

const options = {
	...serveOptions,
	unmatched: { type: "string" },
	once: { type: "boolean" },
} as const satisfies Options;

/** `tenon-mock replay`: serves a platform that answers as it is recorded, until it is told to stop. */
export async function replay(args: readonly string[], streams: Streams): Promise<number> {
	const { values: given, positionals } = parseOptions(args, options, 1);
	if (given.help) {
		streams.out.write(replayHelp);
		return 0;
	}
	const [file] = positionals;
	if (file === undefined) throw new UsageError("replay takes a file, e.g. replay pipelines.har.");
	const unmatched = choice("unmatched", given.unmatched, ["mock", "refuse"]) ?? "mock";
	const how: ReplayOptions = { unmatched, once: given.once === true };
	return serveUntilAsked(given, streams, (platform) => void platform.replay(readFileSync(file, "utf8"), how));
}
