import { nearest } from "../lib/nearest";
import {
	doctorHelp,
	execHelp,
	help,
	recordHelp,
	replayHelp,
	routesHelp,
	seedHelp,
	serveHelp,
	snapshotHelp,
} from "./help";
import { serve } from "./serve";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

const commands = ["serve", "exec", "record", "replay", "seed", "snapshot", "routes", "doctor", "help"];
const helps: { readonly [command: string]: string } = {
	serve: serveHelp,
	exec: execHelp,
	record: recordHelp,
	replay: replayHelp,
	seed: seedHelp,
	snapshot: snapshotHelp,
	routes: routesHelp,
	doctor: doctorHelp,
};

/**
 * Runs the program with its arguments.
 *
 * @returns The exit code: 0 done, 1 failed, 2 the arguments are wrong.
 */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
	const [command, ...rest] = args;
	try {
		if (command === undefined || command === "help" || command === "--help" || command === "-h") {
			streams.out.write(helps[rest[0] ?? ""] ?? help);
			return 0;
		}
		if (command === "serve") return await serve(rest, streams);
		if (command === "exec") return await (await import("./exec")).exec(rest, streams);
		if (command === "record") return await (await import("./record")).record(rest, streams);
		if (command === "replay") return await (await import("./replay")).replay(rest, streams);
		if (command === "seed") return await (await import("./seed")).seed(rest, streams);
		if (command === "routes") return (await import("./routes")).routes(rest, streams);
		if (command === "doctor") return await (await import("./doctor")).doctor(rest, streams);
		if (command === "snapshot") return await (await import("./snapshot")).snapshot(rest, streams);
		const guess = nearest(command, commands);
		throw new UsageError(`There is no command "${command}".${guess ? ` Did you mean "${guess}"?` : ""}`);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		streams.err.write(`tenon-mock: ${error.message}\nSee tenon-mock --help.\n`);
		return 2;
	}
}
