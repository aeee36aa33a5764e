import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The configuration of a separate run, for vitest.test.ts. */
export default defineConfig({
	root: fileURLToPath(new URL(".", import.meta.url)),
	resolve: {
		alias: [
			{ find: /^@tenon\/(contract|mock)$/, replacement: `${source("")}$1/src/index.ts` },
			{ find: /^@tenon\/(contract|mock)\/(.*)$/, replacement: `${source("")}$1/src/$2.ts` },
		],
	},
	test: {
		include: ["{first,second}.fixture.ts"],
		pool: "forks",
		reporters: [["default", { summary: false }], source("mock/src/vitest-reporter.ts")],
	},
});
