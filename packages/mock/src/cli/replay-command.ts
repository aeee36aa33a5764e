import { type Command, Option } from "commander";
import type { ReplayCommandOptions } from "./command-options";
import { addOptions } from "./program-option";
import { serveOptions } from "./serve-command";
import type { Streams } from "./streams";

/** `replay`: runs a platform that returns the responses of a recording. */
export function addReplay(program: Command, streams: Streams, ended: (code: number) => void): void {
	const command = program
		.command("replay <file>")
		.summary("Return the responses of a recording, without the real server.")
		.description(
			"Start a platform that returns recorded responses. A request gets the responses that were recorded for the same method, path, query and body, in their order; the last one is repeated. Only the world of requests that do not name one replays. Stop it with Ctrl-C.",
		)
		.addOption(
			new Option(
				"--unmatched <what>",
				"what to do with requests that were not recorded: mock lets the platform respond, refuse responds 404 with a suggestion",
			)
				.choices(["mock", "refuse"])
				.default("mock"),
		)
		.option("--once", "return each recorded response only once");
	addOptions(command, serveOptions).action(async (file: string, options: ReplayCommandOptions) =>
		ended(await (await import("./replay")).replay(file, options, streams)),
	);
}
