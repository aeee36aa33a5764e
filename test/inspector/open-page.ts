import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { type Inspected, inspect } from "./open-inspector";

/**
 * Returns a mock with the inspector for the tests of a `describe`. Each page closes when its test ends. Fails at the
 * end if a page had an error or violated its content security policy.
 *
 * @param prepare runs before each test; resets the mock by default
 */
export function inspected(prepare = (mock: Inspected): unknown => mock.worlds.get().reset()): Inspected {
	let opened: Inspected;
	beforeAll(async () => {
		opened = await inspect();
	});
	beforeEach(async () => void (await prepare(opened)));
	afterAll(async () => {
		await opened?.close();
		expect(opened?.complaints ?? []).toEqual([]);
	});
	const open: Inspected["open"] = async (...args): Promise<Page> => {
		const page = await opened.open(...args);
		onTestFinished(() => page.close());
		return page;
	};
	// The mock is created when the tests begin.
	return new Proxy({} as Inspected, { get: (_, name) => (name === "open" ? open : Reflect.get(opened, name)) });
}
