import { endWithReader } from "./closed-pipe";
import { run } from "./run";

/** Runs the program with the arguments and streams of this process. */
export async function main(): Promise<void> {
	endWithReader(process.stdout, process.stderr);
	process.exitCode = await run(process.argv.slice(2), { out: process.stdout, err: process.stderr });
}
