import type { ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** Arguments that let node read TypeScript, in any directory. */
export const typescript = ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href];

/** Waits for the end of a child process, and returns its output. Spawn it with pipes. */
export async function endOf(child: ChildProcess): Promise<{ out: string; err: string; code: number | null }> {
	const { stdout, stderr } = child;
	if (!stdout || !stderr) throw new Error("Spawn the process with pipes.");
	const ended = new Promise<number | null>((resolve, reject) => child.once("close", resolve).once("error", reject));
	const [out, err, code] = await Promise.all([text(stdout), text(stderr), ended]);
	return { out, err, code };
}
