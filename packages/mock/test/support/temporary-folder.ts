import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates an empty folder, which is removed when the test ends. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "tenon-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Returns the path of a state file that does not exist yet, in a new folder. */
export const newStateFile = (): string => join(temporaryFolder(), "platform.json");
