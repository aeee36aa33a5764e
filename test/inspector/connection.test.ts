/** What the page shows when the mock has stopped, refuses requests, or has lost data. */
import { createWorlds, demo } from "@tenon/mock";
import { listen, type Server } from "@tenon/mock/node";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { chromiumPath } from "../support/requirements";
import { axeFaults } from "./accessible";
import { canOpen } from "./open-inspector";

describe.skipIf(!canOpen)("the connection", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
	});
	afterAll(() => browser?.close());

	/** Returns a mock that can stop and start again on the same port. */
	async function started() {
		const worlds = createWorlds({ seed: demo, clock: "2026-01-05T09:30:00Z" });
		let server: Server = await listen(worlds);
		onTestFinished(() => server.close({ grace: 0 }));
		const { url } = server;
		const stop = () => server.close({ grace: 0 });
		return {
			worlds,
			stop,
			async start() {
				server = await listen(worlds, { port: Number(new URL(url).port) });
			},
			async open(path: string): Promise<Page> {
				const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
				onTestFinished(() => context.close());
				const page = await context.newPage();
				page.setDefaultTimeout(30_000);
				await page.goto(`${url}/_mock${path}`);
				return page;
			},
			ask: () => worlds.get().fetch(`${url}/api/v4/user`, { headers: { "PRIVATE-TOKEN": "guest-token" } }),
		};
	}

	const rows = (page: Page) => page.getByRole("listbox", { name: "Requests" }).getByRole("option");

	test("the list of requests stays, counts down to the next try, and says what was dropped meanwhile", async () => {
		const { worlds, open, ask, stop, start } = await started();
		worlds.get().configure({ journal: 5 });
		for (let count = 0; count < 3; count++) await ask();
		const page = await open("/requests");
		await expect.poll(() => rows(page).count()).toBe(3);
		await page.getByText("Live", { exact: true }).waitFor();
		await stop();
		await page.getByText(/The mock does not respond\. Retrying in \d+ s/).waitFor();
		expect([await rows(page).count(), await page.getByText("Live", { exact: true }).count()]).toEqual([3, 0]);
		for (let count = 0; count < 12; count++) await ask();
		await start();
		await page.getByText("7 older requests are no longer kept.").waitFor();
		await expect.poll(() => rows(page).count()).toBe(5);
		await page.getByRole("button", { name: "Dismiss" }).click();
		await expect.poll(() => page.getByText("no longer kept").count()).toBe(0);
	});

	test("what another area shows is marked as old, and is read again when the mock is back", async () => {
		const { worlds, open, stop, start } = await started();
		const page = await open("/worlds");
		await page.getByRole("row").filter({ hasText: "default" }).first().waitFor();
		await stop();
		const notice = page.getByRole("alert").filter({ hasText: "The mock does not respond. What you see is as it was." });
		await notice.getByText(/Retrying in \d+ s/).waitFor();
		expect(await page.getByRole("row").filter({ hasText: "default" }).count()).toBe(1);
		expect(await axeFaults(page)).toEqual([]);
		worlds.get("test-9");
		await start();
		await notice.getByRole("button", { name: "Retry" }).click();
		await page.getByRole("row").filter({ hasText: "test-9" }).waitFor();
		await expect.poll(() => notice.count()).toBe(0);
	});

	test.each(["/requests", "/control/settings", "/data/users", "/coverage"])(
		"%s asks for the control token where the mock refuses, and loads with it",
		async (path) => {
			const { open, ask } = await started();
			await ask();
			const page = await open("/worlds/default");
			await page.route("**/_mock/**", (route) => {
				const headers = route.request().headers();
				const isPage = headers.accept?.includes("text/html") || route.request().url().includes("/assets/");
				if (isPage || headers["x-mock-control-token"] === "letmein") return route.continue();
				return route.fulfill({ status: 403, json: { message: "Send the control token." } });
			});
			await page.goto(page.url().replace("/worlds/default", path));
			await page.getByText("Send the control token.").first().waitFor();
			expect([await axeFaults(page), await page.getByText("No request yet").count()]).toEqual([[], 0]);
			await page.getByLabel(/^Control token/).fill("letmein");
			await page.getByRole("button", { name: "Connect" }).click();
			await expect.poll(() => page.getByText("Send the control token.").count()).toBe(0);
			const shown = {
				"/requests": rows(page).first(),
				"/control/settings": page.getByLabel("Plan", { exact: true }),
				"/data/users": page.getByRole("table", { name: "Rows of users" }),
				"/coverage": page.getByRole("grid"),
			}[path];
			await shown?.waitFor();
		},
	);
});
