import { createPlatform, type Platform, type PlatformOptions } from "./platform/platform";
import { demo } from "./seed/demo";
import { matchers, rememberingFetch } from "./testing/matchers";

export { matchers, type PlatformMatchers } from "./testing/matchers";

/** What a test runner calls before and after each test. */
export interface Hooks {
	beforeEach(work: () => void): unknown;
	afterEach(work: () => void): unknown;
}

/** What each test finds. */
export interface TestPlatform {
	/** The running test's own platform. Throws between tests. */
	readonly platform: Platform;
	/** Calls the platform of the test that runs. Any client accepts it, also one that is made once for all tests. */
	readonly fetch: Platform["fetch"];
}

function globalHooks(): Hooks {
	const { beforeEach, afterEach } = globalThis as Partial<Hooks>; // a runner's globals are in no type here
	if (!beforeEach || !afterEach)
		throw new Error(
			"setupPlatform: this runner has no global beforeEach and afterEach. Give them as the second argument, e.g. those of node:test.",
		);
	return { beforeEach, afterEach };
}

/** What a runner's `expect` may have. */
interface Extensible {
	extend(with_: typeof matchers): unknown;
}

/**
 * Gives every test a fresh platform, with the demo seed by default: for Jest and runners like it (Mocha, node:test).
 * Call it at the top of a test file or of a `describe`. Where there is a global `expect` that can be extended, it gets the
 * matchers `toHaveCalled` and `toMatchContract`; elsewhere `expect.extend(matchers)` adds them. Tests of one file run one after
 * another; those that run at the same time take `createPlatform` themselves.
 *
 * @param hooks The runner's, where they are no globals.
 * @throws Error where there are no hooks.
 * @example
 * const mock = setupPlatform({ tier: "premium" });
 *
 * test("a comment is sent", async () => {
 * 	const tenon = createClient({ baseUrl: "http://platform.test", auth: { token: "developer-token" }, fetch: mock.fetch });
 * 	await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "hi" });
 * 	expect(mock.platform).toHaveCalled("createIssueNote", { status: 201 });
 * });
 */
export function setupPlatform(options: PlatformOptions = {}, hooks: Hooks = globalHooks()): TestPlatform {
	let platform: Platform | undefined;
	const current = (): Platform => {
		if (!platform) throw new Error("setupPlatform: there is a platform only while a test runs.");
		return platform;
	};
	hooks.beforeEach(() => {
		platform = createPlatform({ seed: demo, ...options });
	});
	hooks.afterEach(() => {
		// What is still held would hold the test's end up.
		platform?.faults.clear();
		platform = undefined;
	});
	const { expect } = globalThis as { expect?: Partial<Extensible> };
	expect?.extend?.(matchers);
	return {
		get platform() {
			return current();
		},
		fetch: rememberingFetch(current),
	};
}
