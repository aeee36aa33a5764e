/** Several tabs of one browser that show the same mock. */
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { canOpen, type Inspected, inspect } from "./open-inspector";

describe.skipIf(!canOpen)("several tabs", () => {
	let mock: Inspected;
	beforeAll(async () => {
		mock = await inspect();
	});
	afterAll(() => mock?.close());
	beforeEach(() => mock.worlds.get().reset());

	const rows = (page: Page) => page.getByRole("listbox", { name: "Requests" }).getByRole("option");
	const ask = () => mock.call("GET", "/user", "guest");

	/** Returns functions that open a tab in one browser, and that count the streams which the tabs have opened. */
	async function tabs(prepare: (context: BrowserContext) => Promise<void> = async () => {}) {
		const context = await mock.browser.newContext();
		onTestFinished(() => context.close());
		await prepare(context);
		let streams = 0;
		context.on("request", (request) => {
			if (request.url().includes("/journal/stream")) streams += 1;
		});
		const open = async (query = ""): Promise<Page> => {
			const page = await context.newPage();
			page.on("pageerror", (error) => mock.complaints.push(String(error)));
			await page.goto(`${mock.server.url}/_mock/requests${query}`);
			return page;
		};
		return { open, streams: () => streams };
	}

	test("one has the stream, the others show what it gets, and one of them takes over when it closes", async () => {
		const { open, streams } = await tabs();
		await ask();
		const first = await open();
		await expect.poll(() => rows(first).count()).toBe(1);
		const others = [await open(), await open()];
		for (const page of others) await expect.poll(() => rows(page).count()).toBe(1);
		await ask();
		for (const page of [first, ...others]) await expect.poll(() => rows(page).count()).toBe(2);
		expect(streams()).toBe(1);
		await first.close();
		await ask();
		for (const page of others) await expect.poll(() => rows(page).count()).toBe(3);
		expect(streams()).toBe(2);
		// After a reset, the lists of the tabs are empty, and their counts start from zero.
		mock.worlds.get().reset();
		await ask();
		for (const page of others) await expect.poll(() => rows(page).count()).toBe(1);
		expect(streams()).toBe(2);
	});

	test("another world and another search have a stream of their own", async () => {
		const { open, streams } = await tabs();
		const first = await open();
		await expect.poll(streams).toBe(1);
		const other = await open("?world=test-7");
		await expect.poll(streams).toBe(2);
		await ask();
		await expect.poll(() => rows(first).count()).toBe(1);
		expect(await rows(other).count()).toBe(0);
		await fetch(`${mock.server.url}/_world/test-7/api/v4/user`);
		await expect.poll(() => rows(other).count()).toBe(1);
		expect(await rows(first).count()).toBe(1);
	});

	test("what happens while a tab loads its list is neither lost nor shown twice", async () => {
		const { open, streams } = await tabs(async (context) => {
			let loads = 0;
			await context.route("**/_mock/journal/summaries*", async (route) => {
				loads += 1;
				const response = await route.fetch();
				if (loads > 1) {
					// These requests arrive while the tab loads its list.
					await ask();
					await ask();
				}
				await route.fulfill({ response });
			});
		});
		await ask();
		const first = await open();
		await expect.poll(() => rows(first).count()).toBe(1);
		const second = await open();
		for (const page of [first, second]) await expect.poll(() => rows(page).count()).toBe(3);
		await ask();
		for (const page of [first, second]) await expect.poll(() => rows(page).count()).toBe(4);
		expect(streams()).toBe(1);
	});

	test.each([
		["without locks", "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"],
		["without channels", "delete window.BroadcastChannel"],
	])("%s each has a stream of its own", async (_, script) => {
		const { open, streams } = await tabs(async (context) => {
			await context.addInitScript(script);
		});
		const pages = [await open(), await open()];
		await expect.poll(streams).toBe(2);
		await ask();
		for (const page of pages) await expect.poll(() => rows(page).count()).toBe(1);
	});

	test("a tab whose neighbor has the lock and says nothing has a stream of its own", async () => {
		const { open, streams } = await tabs();
		const page = await open();
		await expect.poll(streams).toBe(1);
		const silent = await page.context().newPage();
		await silent.goto(`${mock.server.url}/_mock/control/clock?world=silent`);
		const name = await page.evaluate(async () => (await navigator.locks.query()).held?.[0]?.name ?? "");
		await silent.evaluate(
			(key) => void navigator.locks.request(key, () => new Promise(() => {})),
			name.replace(" /_mock  ", " /_mock silent "),
		);
		const late = await open("?world=silent");
		await expect.poll(streams).toBe(2);
		await fetch(`${mock.server.url}/_world/silent/api/v4/user`);
		await expect.poll(() => rows(late).count()).toBe(1);
	});

	test("nothing went wrong in the pages", () => {
		expect(mock.complaints).toEqual([]);
	});
});
