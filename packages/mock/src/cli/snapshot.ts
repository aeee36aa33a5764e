import { readFile } from "node:fs/promises";
import type { RunningCommandOptions } from "./command-options";
import { RunningPlatform, reporting, writeWhole } from "./running-platform";
import type { Streams } from "./streams";

/** `tenon-mock snapshot save`: writes the state of a running platform to a file. */
export const saveSnapshot = (file: string, options: RunningCommandOptions, { out, err }: Streams): Promise<number> =>
	reporting(err, async () => {
		const running = new RunningPlatform(options);
		await writeWhole(file, await running.ask("/state"));
		out.write(`Saved the state of ${running.url} in ${file}.\n`);
	});

/** `tenon-mock snapshot load`: loads the state of a file into a running platform. */
export const loadSnapshot = (file: string, options: RunningCommandOptions, { out, err }: Streams): Promise<number> =>
	reporting(err, async () => {
		const running = new RunningPlatform(options);
		await running.ask("/state", await readFile(file, "utf8"));
		out.write(`${running.url} holds now the state of ${file}.\n`);
	});
