import { hint } from "./hint";
import { plainServeOptions } from "./serve-command";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

/**
 * Runs the program with its arguments.
 *
 * @returns The exit code: 0 for success, 1 for a failure, 2 for wrong arguments.
 */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
	try {
		const options = plainServeOptions(args);
		if (options) return await (await import("./serve")).serve(options, streams);
		return await (await import("./program")).runProgram(args, streams);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		streams.err.write(`tenon-mock: ${error.message}\n${hint}\n`);
		return 2;
	}
}
