import type { Reporter, TestModule, Vitest } from "vitest/node";
import { type Exercised, mergeCoverage } from "./control/coverage";
import { formatCoverage } from "./control/format-coverage";
// Declares `tenonCoverage` in the meta of a test.
import type {} from "./vitest";

/**
 * Prints, at the end of a run, how much of the contract its tests exercised together. It counts the tests that use the
 * fixtures of `@tenon/mock/vitest`, in all workers, and prints nothing if there are none.
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

// Vitest reads the default export. The second, named export makes CommonJS export it the same way.
export default CoverageReporter;
