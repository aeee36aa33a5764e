import { createRequire } from "node:module";
import { Command, CommanderError } from "commander";
import { SceneError, Unreachable } from "../rule/verdict";
import { addClaims } from "./claims-command";
import { exitCodes } from "./exit-codes";
import { addInit } from "./init-command";
import { addList } from "./list-command";
import { addRun } from "./run-command";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

const { version } = createRequire(import.meta.url)("@tenon/conformance/package.json") as { version: string };

/**
 * Runs the program with its arguments.
 *
 * @returns The exit code: 0 if the server conforms, 1 if it deviates, 2 if the arguments are wrong, 3 if the server
 *   does not respond or a record of the scene does not exist, 4 if too few rules were checked.
 */
export async function main(args: readonly string[], streams: Streams): Promise<number> {
	let code: number = exitCodes.conforms;
	const program = new Command("tenon-conformance")
		.description(
			"Check any server against the rules of the platform: its behavior and the shapes of its responses, with evidence.",
		)
		.version(version)
		.configureOutput({
			writeOut: (text) => void streams.out.write(text),
			writeErr: (text) => void streams.err.write(text),
		})
		.configureHelp({ showGlobalOptions: true })
		.exitOverride()
		.showHelpAfterError("See tenon-conformance --help, and --help after a command.")
		.addHelpText(
			"after",
			`
Exit codes: 0 the server conforms · 1 it deviates · 2 the arguments are wrong · 3 the platform does not respond or a record of the scene does not exist · 4 too little could be checked.

Examples:
  $ tenon-mock serve --port 4010 &
  $ tenon-conformance run --base-url http://127.0.0.1:4010 --config tenon-mock
  $ tenon-conformance run --base-url https://staging.example.com --mode read-only --report html=report.html --report junit=junit.xml
  $ tenon-conformance run --base-url http://localhost:4010 --config tenon-mock --include domain:pipelines --against https://staging.example.com
`,
		);
	const ended = (exitCode: number) => {
		code = exitCode;
	};
	addRun(program, streams, ended);
	addList(program, streams);
	addClaims(program, streams);
	addInit(program, streams);
	try {
		if (args.length === 0) program.outputHelp();
		else await program.parseAsync(args, { from: "user" });
		return code;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.conforms : exitCodes.usage;
		if (
			!(
				error instanceof UsageError ||
				error instanceof Unreachable ||
				error instanceof SceneError ||
				error instanceof RangeError
			)
		)
			throw error;
		streams.err.write(`tenon-conformance: ${error.message}\n`);
		return error instanceof Unreachable || error instanceof SceneError ? exitCodes.unreachable : exitCodes.usage;
	}
}
