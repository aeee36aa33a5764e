import {
	test as base,
	expect as baseExpect,
	type Expect,
	type PlaywrightTestArgs,
	type PlaywrightTestOptions,
	type PlaywrightWorkerArgs,
	type PlaywrightWorkerOptions,
	type TestType,
} from "@playwright/test";
import { createPlatform, type Platform, type PlatformOptions } from "./platform/platform";
import { demo } from "./seed/demo";
import { matchers } from "./testing/matchers";
import { routePlatform } from "./testing/route-platform";

export { routePlatform } from "./testing/route-platform";

/** The fixtures that `test` gives to every test. */
export interface PlatformFixtures {
	/** The options of the platform. Set them with `test.use({ platformOptions: … })` or in the configuration. */
	platformOptions: PlatformOptions;
	/** The base URL at which your application expects the platform. Nothing has to listen there. */
	platformUrl: string;
	/** The test's own platform, with the demo seed unless `platformOptions` sets another one. All pages use it. */
	platform: Platform;
}

/**
 * Playwright's `test`, with a fresh platform for every test. Requests of the test's pages below `platformUrl` go to it,
 * without a server. Tests that run at the same time are isolated. When a test fails, the platform's journal is attached
 * to its report.
 *
 * @example
 * import { expect, test } from "@tenon/mock/playwright";
 *
 * test.use({ platformUrl: "http://localhost:3000/platform" });
 *
 * test("a comment is sent", async ({ page, platform }) => {
 * 	await page.goto("http://localhost:3000/issues/1");
 * 	await page.getByLabel("Comment").fill("hi");
 * 	await page.getByRole("button", { name: "Send" }).click();
 * 	await expect.poll(() => platform.journal.last("createIssueNote")?.status).toBe(201);
 * });
 */
export const test: TestType<
	PlaywrightTestArgs & PlaywrightTestOptions & PlatformFixtures,
	PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<PlatformFixtures>({
	platformOptions: [{}, { option: true }],
	platformUrl: ["https://platform.example.com", { option: true }],
	platform: [
		async ({ platformOptions, platformUrl, context }, use, testInfo) => {
			const platform = createPlatform({ seed: demo, ...platformOptions });
			const stop = await routePlatform(context, platform, platformUrl);
			await use(platform);
			// A held response would hold up the end of the test.
			platform.faults.clear();
			await stop();
			if (testInfo.status !== testInfo.expectedStatus)
				await testInfo.attach("journal of the platform", {
					body: JSON.stringify(platform.journal.calls(), null, "\t"),
					contentType: "application/json",
				});
		},
		{ auto: true },
	],
});

/** Playwright's `expect`, with the matchers `toHaveCalled` and `toMatchContract`. */
export const expect: Expect<typeof matchers> = baseExpect.extend(matchers);
