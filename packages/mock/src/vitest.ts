import { test as base, expect } from "vitest";
import { type Exercised, exercised } from "./control/coverage";
import { createPlatform, type Platform, type PlatformOptions } from "./platform/platform";
import { demo } from "./seed/demo";
import { matchers, type PlatformMatchers, rememberingFetch } from "./testing/matchers";

export type { PlatformMatchers } from "./testing/matchers";

/** The fixtures that `test` gives to every test. */
export interface PlatformFixtures {
	/** The platform's options. Set them with `test.scoped({ platformOptions: … })` or `test.extend({ … })`. */
	platformOptions: PlatformOptions;
	/** The test's own platform, with the demo seed unless `platformOptions` sets another one. */
	platform: Platform;
	/** The platform's `fetch`, which any client accepts. */
	fetch: Platform["fetch"];
}

/**
 * Vitest's `test`, with a fresh platform for every test. Tests that run at the same time are isolated. Importing it
 * also adds the matchers `toHaveCalled` and `toMatchContract`.
 *
 * @example
 * import { test } from "@tenon/mock/vitest";
 *
 * test("a comment is sent", async ({ platform, fetch, expect }) => {
 * 	const tenon = createClient({ baseUrl: "http://platform.test", auth: { token: "developer-token" }, fetch });
 * 	await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "hi" });
 * 	expect(platform).toHaveCalled("createIssueNote", { requestBody: { body: "hi" }, status: 201 });
 * });
 */
export const test = base.extend<PlatformFixtures>({
	platformOptions: {},
	platform: async ({ platformOptions, task }, use) => {
		const platform = createPlatform({ seed: demo, ...platformOptions });
		await use(platform);
		// A response that a fault still holds would delay the end of the test.
		platform.faults.clear();
		task.meta.tenonCoverage = exercised(platform.coverage());
	},
	fetch: async ({ platform }, use) => {
		await use(rememberingFetch(() => platform));
	},
});

declare module "vitest" {
	// Vitest declares this type parameter.
	interface Matchers<T> extends PlatformMatchers<T> {}
	interface TaskMeta {
		/** What the test exercised of the contract, for `@tenon/mock/vitest-reporter`. */
		tenonCoverage?: readonly Exercised[];
	}
}

expect.extend(matchers);
