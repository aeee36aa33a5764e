import type { Command } from "commander";
import type { ExecCommandOptions } from "./command-options";
import { wholeNumber } from "./option-values";
import { platformOptions } from "./platform-options";
import { addOptions } from "./program-option";
import type { Streams } from "./streams";

/** `exec`: runs a platform as long as a command runs. */
export function addExec(program: Command, streams: Streams, ended: (code: number) => void): void {
	const command = program
		.command("exec")
		.argument("<command...>", "the command and its arguments")
		.passThroughOptions()
		.summary("Start a platform, run a command with its URL and a token, and exit with the command's code.")
		.description("Start a platform, run the command, stop the platform, and exit with the command's code.")
		.option("--port <number>", "port to listen on; 0 for any free port", wholeNumber(0, 65_535), 0)
		.option(
			"--as <name>",
			"user whose token the command gets: root, owner, maintainer, developer, reporter, guest, outsider, auditor, or any user of a seed file",
		)
		.option("--log", "log requests to the standard error");
	addOptions(command, platformOptions)
		.addHelpText(
			"after",
			`
The command has these environment variables:
  TENON_BASE_URL     the platform's URL
  TENON_TOKEN        the token of the user of --as; without --as, the developer's for demo and volume, none for other seeds
  TENON_GRAPHQL_URL  the URL of the GraphQL endpoint
  TENON_CONTROL_URL  the URL of the control API

Example:
  $ tenon-mock exec --tier premium -- npm test`,
		)
		.action(async (words: readonly string[], options: ExecCommandOptions) =>
			ended(await (await import("./exec")).exec(words, options, streams)),
		);
}
