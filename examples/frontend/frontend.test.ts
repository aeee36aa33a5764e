import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chromiumPath, hasChromium } from "../../test/support/requirements";

describe.skipIf(!hasChromium)("the frontend, offline", { timeout: 60_000 }, () => {
	let vite: ViteDevServer;
	let browser: Browser;
	let page: Page;
	let address = "";

	beforeAll(async () => {
		vite = await createServer({
			configFile: fileURLToPath(new URL("vite.config.ts", import.meta.url)),
			logLevel: "error",
			server: { port: 0, host: "127.0.0.1" },
		});
		await vite.listen();
		// A service worker needs a secure place: localhost is one.
		address = (vite.resolvedUrls?.local[0] ?? "").replace("127.0.0.1", "localhost");
		browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
	}, 60_000);
	afterAll(async () => {
		await browser?.close();
		await vite?.close();
	});
	beforeEach(async () => {
		page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
		await page.goto(address);
		await page.getByRole("list", { name: "Failed" }).getByRole("listitem").first().waitFor();
		// From here on there is no network: what answers lives in the page.
		await page.context().setOffline(true);
	});
	afterEach(() => page.close());

	test("the board shows pipelines by status; a failed one is retried, and moves", async () => {
		const failed = page.getByRole("list", { name: "Failed" }).getByRole("listitem");
		const running = page.getByRole("list", { name: "Running" }).getByRole("listitem");
		await failed.first().waitFor();
		expect(await page.getByText("60 pipelines, the newest 40 here").count()).toBe(1);
		const [before, busy] = [await failed.count(), await running.count()];
		const card = failed.filter({ hasText: "failed" }).first();
		const name = (await card.locator("strong").textContent()) ?? "";
		await card.getByRole("button", { name: "Retry" }).click();
		await page.waitForFunction(
			(count) => document.querySelectorAll('ul[aria-label="Failed"] > li').length < count,
			before,
		);
		expect(await failed.count()).toBe(before - 1);
		expect(await page.getByRole("listitem").filter({ hasText: name }).first().textContent()).not.toContain("failed");
		await page.getByRole("button", { name: "Run on main" }).click();
		await page.getByText("61 pipelines").waitFor();
		expect(await running.count()).toBeGreaterThanOrEqual(busy);
		await page.screenshot({ path: process.env.SCREENSHOT ?? "/dev/null", type: "png" });
	});

	test("a note that is written stands on top, and older ones follow page by page", async () => {
		await page.getByRole("button", { name: "Discussion" }).click();
		const notes = page.getByRole("region", { name: "Discussion" }).getByRole("listitem");
		await notes.first().waitFor();
		expect(await notes.count()).toBe(10);
		await page.getByRole("button", { name: /^Older notes/ }).click();
		await page.waitForFunction(() => document.querySelectorAll("ol > li").length === 20);
		await page.getByRole("textbox", { name: "Your note" }).fill("Written without any server.");
		await page.getByRole("button", { name: "Comment" }).click();
		await page.getByText("Written without any server.", { exact: true }).locator("visible=true").first().waitFor();
		await page.waitForFunction(() => document.querySelector("ol > li")?.textContent?.includes("without any server"));
		expect(await notes.first().textContent()).toContain("@maintainer");
	});

	test("what a user may not do is refused in the platform's words", async () => {
		await page.getByRole("combobox").selectOption("guest");
		await page.getByRole("button", { name: "Run on main" }).click();
		const alert = page.getByRole("alert");
		await alert.waitFor();
		expect(await alert.textContent()).toMatch(/^40[03]: /);
	});

	test("a runner is paused and resumed", async () => {
		await page.getByRole("button", { name: "Runners" }).click();
		const row = page
			.getByRole("row")
			.filter({ has: page.getByRole("button", { name: "Pause" }) })
			.filter({ hasText: "project" });
		await row.first().waitFor();
		const name = (await row.first().locator("strong").textContent()) ?? "";
		await row.first().getByRole("button", { name: "Pause" }).click();
		const paused = page.getByRole("row").filter({ hasText: name });
		await paused.getByRole("button", { name: "Resume" }).waitFor();
		expect(await paused.textContent()).toContain("paused");
		await paused.getByRole("button", { name: "Resume" }).click();
		await paused.getByRole("button", { name: "Pause" }).waitFor();
	});
});
