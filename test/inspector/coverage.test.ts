import type { Page } from "playwright";
import { describe, expect, onTestFinished, test } from "vitest";
import { canOpen, type Inspected, inspect } from "./open-inspector";

describe.skipIf(!canOpen)("coverage", () => {
	let mock: Inspected;
	// A mock counts requests until it stops, so each test has its own.
	const started = async (): Promise<Inspected> => {
		mock = await inspect();
		onTestFinished(() => mock.close());
		return mock;
	};
	const opened = async (...args: Parameters<Inspected["open"]>): Promise<Page> => {
		const page = await mock.open(...args);
		onTestFinished(() => {
			expect(mock.complaints).toEqual([]);
		});
		return page;
	};
	const row = (page: Page, operation: string) =>
		page.getByRole("row").filter({ has: page.getByRole("link", { name: operation, exact: true }) });

	test("finds an operation that never returned 404, and runs it so", async () => {
		const { call } = await started();
		await call("GET", "/projects/acme%2Fweb/pipelines", "developer");
		const page = await opened("/coverage");
		await page.getByRole("searchbox", { name: "Find an operation" }).fill("listPipelines");
		await row(page, "listPipelines").getByRole("link", { name: "listPipelines: 404 never" }).click();
		const detail = page.getByRole("region", { name: "listPipelines" });
		await detail.getByText("1 call", { exact: true }).waitFor();
		await detail.getByRole("button", { name: "Try listPipelines for 404" }).click();
		await page.getByText("listPipelines responded with 404").waitFor();
		await row(page, "listPipelines").getByRole("link", { name: "listPipelines: 404 1 time" }).waitFor();
		await page.getByRole("button", { name: "Open the request" }).click();
		await page.getByRole("heading", { name: /404 GET/ }).waitFor();
	});

	test("what was seen leads to its requests, and the totals count it", async () => {
		const { call } = await started();
		const page = await opened("/coverage");
		await page.getByRole("heading", { name: "Nothing was called yet" }).waitFor();
		await call("GET", "/user", "guest");
		await call("GET", "/user", "owner");
		await call("GET", "/user");
		await row(page, "getCurrentUser").getByRole("link", { name: "getCurrentUser: 200 2 times" }).waitFor();
		await page.getByText("1/113").waitFor();
		expect(await page.getByRole("heading", { name: "Nothing was called yet" }).count()).toBe(0);
		await row(page, "getCurrentUser").getByRole("link", { name: "getCurrentUser: 200 2 times" }).click();
		await expect.poll(() => page.getByRole("listbox", { name: "Requests" }).getByRole("option").count()).toBe(2);
	});

	test("the list is narrowed to what nobody called, and its gaps are copied as Markdown", async () => {
		const { call } = await started();
		await call("GET", "/user", "guest");
		const page = await opened("/coverage?q=currentUser");
		await row(page, "getCurrentUser").waitFor();
		await page.getByRole("checkbox", { name: "untouched only" }).click();
		await expect.poll(() => row(page, "getCurrentUser").count()).toBe(0);
		expect(new URL(page.url()).searchParams.get("untouched")).toBe("1");
		await page.getByRole("checkbox", { name: "untouched only" }).click();
		await page.getByRole("button", { name: "Copy gaps as Markdown" }).click();
		await page.getByText("The gaps are copied as Markdown").waitFor();
		const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split("\n");
		expect(lines).toContainEqual(expect.stringMatching(/^- \[ \] `getCurrentUser`: statuses .*401/));
		await page.getByRole("searchbox", { name: "Find an operation" }).fill("nothing of the kind");
		await page.getByRole("button", { name: "Show all operations" }).click();
		await page.getByText("113 of 113 operations").waitFor();
	});

	test("all worlds are counted together, and each alone", async () => {
		const { server } = await started();
		for (const world of ["one", "two"]) await fetch(`${server.url}/_world/${world}/api/v4/user`);
		const page = await opened("/coverage?world=one");
		await row(page, "getCurrentUser").getByRole("link", { name: "getCurrentUser: 401 1 time" }).waitFor();
		await page.getByRole("button", { name: "All worlds" }).click();
		await row(page, "getCurrentUser").getByRole("link", { name: "getCurrentUser: 401 2 times" }).waitFor();
		expect(new URL(page.url()).searchParams.get("world")).toBe("*");
		await page.getByRole("link", { name: "Requests", exact: true }).click();
		await page.getByText("2 requests of all worlds").waitFor();
	});

	test("a response that breaks the contract is marked", async () => {
		const { worlds, call } = await started();
		worlds.get().overrides.addFixed({ operation: "getCurrentUser", body: { id: "one" } });
		const stop = worlds.get().journal.listen({ onExchange: () => {}, onClear: () => {} });
		await call("GET", "/user", "guest");
		stop();
		const page = await opened("/coverage/getCurrentUser");
		await page.getByRole("link", { name: "getCurrentUser: 200 1 time, 1 broke the contract" }).waitFor();
		await page.getByRole("region", { name: "getCurrentUser" }).getByText("1 broke the contract").waitFor();
	});

	test("arrow keys move by cell, and Enter opens what a cell leads to", async () => {
		await started();
		const page = await opened("/coverage?q=getPipeline");
		const grid = page.getByRole("grid", { name: "Operations by statuses" });
		await grid.waitFor();
		await page.getByRole("checkbox", { name: "untouched only" }).focus();
		const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
		for (let presses = 0; presses < 20 && (await focused()) !== "0 0"; presses++) await page.keyboard.press("Tab");
		expect(await focused()).toBe("0 0");
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("ArrowDown");
		expect(await focused()).toBe("1 1");
		await page.keyboard.press("ArrowUp");
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("ArrowLeft");
		expect(await focused()).toBe("0 0");
		await page.keyboard.press("Enter");
		await page.getByRole("region", { name: "getPipeline" }).waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => page.getByRole("region", { name: "getPipeline" }).count()).toBe(0);
		await page.keyboard.press("/");
		expect(await page.getByRole("searchbox").evaluate((field) => field === document.activeElement)).toBe(true);
	});

	test("old numbers stay if the mock does not respond, and say so", async () => {
		await started();
		const page = await opened("/coverage");
		await page.getByText("0/113").waitFor();
		await page.route("**/_mock/coverage", (route) => route.fulfill({ status: 400, json: { message: "Broken." } }));
		await page.getByRole("alert").getByText("What you see is as it was: Broken.").waitFor();
		expect(await page.getByText("0/113").count()).toBe(1);
		await page.unroute("**/_mock/coverage");
		await page.getByRole("button", { name: "Retry" }).click();
		await expect.poll(() => page.getByRole("alert").count()).toBe(0);
	});
});
