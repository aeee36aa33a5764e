import type { Command } from "commander";
import type { DoctorCommandOptions } from "./command-options";
import { collect, file } from "./option-values";
import { addOptions } from "./program-option";
import { portOption } from "./serve-command";
import type { Streams } from "./streams";

/** `doctor`: checks whether everything that the program needs is there. */
export function addDoctor(program: Command, streams: Streams, ended: (code: number) => void): void {
	addOptions(program.command("doctor"), [portOption])
		.summary("Check whether this machine has everything that serve needs.")
		.description(
			'Check whether this machine has everything that serve needs. Print a line for each check: "ok"; "missing" if that affects only what the line names; "no" if serve cannot run, and exit with 1.',
		)
		.option("--host <address>", "address to check", "127.0.0.1")
		.option("--data <file>", "the file of serve --data", file)
		.option("--extend <file>", "an extension whose records are in the file; repeat it to add several", collect)
		.option("--json", "print JSON lines, for programs")
		.action(async (options: DoctorCommandOptions) => ended(await (await import("./doctor")).doctor(options, streams)));
}
