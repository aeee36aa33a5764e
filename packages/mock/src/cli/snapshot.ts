import { readFile } from "node:fs/promises";
import { snapshotHelp } from "./help";
import { type Options, parseOptions } from "./parse-options";
import { Refused, RunningPlatform, runningOptions, writeWhole } from "./running-platform";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

const options = {
	...runningOptions,
	help: { type: "boolean", short: "h" },
} as const satisfies Options;

/** `tenon-mock snapshot`: fetches the state of a running platform into a file, or gives it the state of one. */
export async function snapshot(args: readonly string[], { out, err }: Streams): Promise<number> {
	const { values, positionals } = parseOptions(args, options, 2);
	if (values.help) {
		out.write(snapshotHelp);
		return 0;
	}
	const [action, file] = positionals;
	if (action !== "save" && action !== "load")
		throw new UsageError(`snapshot takes save or load; not "${action ?? ""}".`);
	if (file === undefined) throw new UsageError(`snapshot ${action} takes a file.`);
	const running = new RunningPlatform(values);
	try {
		if (action === "save") {
			const state = await running.ask("/state");
			await writeWhole(file, state);
			out.write(`Saved the state of ${running.url} in ${file}.\n`);
		} else {
			await running.ask("/state", await readFile(file, "utf8"));
			out.write(`${running.url} holds now the state of ${file}.\n`);
		}
		return 0;
	} catch (error) {
		const isTold = error instanceof Refused || (error instanceof Error && "code" in error);
		if (!isTold) throw error;
		err.write(`tenon-mock: ${error.message}\n`);
		return 1;
	}
}
