import type { Command } from "commander";
import type { DoctorCommandOptions } from "./command-options";
import { collect, file } from "./option-values";
import { addOptions } from "./program-option";
import { portOption } from "./serve-command";
import type { Streams } from "./streams";

/** `doctor`: checks whether everything that the program needs is there. */
export function addDoctor(program: Command, streams: Streams, ended: (code: number) => void): void {
	addOptions(program.command("doctor"), [portOption])
		.summary("Check whether all that it needs is there.")
		.description(
			'Check whether all that it needs is there, a line for each check: "ok"; "missing", which affects only what the line names; "no", which keeps it from serving and gives exit code 1.',
		)
		.option("--host <address>", "address to check", "127.0.0.1")
		.option("--data <file>", "the file that serve is to keep what it holds in", file)
		.option("--extend <file>", "an extension whose records the file has; repeat it to add several", collect)
		.option("--json", "print JSON lines, for machines")
		.action(async (options: DoctorCommandOptions) => ended(await (await import("./doctor")).doctor(options, streams)));
}
