/** Every area at the widths of phones, tablets and desktops: nothing overflows, and axe finds no faults. */
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { axeFaults } from "./accessible";
import { canOpen, type Inspected, inspect, someTraffic } from "./open-inspector";

/** Returns the elements that scroll sideways, as described by the page. Only wide tables may, in their frame. */
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

	/** The widths are tested in pairs. Loading each area only once for all checks takes a quarter of the time. */
	test.each([
		[390, 360],
		[1280, 768],
	])("no area scrolls sideways at %i and %i px, and axe finds no fault, light or dark", async (width, narrower) => {
		const page = await mock.open("/requests", { width });
		onTestFinished(() => page.close());
		for (const path of paths) {
			await page.goto(`${mock.server.url}/_mock${path}`);
			await page.locator("main h1, main h2").first().waitFor({ state: "attached" });
			await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
			const finds = (what: string, faults: () => Promise<string[]>) =>
				expect.poll(async () => [path, what, await faults()]).toEqual([path, what, []]);
			await finds("sideways", () => sideways(page));
			await finds("axe", () => axeFaults(page));
			// The themes only differ in colors.
			await page.emulateMedia({ colorScheme: "dark" });
			await finds("axe, dark", () => axeFaults(page, ["color-contrast"]));
			await page.emulateMedia({ colorScheme: "light" });
			await page.setViewportSize({ width: narrower, height: 800 });
			await finds("sideways, narrower", () => sideways(page));
			await page.setViewportSize({ width, height: 800 });
		}
		expect(mock.complaints).toEqual([]);
	});
});
