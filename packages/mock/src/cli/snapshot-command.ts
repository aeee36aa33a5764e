import type { Command } from "commander";
import type { RunningCommandOptions } from "./command-options";
import { addRunningOptions } from "./running-options";
import type { Streams } from "./streams";

/** `snapshot`: saves the state of a running platform to a file, or loads it from one. */
export function addSnapshot(program: Command, streams: Streams, ended: (code: number) => void): void {
	const snapshot = program
		.command("snapshot")
		.description("Save the state of a running platform to a file, or load it from one.");
	addRunningOptions(snapshot.command("save <file>"))
		.description("Save the state of a running platform to a file.")
		.action(async (file: string, options: RunningCommandOptions) =>
			ended(await (await import("./snapshot")).saveSnapshot(file, options, streams)),
		);
	addRunningOptions(snapshot.command("load <file>"))
		.description("Load the state of a file into a running platform.")
		.action(async (file: string, options: RunningCommandOptions) =>
			ended(await (await import("./snapshot")).loadSnapshot(file, options, streams)),
		);
}
