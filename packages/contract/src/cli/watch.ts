import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The polling interval in milliseconds. Polling the times of a few files works on every disk, even in containers. */
const pause = 200;

/** Returns when a file was last written; -1 if it does not exist, so that its creation is a change. */
const timeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? -1;

const timesOf = async (paths: readonly string[]): Promise<Map<string, number>> =>
	new Map(await Promise.all(paths.map(async (path): Promise<[string, number]> => [path, await timeOf(path)])));

/**
 * Runs a function now, and again after each change of the files that it read, until the signal aborts.
 *
 * @param files the files to watch even if nothing could be read
 * @param run returns the absolute paths of the files that it read
 */
export async function watch(
	files: readonly string[],
	run: () => Promise<readonly string[]>,
	signal: AbortSignal,
): Promise<void> {
	let paths: readonly string[] = files.map((file) => resolve(file));
	while (!signal.aborted) {
		// Read before the run, so that a change during it is not missed.
		const before = await timesOf(paths);
		paths = [...new Set([...files.map((file) => resolve(file)), ...(await run())])];
		const known = new Map([...(await timesOf(paths)), ...before]);
		while (!signal.aborted && !(await isChanged(known, paths)))
			await sleep(pause, undefined, { signal }).catch(() => {});
	}
}

async function isChanged(known: ReadonlyMap<string, number>, paths: readonly string[]): Promise<boolean> {
	const now = await timesOf(paths);
	return paths.some((path) => now.get(path) !== known.get(path));
}
