import { createPlatform, type Platform, type PlatformOptions } from "./platform/platform";
import { demo } from "./seed/demo";
import { matchers, rememberingFetch } from "./testing/matchers";

export { matchers, type PlatformMatchers } from "./testing/matchers";

/** The functions that register what a test runner calls before and after each test. */
export interface Hooks {
	beforeEach(work: () => void): unknown;
	afterEach(work: () => void): unknown;
}

/** What `setupPlatform` returns: the platform of the running test. */
export interface TestPlatform {
	/** The platform of the running test. Throws if no test is running. */
	readonly platform: Platform;
	/** Calls the platform of the running test. Any client accepts it, including one created once for all tests. */
	readonly fetch: Platform["fetch"];
}

function globalHooks(): Hooks {
	const { beforeEach, afterEach } = globalThis as Partial<Hooks>; // no type declares the runner's globals
	if (!beforeEach || !afterEach)
		throw new Error(
			"setupPlatform: this runner has no global beforeEach and afterEach. Pass them as the second argument, for example those of node:test.",
		);
	return { beforeEach, afterEach };
}

/** The part of a runner's `expect` that adds matchers. */
interface Extensible {
	extend(with_: typeof matchers): unknown;
}

/**
 * Gives every test a fresh platform, with the demo seed by default. Works with Jest and similar runners (Mocha,
 * node:test). Call it at the top of a test file or of a `describe`. If there is a global `expect` with an `extend`
 * method, it gets the matchers `toHaveCalled` and `toMatchContract`; otherwise add them with `expect.extend(matchers)`.
 * The tests of one file must run one after another; tests that run at the same time call `createPlatform` themselves.
 *
 * @param hooks The runner's hooks, if they are not globals.
 * @throws Error if there are no hooks.
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
		if (!platform) throw new Error("setupPlatform: the platform only exists while a test runs.");
		return platform;
	};
	hooks.beforeEach(() => {
		platform = createPlatform({ seed: demo, ...options });
	});
	hooks.afterEach(() => {
		// A response that a fault still holds would delay the end of the test.
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
