import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { addDoctor } from "./doctor-command";
import { addExec } from "./exec-command";
import { hint } from "./hint";
import { addRecord } from "./record-command";
import { addReplay } from "./replay-command";
import { addRoutes } from "./routes-command";
import { addSeed } from "./seed-command";
import { addServe } from "./serve-command";
import { addSnapshot } from "./snapshot-command";
import type { Streams } from "./streams";

/** Runs the program with its arguments, parsed by Commander. */
export async function runProgram(args: readonly string[], streams: Streams): Promise<number> {
	let code = 0;
	const program = new Command("tenon-mock")
		.description("A mock of GitLab's API in memory, for clients in any language.")
		.version(version)
		.enablePositionalOptions()
		.configureOutput({
			writeOut: (text) => void streams.out.write(text),
			writeErr: (text) => void streams.err.write(text),
		})
		.exitOverride()
		.showHelpAfterError(hint)
		.addHelpText("after", "\nExit codes: 0 done, 1 failed, 2 wrong arguments; exec exits with its command's code.");
	const ended = (number: number): void => {
		code = number;
	};
	for (const add of [addServe, addExec, addRecord, addReplay, addSeed, addSnapshot, addRoutes, addDoctor])
		add(program, streams, ended);
	try {
		if (args.length === 0) program.outputHelp();
		else await program.parseAsync(args, { from: "user" });
		return code;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
		throw error;
	}
}
