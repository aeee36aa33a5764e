import { readFile } from "node:fs/promises";
import type { RunningCommandOptions } from "./command-options";
import { RunningPlatform, reporting, writeWhole } from "./running-platform";
import type { Streams } from "./streams";

/** `tenon-mock snapshot save`: fetches the state of a running platform into a file. */
export const saveSnapshot = (file: string, options: RunningCommandOptions, { out, err }: Streams): Promise<number> =>
	reporting(err, async () => {
		const running = new RunningPlatform(options);
		await writeWhole(file, await running.ask("/state"));
		out.write(`Saved the state of ${running.url} in ${file}.\n`);
	});

/** `tenon-mock snapshot load`: gives a running platform the state of a file. */
export const loadSnapshot = (file: string, options: RunningCommandOptions, { out, err }: Streams): Promise<number> =>
	reporting(err, async () => {
		const running = new RunningPlatform(options);
		await running.ask("/state", await readFile(file, "utf8"));
		out.write(`${running.url} holds now the state of ${file}.\n`);
	});
