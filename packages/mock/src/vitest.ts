import { test as base, expect } from "vitest";
import { type Exercised, exercised } from "./control/coverage";
import { createPlatform, type Platform, type PlatformOptions } from "./platform/platform";
import { demo } from "./seed/demo";
import { matchers, type PlatformMatchers, rememberingFetch } from "./testing/matchers";

export type { PlatformMatchers } from "./testing/matchers";

/** What `test` gives to every test. */
export interface PlatformFixtures {
	/** How the platform is made; `test.scoped({ platformOptions: … })` or `test.extend({ platformOptions: … })` sets it. */
	platformOptions: PlatformOptions;
	/** A platform of the test's own, with the demo seed unless `platformOptions` says otherwise. */
	platform: Platform;
	/** Its `fetch`, which any client takes. */
	fetch: Platform["fetch"];
}

/**
 * Vitest's `test`, with a fresh platform for every test: tests that run at the same time never see each other. Importing it
 * brings the matchers `toHaveCalled` and `toMatchContract`.
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
		// What is still held would hold the test's end up.
		platform.faults.clear();
		task.meta.tenonCoverage = exercised(platform.coverage());
	},
	fetch: async ({ platform }, use) => {
		await use(rememberingFetch(() => platform));
	},
});

declare module "vitest" {
	// The parameter is vitest's own.
	interface Matchers<T> extends PlatformMatchers<T> {}
	interface TaskMeta {
		/** What a test's platform exercised, for `@tenon/mock/vitest-reporter`. */
		tenonCoverage?: readonly Exercised[];
	}
}

expect.extend(matchers);
