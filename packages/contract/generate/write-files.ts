import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { repository } from "./repository";

/**
 * Writes generated files that differ from the existing ones. With `--check` as an argument, it writes nothing.
 *
 * @param files texts by path in the repository
 * @returns the paths of the files that differed
 */
export async function writeFiles(files: ReadonlyMap<string, string>): Promise<string[]> {
	const stale: string[] = [];
	for (const [path, text] of files) {
		const file = join(repository, path);
		if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
		stale.push(path);
		if (isCheck) continue;
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
	return stale;
}

/** Whether to only report stale files, and write nothing. */
export const isCheck = process.argv.includes("--check");

/** Reports what was written. In a check, lists the stale files, and makes the process exit with 1 if there are any. */
export function reportFiles(what: string, count: number, stale: readonly string[]): void {
	if (isCheck && stale.length > 0) {
		console.error(`Stale, run npm run generate:\n${stale.map((path) => `  ${path}`).join("\n")}`);
		process.exitCode = 1;
	} else
		console.log(
			isCheck
				? `${what}: ${count} generated files are fresh.`
				: `${what}: ${count} files generated, ${stale.length} changed.`,
		);
}
