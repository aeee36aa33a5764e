import { type Command, Option } from "commander";
import type { RecordCommandOptions } from "./command-options";
import { address, file, wholeNumber } from "./option-values";
import { addOptions } from "./program-option";
import { portOption } from "./serve-command";
import type { Streams } from "./streams";

/** `record`: runs a proxy to a real server. */
export function addRecord(program: Command, streams: Streams, ended: (code: number) => void): void {
	addOptions(program.command("record"), [portOption])
		.summary(
			"Run a proxy to a real server that records the responses, and reports where they deviate from the contract.",
		)
		.description(
			"Pass every request on to a real server, with its credentials, and report each response that deviates from the contract: at once, and all of them at the end. Stop it with Ctrl-C. Needs the package zod.",
		)
		.requiredOption("--to <url>", "the real server, e.g. https://platform.example.com", address)
		.option("--har <file>", "write requests and responses into this file at the end, secrets hidden", file)
		.option("--out <file>", "write the deviations into this file at the end, as JSON", file)
		.addOption(
			new Option(
				"--unknown <what>",
				"requests that are not an operation of the contract: pass them on, or refuse with 404",
			)
				.choices(["pass", "refuse"])
				.default("pass"),
		)
		.option("--host <address>", "address to listen on; only this machine reaches the default", "127.0.0.1")
		.option(
			"--timeout <ms>",
			"milliseconds that the server has for a response; then 504",
			wholeNumber(1, 3_600_000),
			60_000,
		)
		.option("--json", "log as JSON lines, for machines")
		.option("--quiet", "log no requests, only deviations")
		.action(async (options: RecordCommandOptions) => ended(await (await import("./record")).record(options, streams)));
}
