import { defineConfig } from "@playwright/test";
import type { PlatformFixtures } from "@tenon/mock/playwright";
import { chromiumPath } from "../../../../test/support/requirements";

/** For playwright.test.ts. */
export default defineConfig<PlatformFixtures>({
	testMatch: "playwright.fixture.ts",
	// It has no paths: the test runs the built packages.
	tsconfig: "../../../../test/bench/tsconfig.json",
	reporter: "json",
	use: {
		launchOptions: {
			executablePath: chromiumPath,
			args: ["--no-sandbox", "--disable-gpu"],
		},
	},
});
