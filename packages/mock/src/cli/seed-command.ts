import type { Command } from "commander";
import type { CheckCommandOptions, ExportCommandOptions } from "./command-options";
import { collect, time } from "./option-values";
import { addRunningOptions } from "./running-options";
import type { Streams } from "./streams";

/** `seed`: checks seed files, or writes one. */
export function addSeed(program: Command, streams: Streams, ended: (code: number) => void): void {
	const seed = program.command("seed").description("Check seed files, or write one from a running platform.");
	seed
		.command("check <files...>")
		.summary("Load seed files, and print what they create or what is wrong.")
		.description(
			"Load seed files, one after the other, and print how many records of each kind they create. If anything is wrong, print each fault with its file, line and column, and exit with 1. packages/mock/docs/seeds.md describes the files.",
		)
		.option("--seed <name>", "records to start from: empty (default), demo, volume, or another file", collect)
		.option("--clock <time>", "the time to which relative times refer (default: the machine's clock)", time)
		.option("--json", "print JSON: all ids and keys, or all faults")
		.action(async (files: readonly string[], options: CheckCommandOptions) =>
			ended(await (await import("./seed")).checkSeeds(files, options, streams)),
		);
	addRunningOptions(seed.command("export [file]"))
		.summary("Write the records of a running platform to a seed file.")
		.description(
			"Write the records of a running platform to a seed file: JSON if its name ends with .json, otherwise YAML. Without a file, print them. If you load the file into an empty platform (serve --seed <file>), the state is the same.",
		)
		.option("--json", "print JSON")
		.action(async (file: string | undefined, options: ExportCommandOptions) =>
			ended(await (await import("./seed")).exportSeed(file, options, streams)),
		);
}
