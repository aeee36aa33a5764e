import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { canOpen, somePipeline, someTraffic } from "./open-inspector";
import { inspected } from "./open-page";

const rowsOf = (page: Page): Locator => page.getByRole("listbox", { name: "Requests" }).getByRole("option");

describe.skipIf(!canOpen)("requests", () => {
	const mock = inspected();
	const { open } = mock;

	test("a 403 says which role was needed and which one there is, and passes when it is sent as somebody who has it", async () => {
		const id = await somePipeline(mock.call);
		await mock.call("DELETE", `/projects/acme%2Fweb/pipelines/${id}`, "guest");
		const page = await open("/");
		await rowsOf(page).filter({ hasText: "403" }).click();
		await page.getByText("deletePipeline needs owner, and guest has guest in acme/web (from acme).").waitFor();
		expect(new URL(page.url()).pathname).toBe("/_mock/requests/000000000002");
		await page.getByRole("link", { name: "Memberships of guest" }).click();
		const memberships = page.getByRole("table", { name: "Rows of members" }).locator("tbody tr");
		await expect.poll(() => memberships.count()).toBeGreaterThan(0);
		expect(await memberships.filter({ hasNotText: "guest" }).count()).toBe(0);
		await page.goBack();
		await page.getByRole("button", { name: "Send as owner" }).click();
		await page.getByRole("heading", { name: /204 DELETE/ }).waitFor();
		await page.getByRole("tab", { name: /^Changes/ }).click();
		await page.getByRole("region", { name: `pipelines ${id}, deleted` }).waitFor();
	});

	test("a request is found by what its body holds, and copied as curl", async () => {
		await someTraffic(mock);
		const page = await open("/requests");
		await page.getByRole("textbox", { name: "Filter requests" }).fill("crashes on start");
		await page.getByText("1 of 1 requests").waitFor();
		await rowsOf(page).click();
		await page.getByRole("button", { name: "Copy", exact: true }).first().click();
		await page.getByRole("menuitem", { name: "As curl" }).click();
		await page.getByText("Copied as curl command").waitFor();
		const command = await page.evaluate(() => navigator.clipboard.readText());
		expect(command).toContain(`curl -X POST '${mock.server.url}/api/v4/projects/acme%2Fweb/issues/1/notes'`);
		expect(command).toContain("crashes on start");
	});

	test("the list follows the mock, is narrowed by status and user, paused and cleared", async () => {
		const page = await open("/requests");
		await page.getByRole("heading", { name: "No request yet" }).waitFor();
		await someTraffic(mock);
		await expect.poll(() => rowsOf(page).count()).toBe(8);
		await page.getByRole("button", { name: "Filters" }).click();
		await page.getByRole("menuitemcheckbox", { name: "4xx" }).click();
		await page.keyboard.press("Escape");
		await expect.poll(() => rowsOf(page).count()).toBe(3);
		expect(new URL(page.url()).searchParams.get("q")).toBe("status:4xx");
		await page.getByRole("textbox", { name: "Filter requests" }).fill("status:4xx user:guest");
		await expect.poll(() => rowsOf(page).count()).toBe(1);
		await page.getByRole("textbox", { name: "Filter requests" }).fill("");
		await page.getByRole("button", { name: "Filters" }).click();
		await page.getByRole("menuitemcheckbox", { name: "getGroup" }).click();
		await page.keyboard.press("Escape");
		await expect.poll(() => rowsOf(page).count()).toBe(1);
		expect(new URL(page.url()).searchParams.get("q")).toBe("op:getGroup");
		await page.getByRole("button", { name: "Show all requests" }).click();
		await page.getByRole("button", { name: "Pause" }).click();
		await mock.call("GET", "/user", "developer");
		await page.getByRole("button", { name: "1 new" }).click();
		await expect.poll(() => rowsOf(page).count()).toBe(9);
		await page.getByRole("button", { name: "Clear the list" }).click();
		await expect.poll(() => rowsOf(page).count()).toBe(0);
		await page.getByRole("button", { name: "Undo" }).click();
		await expect.poll(() => rowsOf(page).count()).toBe(9);
		expect(mock.worlds.get().journal.count()).toBe(9);
	});

	test("the next createPipeline is made to fail once, from a request", async () => {
		await mock.call("POST", "/projects/acme%2Fweb/pipeline?ref=main", "maintainer");
		const page = await open("/requests/000000000001?tab=why");
		await page.getByRole("button", { name: "Make a rule" }).click();
		await page.getByRole("button", { name: "Add the rule" }).click();
		await page.getByText("The rule strikes from the next request on").waitFor();
		const again = () => mock.call("POST", "/projects/acme%2Fweb/pipeline?ref=main", "maintainer");
		expect([(await again()).status, (await again()).status]).toEqual([503, 201]);
		const row = rowsOf(page).filter({ hasText: "503" });
		await row.click();
		await page.getByText("A fault of the mock changed this response").waitFor();
	});

	test("a URL without an operation leads to the one that was meant", async () => {
		await mock.call("GET", "/projects/101/issue/1/notes", "developer");
		const page = await open("/requests/000000000001");
		await page.getByText("No operation has this address.").waitFor();
		await page.getByRole("button", { name: "Send as listIssueNotes" }).click();
		await page.getByRole("heading", { name: /200 GET/ }).waitFor();
		await rowsOf(page).filter({ hasText: "404" }).click();
		await page.getByRole("link", { name: "listIssueNotes" }).click();
		await page.getByRole("form", { name: "listIssueNotes" }).waitFor();
	});

	test("a request is edited, and the draft stays if it cannot be sent", async () => {
		await mock.call("POST", "/projects/acme%2Fweb/issues/1/notes", "developer", { body: "hi" });
		const page = await open("/requests/000000000001");
		await page.getByRole("button", { name: "Edit" }).click();
		const path = page.getByLabel("Path with query");
		await path.fill("/_mock/reset");
		await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
		await page.getByText('expected a path such as "/api/v4/user"').first().waitFor();
		await path.fill("/api/v4/projects/acme%2Fweb/issues/1/notes");
		await page.getByLabel("Body, as JSON or text").fill('{ "body": "ho" }');
		await page.getByRole("combobox", { name: /^As/ }).selectOption("owner");
		await page.getByLabel("Body, as JSON or text").press("Control+Enter");
		await page.getByRole("heading", { name: /201 POST/ }).waitFor();
		const entry = mock.worlds.get().journal.last();
		expect([entry?.user, entry?.requestBody]).toEqual(["owner", { body: "ho" }]);
	});

	test("while somebody reads further down, new requests wait, and the list does not move", async () => {
		for (let count = 0; count < 60; count++) await mock.call("GET", "/user", "guest");
		const page = await open("/requests");
		const list = page.getByRole("listbox", { name: "Requests" });
		await page.getByText("60 requests").waitFor();
		await list.evaluate((element) => element.scrollTo({ top: 900 }));
		await page.getByText("New ones wait").waitFor();
		const first = await rowsOf(page).first().getAttribute("id");
		for (let count = 0; count < 14; count++) await mock.call("GET", "/user", "owner");
		await page.getByRole("button", { name: "14 new" }).waitFor();
		expect(await rowsOf(page).first().getAttribute("id")).toBe(first);
		await page.getByRole("button", { name: "14 new" }).click();
		await page.getByText("74 requests").waitFor();
		await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(0);
		await page.getByText("Live", { exact: true }).waitFor();
	});

	test("an entry that cannot be drawn is shown as its JSON, and the list goes on", async () => {
		await mock.call("GET", "/user", "guest");
		const page = await open("/requests");
		await page.route("**/_mock/journal/000000000001", async (route) => {
			const response = await route.fetch();
			await route.fulfill({ json: { ...(await response.json()), changes: null } });
		});
		await rowsOf(page).click();
		const fault = page.getByRole("alert").filter({ hasText: "This part cannot be shown" });
		await fault.getByText('"operation": "getCurrentUser"').waitFor();
		await mock.call("GET", "/user", "owner");
		await expect.poll(() => rowsOf(page).count()).toBe(2);
		mock.complaints.length = 0;
	});

	test("the keyboard is enough", async () => {
		await someTraffic(mock);
		const page = await open("/requests");
		await rowsOf(page).first().waitFor();
		await page.keyboard.press("j");
		await page.getByRole("heading", { name: /403 DELETE/ }).waitFor();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowDown");
		await page.getByRole("heading", { name: /401 GET/ }).waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => page.getByRole("heading", { name: /401 GET/ }).count()).toBe(0);
		await page.keyboard.press("/");
		await page.keyboard.type("jjj");
		expect(await page.getByRole("textbox", { name: "Filter requests" }).inputValue()).toBe("jjj");
		await page.keyboard.press("Escape");
		await page.keyboard.press("?");
		const keys = page.getByRole("dialog", { name: "Keys" });
		await keys.getByText("Next request").first().waitFor();
		await keys.getByLabel("Single keys work").click();
		await page.keyboard.press("Escape");
		await keys.waitFor({ state: "detached" });
		await page.getByRole("button", { name: "Show all requests" }).first().click();
		for (const key of ["j", "?", "g", "d"]) await page.keyboard.press(key);
		expect([new URL(page.url()).pathname, await keys.count()]).toEqual(["/_mock/requests", 0]);
		// The setting is kept after a reload, and other keys still work.
		await page.reload();
		await rowsOf(page).first().waitFor();
		await page.keyboard.press("j");
		await page.keyboard.press("ArrowDown");
		await page.getByRole("heading", { name: /403 DELETE/ }).waitFor();
		await page.getByRole("button", { name: "Keys" }).click();
		await keys.getByLabel("Single keys work").click();
		await page.keyboard.press("Escape");
	});

	test("each world has its own list, and a link names the world", async () => {
		await fetch(`${mock.server.url}/_world/test-7/api/v4/user`);
		const page = await open("/requests?world=test-7");
		await expect.poll(() => rowsOf(page).count()).toBe(1);
		await rowsOf(page).click();
		expect(page.url()).toContain("world=test-7");
		await page.getByLabel("World").selectOption("default");
		await page.getByRole("heading", { name: "No request yet" }).waitFor();
		const moved = await fetch(`${mock.server.url}/_world/test-7/_mock/requests`, {
			headers: { accept: "text/html" },
			redirect: "manual",
		});
		expect(moved.headers.get("location")).toBe("/_mock/requests?world=test-7");
	});

	test("the requests of all worlds are one list, from which one opens in its world", async () => {
		// Worlds of other tests would be in the list.
		for (const name of mock.worlds.names) if (name !== "default") mock.worlds.delete(name);
		const headers = { "PRIVATE-TOKEN": "guest-token" };
		await mock.call("GET", "/user", "developer");
		for (const world of ["all-1", "all-2"])
			await fetch(`${mock.server.url}/_world/${world}/api/v4/groups/acme`, { headers });
		const page = await open("/requests");
		await page.getByRole("combobox", { name: "World" }).selectOption({ label: "all" });
		await page.getByText("3 requests of all worlds").waitFor();
		expect(await rowsOf(page).locator(".who").allTextContents()).toEqual([
			"all-2 · guest · getGroup",
			"all-1 · guest · getGroup",
			"default · developer · getCurrentUser",
		]);
		await fetch(`${mock.server.url}/_world/all-1/api/v4/user`, { headers });
		await page.getByText("4 requests of all worlds").waitFor();
		await page.getByRole("textbox", { name: "Filter requests" }).fill("op:getGroup");
		await page.getByText("2 of 4 requests of all worlds").waitFor();
		await rowsOf(page).filter({ hasText: "all-2" }).click();
		await page.getByRole("heading", { name: /200 GET/ }).waitFor();
		expect(new URL(page.url()).searchParams.get("world")).toBe("all-2");
		await expect.poll(() => rowsOf(page).count()).toBe(1);
		await page.goBack();
		await page.getByText("2 of 4 requests of all worlds").waitFor();
	});
});
