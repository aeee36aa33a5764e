import { defineConfig } from "@playwright/test";
import type { PlatformFixtures } from "@tenon/mock/playwright";
import { chromiumPath } from "../../../../test/support/requirements";

/** The configuration for playwright.test.ts. */
export default defineConfig<PlatformFixtures>({
	testMatch: "playwright.fixture.ts",
	// This file has no paths, so the test uses the built packages.
	tsconfig: "../../../../test/bench/tsconfig.json",
	reporter: "json",
	use: {
		launchOptions: {
			executablePath: chromiumPath,
			args: ["--no-sandbox", "--disable-gpu"],
		},
	},
});
