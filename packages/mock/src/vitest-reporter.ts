import type { Reporter, TestModule, Vitest } from "vitest/node";
import { type Exercised, mergeCoverage } from "./control/coverage";
import { formatCoverage } from "./control/format-coverage";
// For what it says of a test's meta.
import type {} from "./vitest";

/**
 * Prints at the end of a run how much of the contract its tests exercised together: those that used the fixtures of
 * `@tenon/mock/vitest`, in whichever worker. Nothing where none did.
 *
 * @example
 * export default defineConfig({ test: { reporters: ["default", "@tenon/mock/vitest-reporter"] } });
 */
export class CoverageReporter implements Reporter {
	#print: (text: string) => void = console.log;

	onInit({ logger }: Vitest): void {
		this.#print = (text) => logger.log(text);
	}

	onTestRunEnd(modules: readonly TestModule[]): void {
		const all: (readonly Exercised[])[] = [];
		for (const module of modules)
			for (const test of module.children.allTests()) {
				const { tenonCoverage } = test.meta();
				if (tenonCoverage) all.push(tenonCoverage);
			}
		if (all.length > 0) this.#print(`\n${formatCoverage(mergeCoverage(all))}`);
	}
}

// Vitest takes the default export; one more name beside it keeps that the same for CommonJS.
export default CoverageReporter;
