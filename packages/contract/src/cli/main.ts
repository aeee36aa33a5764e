import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { addGenerate } from "./generate-command";
import type { Streams } from "./streams";

/**
 * Runs the program with its arguments.
 *
 * @param signal ends `--watch`
 * @returns the exit code: 0 for success, 1 if a file is invalid or files are stale, 2 for invalid arguments
 */
export async function main(args: readonly string[], streams: Streams, signal?: AbortSignal): Promise<number> {
	let code = 0;
	const program = new Command("tenon-contract")
		.description(
			"Generate code for your own operations: everything that the contract's operations have, from an OpenAPI file, and typed documents from GraphQL files.",
		)
		.version(version)
		.configureOutput({
			writeOut: (text) => void streams.out.write(text),
			writeErr: (text) => void streams.err.write(text),
		})
		.exitOverride()
		.showHelpAfterError("See tenon-contract --help, and --help after a command.")
		.addHelpText(
			"after",
			`
Exit codes: 0 done · 1 a file is invalid, or files are stale · 2 the arguments are wrong.

Examples:
  $ tenon-contract generate --openapi company.yaml --out src/company
  $ tenon-contract generate --openapi company.yaml --out src/company --check
  $ tenon-contract generate --openapi company.yaml --graphql company/graphql --out src/company
`,
		);
	const ended = (number: number): void => {
		code = number;
	};
	addGenerate(program, streams, ended, signal);
	try {
		if (args.length === 0) program.outputHelp();
		else await program.parseAsync(args, { from: "user" });
		return code;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
		throw error;
	}
}
