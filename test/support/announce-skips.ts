import type { TestProject } from "vitest/node";
import { skips } from "./requirements";

/** Prints why tests are skipped, before a project's first test. The default reporter only counts skipped tests. */
export default function announceSkips({ name }: TestProject): void {
	for (const line of skips(name)) console.warn(line);
}
