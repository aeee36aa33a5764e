import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright";
import { build, type PreviewServer, preview } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "../../test/inspector/accessible";
import { chromiumPath, hasChromium } from "../../test/support/requirements";

describe.skipIf(!hasChromium)("the frontend, offline", () => {
	let vite: PreviewServer;
	let browser: Browser;
	let page: Page;
	let address = "";
	let outDir: string;

	beforeAll(async () => {
		outDir = await mkdtemp(join(tmpdir(), "tenon-frontend-"));
		// Built, because a development server sends each page hundreds of modules.
		const config = {
			configFile: fileURLToPath(new URL("vite.config.ts", import.meta.url)),
			logLevel: "error",
			build: { outDir, minify: false },
			preview: { port: 0, host: "127.0.0.1" },
		} as const;
		await build(config);
		vite = await preview(config);
		// A service worker needs a secure origin, such as localhost.
		address = (vite.resolvedUrls?.local[0] ?? "").replace("127.0.0.1", "localhost");
		browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
	});
	afterAll(async () => {
		await browser?.close();
		await vite?.close();
		await rm(outDir, { recursive: true, force: true });
	});
	beforeEach(async () => {
		page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
		await page.goto(address);
		await page.getByRole("list", { name: "Failed" }).getByRole("listitem").first().waitFor();
		await page.getByRole("button", { name: "Run on main" }).waitFor();
		// From here on there is no network: the mock runs in the page.
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

	test("a new note comes first, and older ones follow page by page", async () => {
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

	test("only what a user may do is offered", async () => {
		const actions = page.getByRole("main").getByRole("button");
		const names = async () => [...new Set(await actions.allTextContents())].sort();
		expect(await names()).toEqual(["Cancel", "Retry", "Run on main"]);
		await page.getByRole("combobox").selectOption("guest");
		await page.getByText("60 pipelines, the newest 40 here").waitFor();
		await page.getByText("signed in as").waitFor();
		await expect.poll(names).toEqual([]);
		await page.getByRole("button", { name: "Discussion" }).click();
		await page.getByRole("textbox", { name: "Your note" }).waitFor();
		await page.getByRole("button", { name: "Runners" }).click();
		await page.getByRole("alert").getByText("403").waitFor();
		expect(await names()).toEqual([]);
	});

	test("a pipeline that was started runs as time passes", async () => {
		await page.getByRole("button", { name: "Run on main" }).click();
		await page.getByText("61 pipelines").waitFor();
		const running = page.getByRole("list", { name: "Running" }).getByText(/running · \d+ seconds? ago/);
		await running.first().waitFor();
	});

	test("Markdown is rendered, and HTML stays text", async () => {
		await page.getByRole("button", { name: "Discussion" }).click();
		await page.getByRole("textbox", { name: "Your note" }).fill("**bold** and `code`\n\n- one\n\n<b id=no>no</b>");
		await page.getByRole("button", { name: "Comment" }).click();
		const note = page.getByRole("region", { name: "Discussion" }).getByRole("listitem").filter({ hasText: "bold" });
		await note.first().waitFor();
		expect(await note.first().locator("strong").last().textContent()).toBe("bold");
		expect(await note.first().locator("code").textContent()).toBe("code");
		expect(await note.first().locator("li").textContent()).toBe("one");
		expect(await page.locator("#no").count()).toBe(0);
		expect(await note.first().textContent()).toContain("<b id=no>");
	});

	test("notes, the view and the user survive a reload", async () => {
		await page.getByRole("combobox").selectOption("developer");
		await page.getByRole("button", { name: "Discussion" }).click();
		await page.getByRole("textbox", { name: "Your note" }).fill("It survives a reload.");
		await page.getByRole("button", { name: "Comment" }).click();
		const note = page.getByRole("listitem").filter({ hasText: "It survives a reload." });
		await note.waitFor();
		await page.context().setOffline(false);
		await page.reload();
		await note.waitFor();
		expect(await page.getByRole("combobox").inputValue()).toBe("developer");
	});

	test.each(["light", "dark"] as const)(
		"every view fits into 390 px, and axe finds no fault, %s",
		async (colorScheme) => {
			await page.setViewportSize({ width: 390, height: 800 });
			await page.emulateMedia({ colorScheme });
			for (const view of ["Pipelines", "Discussion", "Runners"]) {
				await page.getByRole("button", { name: view }).click();
				await page
					.getByRole("region", { name: view })
					.getByText(/ago|online/)
					.first()
					.waitFor();
				expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
				expect(await axeFaults(page)).toEqual([]);
				const pictures = process.env.SCREENSHOTS;
				if (pictures) await page.screenshot({ path: `${pictures}/frontend-${view}-${colorScheme}.png` });
			}
		},
	);

	test("a button opens the inspector, which says why a request was refused", async () => {
		await page.context().setOffline(false);
		await page.evaluate(`fetch("/api/v4/projects/acme%2Fweb/pipelines/752", {
			method: "DELETE", headers: { "PRIVATE-TOKEN": "guest-token" }
		})`);
		await page.getByRole("button", { name: "Open the Tenon inspector" }).click();
		const inspector = page.getByRole("region", { name: "Tenon inspector" });
		await inspector.getByRole("option").filter({ hasText: "DELETE" }).first().click();
		await inspector.getByText(/deletePipeline needs owner, and guest has guest in acme\/web/).waitFor();
		await inspector.getByRole("button", { name: "Close the inspector" }).click();
		await inspector.waitFor({ state: "detached" });
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
