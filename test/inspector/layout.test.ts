/** Every area at the widths of phones, tablets and desktops: nothing overflows, no page scrolls sideways, and axe finds nothing. */
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { axeFaults } from "./accessible";
import { canOpen, type Inspected, inspect, someTraffic } from "./open-inspector";

/** The elements that scroll sideways, in the page's own words. Only wide tables may, inside their frame. */
const sideways = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const allowed = ".row-grid:not(.cards), .matrix-frame, .row-diff .scroll, pre, .json, .cm-scroller";
		const found =
			document.documentElement.scrollWidth > innerWidth ? [`page ${document.documentElement.scrollWidth}`] : [];
		for (const element of document.querySelectorAll<HTMLElement>("body *")) {
			if (element.closest(allowed) || element.clientWidth === 0) continue;
			const { overflowX } = getComputedStyle(element);
			const scrolls = overflowX === "auto" || overflowX === "scroll";
			if (scrolls && element.scrollWidth > element.clientWidth)
				found.push(`${element.className}: ${element.scrollWidth}`);
			const { right, width } = element.getBoundingClientRect();
			const isShown =
				width > 1 && getComputedStyle(element).visibility !== "hidden" && !element.closest(".hidden-text");
			if (isShown && right > innerWidth + 1)
				found.push(`${element.tagName} ${element.className}: ends at ${Math.round(right)}`);
		}
		for (const card of document.querySelectorAll(".cards .data-row"))
			if (card.scrollHeight > card.clientHeight + 1) found.push(`a card is ${card.scrollHeight} high`);
		for (const word of document.querySelectorAll(".world-table a"))
			if ((word.textContent ?? "").length < 9 && word.getClientRects().length > 1)
				found.push(`${word.textContent} is broken`);
		return found.slice(0, 5);
	});

describe.skipIf(!canOpen)("layout", () => {
	let mock: Inspected;
	let paths: string[];
	beforeAll(async () => {
		mock = await inspect();
		await someTraffic(mock);
		const { state, seed, snapshots, faults } = mock.worlds.get();
		const issue = state.issues.get(201);
		if (!issue) throw new Error("There is no issue 201.");
		snapshots.take("before-a-run-with-a-long-name");
		const note = seed.note(issue, { body: "A word without an end: ".concat("x".repeat(120)), author: "developer" });
		faults.add({ operation: "getGroup", status: 503, match: { user: "guest", path: "/api/v4/groups/acme" }, times: 3 });
		mock.worlds.fork("a-world-with-a-long-name", { from: "default" });
		paths = [
			"/requests",
			"/requests?world=*",
			"/requests/000000000008",
			"/requests/000000000002?tab=request",
			"/requests/000000000002?tab=changes",
			"/data/issues",
			`/data/notes/${note.id}?as=guest`,
			"/data/users/new",
			"/explore",
			"/explore/createIssueNote?as=developer",
			"/explore/updateGroup?as=owner",
			"/explore/graphql?as=developer",
			"/control/clock",
			"/control/settings",
			"/control/rules",
			"/control/board",
			"/control/alerts",
			"/worlds?world=a-world-with-a-long-name",
			"/worlds/default/diff/before-a-run-with-a-long-name..now",
			"/coverage",
			"/coverage/getGroup?status=401",
		];
	});
	afterAll(() => mock?.close());

	/** Opens one area after the other, and expects no faults in any. */
	async function nothingIn(faults: (page: Page) => Promise<string[]>, options: Parameters<Inspected["open"]>[1]) {
		const page = await mock.open("/requests", options);
		onTestFinished(() => page.close());
		for (const path of paths) {
			await page.goto(`${mock.server.url}/_mock${path}`);
			await page.locator("main h1, main h2").first().waitFor({ state: "attached" });
			await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
			await expect.poll(async () => [path, await faults(page)]).toEqual([path, []]);
		}
		expect(mock.complaints).toEqual([]);
	}

	test.each([360, 390, 768, 1280])("no area scrolls sideways at %i px", (width) =>
		nothingIn(sideways, { width, height: 800 }),
	);

	test.each([1280, 390])("axe finds nothing, light, %i px", (width) => nothingIn(axeFaults, { theme: "light", width }));

	// The themes differ in their colors alone.
	test.each([1280, 390])("axe finds no fault in the colors, dark, %i px", (width) =>
		nothingIn((page) => axeFaults(page, ["color-contrast"]), { theme: "dark", width }),
	);
});
