import { readFileSync } from "node:fs";
import type { ReplayCommandOptions } from "./command-options";
import { serve } from "./serve";
import type { Streams } from "./streams";

/** `tenon-mock replay`: serves a platform that returns recorded responses, until it is stopped. */
export const replay = (file: string, options: ReplayCommandOptions, streams: Streams): Promise<number> =>
	serve(options, streams, (platform) => {
		platform.replay(readFileSync(file, "utf8"), { unmatched: options.unmatched, once: options.once === true });
	});
