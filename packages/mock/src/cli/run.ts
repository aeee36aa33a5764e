import { help, serveHelp } from "./help";
import { nearest } from "./nearest";
import { serve } from "./serve";
import { UsageError } from "./usage-error";

/** Where the program writes. */
export interface Streams {
	readonly out: { write(text: string): unknown };
	readonly err: { write(text: string): unknown };
}

const commands = ["serve", "help"];

/**
 * Runs the program with its arguments.
 *
 * @returns The exit code: 0 done, 1 failed, 2 the arguments are wrong.
 */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
	const [command, ...rest] = args;
	try {
		if (command === undefined || command === "help" || command === "--help" || command === "-h") {
			streams.out.write(rest[0] === "serve" ? serveHelp : help);
			return 0;
		}
		if (command === "serve") return await serve(rest, streams);
		const guess = nearest(command, commands);
		throw new UsageError(`There is no command "${command}".${guess ? ` Did you mean "${guess}"?` : ""}`);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		streams.err.write(`tenon-mock: ${error.message}\nSee tenon-mock --help.\n`);
		return 2;
	}
}
