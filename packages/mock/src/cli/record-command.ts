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
			"Run a proxy that records the responses of a real server, and reports where they deviate from the contract.",
		)
		.description(
			"Pass every request on to a real server, with its credentials. Report each response that deviates from the contract immediately, and all of them at the end. Stop it with Ctrl-C. Needs the package zod.",
		)
		.requiredOption("--to <url>", "the real server, e.g. https://platform.example.com", address)
		.option("--har <file>", "at the end, write requests and responses to this file, without secrets", file)
		.option("--out <file>", "at the end, write the deviations to this file, as JSON", file)
		.addOption(
			new Option(
				"--unknown <what>",
				"what to do with requests that are not an operation of the contract: pass them on, or refuse them with 404",
			)
				.choices(["pass", "refuse"])
				.default("pass"),
		)
		.option("--host <address>", "address to listen on; with the default, only this machine can connect", "127.0.0.1")
		.option(
			"--timeout <ms>",
			"time limit of the server's response in milliseconds; after that, the response is 504",
			wholeNumber(1, 3_600_000),
			60_000,
		)
		.option("--json", "log JSON lines, for programs")
		.option("--quiet", "log only deviations, not requests")
		.action(async (options: RecordCommandOptions) => ended(await (await import("./record")).record(options, streams)));
}
