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
		.summary("Load seed files, and print what they make or what is wrong.")
		.description(
			"Load seed files, one after the other, and print how many records of each kind they make. If anything is wrong, print each fault with its file, line and column, and exit with 1. packages/mock/docs/seeds.md describes the files.",
		)
		.option("--seed <name>", "what is there before: empty (default), demo, volume, or another file", collect)
		.option("--clock <time>", "the time that relative times count from (default: the machine's clock)", time)
		.option("--json", "print JSON: all ids and keys, or all faults")
		.action(async (files: readonly string[], options: CheckCommandOptions) =>
			ended(await (await import("./seed")).checkSeeds(files, options, streams)),
		);
	addRunningOptions(seed.command("export [file]"))
		.summary("Write what a running platform holds as a seed file.")
		.description(
			"Write what a running platform holds as a seed file, in YAML or, for a file that ends with .json, in JSON. Without a file, print it. Loaded into an empty platform (serve --seed <file>) the file gives the same state.",
		)
		.option("--json", "print JSON")
		.action(async (file: string | undefined, options: ExportCommandOptions) =>
			ended(await (await import("./seed")).exportSeed(file, options, streams)),
		);
}
