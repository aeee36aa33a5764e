import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { type Inspected, inspect } from "./open-inspector";

/**
 * A mock with the inspector for the tests of a `describe`. Its pages close when their test ends. In the end they must have had no
 * errors and no violations of their policy.
 *
 * @param prepare What happens before each test; by default the mock is reset.
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
	// The mock does not exist before the tests begin.
	return new Proxy({} as Inspected, { get: (_, name) => (name === "open" ? open : Reflect.get(opened, name)) });
}
