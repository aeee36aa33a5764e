import { defineConfig } from "@playwright/test";
import type { PlatformFixtures } from "@tenon/mock/playwright";

/** For playwright.test.ts. */
export default defineConfig<PlatformFixtures>({
	testMatch: "playwright.fixture.ts",
	// It has no paths: the test runs the built packages.
	tsconfig: "../../../../test/bench/tsconfig.json",
	reporter: "json",
	use: {
		launchOptions: {
			executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
			args: ["--no-sandbox", "--disable-gpu"],
		},
	},
});
