import { readFileSync } from "node:fs";
import type { GivenReplay } from "./given";
import { serve } from "./serve";
import type { Streams } from "./streams";

/** `tenon-mock replay`: serves a platform that returns recorded responses, until it is stopped. */
export const replay = (file: string, given: GivenReplay, streams: Streams): Promise<number> =>
	serve(given, streams, (platform) => {
		platform.replay(readFileSync(file, "utf8"), { unmatched: given.unmatched, once: given.once === true });
	});
