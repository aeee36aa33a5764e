import type { TestProject } from "vitest/node";
import { skips } from "./requirements";

/** Runs before a project's first test: the default reporter counts skipped tests, but does not say why they are skipped. */
export default function announceSkips({ name }: TestProject): void {
	for (const line of skips(name)) console.warn(line);
}
