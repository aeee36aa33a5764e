import { type Command, Option } from "commander";
import type { ReplayCommandOptions } from "./command-options";
import { addOptions } from "./program-option";
import { serveOptions } from "./serve-command";
import type { Streams } from "./streams";

/** `replay`: runs a platform that returns the responses of a recording. */
export function addReplay(program: Command, streams: Streams, ended: (code: number) => void): void {
	const command = program
		.command("replay <file>")
		.summary("Return the responses of a recording, with no server behind it.")
		.description(
			"Start a platform that returns recorded responses: requests with the same method, path, query and body get the responses that were recorded for them, in their order, the last one again and again. Only the first world replays. Stop it with Ctrl-C.",
		)
		.addOption(
			new Option(
				"--unmatched <what>",
				"requests that are not recorded: mock has the platform respond, refuse responds 404 and what was perhaps meant",
			)
				.choices(["mock", "refuse"])
				.default("mock"),
		)
		.option("--once", "return each recorded response once");
	addOptions(command, serveOptions).action(async (file: string, options: ReplayCommandOptions) =>
		ended(await (await import("./replay")).replay(file, options, streams)),
	);
}
