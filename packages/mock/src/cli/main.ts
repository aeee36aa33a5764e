import { endWithReader } from "./closed-pipe";
import { run } from "./run";

async function main(): Promise<void> {
	endWithReader(process.stdout, process.stderr);
	process.exitCode = await run(process.argv.slice(2), { out: process.stdout, err: process.stderr });
}

void main();
