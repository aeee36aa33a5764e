import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { axeFaults } from "./accessible";
import { canOpen, type Inspected } from "./open-inspector";
import { inspected } from "./open-page";

const sayIn = ({ server }: Inspected, world: string, body: string): Promise<Response> =>
	fetch(`${server.url}/_world/${world}/api/v4/projects/acme%2Fweb/issues/1/notes`, {
		method: "POST",
		headers: { "PRIVATE-TOKEN": "developer-token" },
		body: new URLSearchParams({ body }),
	});

/** Prepares the default world and a world with a note. */
async function prepared(mock: Inspected): Promise<void> {
	for (const name of mock.worlds.names) mock.worlds.delete(name);
	mock.worlds.get();
	await sayIn(mock, "test-7", "hello");
}

describe.skipIf(!canOpen)("worlds", () => {
	const mock = inspected(prepared);
	const { open } = mock;
	const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
	const say = (world: string, body: string) => sayIn(mock, world, body);
	const notes = (world: string) => [...mock.worlds.get(world).state.notes.all()].map(({ body }) => body);
	test("Ctrl+K goes to an area, a table, an operation or a world by its name", async () => {
		mock.worlds.get("test-7");
		const page = await open("/requests");
		const goTo = async (text: string, name: string): Promise<void> => {
			await page.keyboard.press("Control+k");
			await page.getByRole("dialog", { name: "Go to" }).locator("input:focus").waitFor();
			await page.keyboard.type(text);
			await page.getByRole("option", { name }).and(page.locator("[data-highlighted]")).waitFor();
			await page.keyboard.press("Enter");
			await page.getByRole("dialog").waitFor({ state: "detached" });
		};
		await goTo("board", "Board Control");
		await page.waitForURL("**/_mock/control/board");
		await goTo("merge_req table", "merge_requests Table");
		await page.waitForURL("**/_mock/data/merge_requests");
		await goTo("POST pipeline", "createPipeline Operation");
		await page.waitForURL("**/_mock/explore/createPipeline");
		await goTo("test-7", "test-7 World");
		await page.waitForURL("**/_mock/requests?world=test-7");
		await page.getByRole("button", { name: "Go to" }).click();
		await page.getByRole("combobox", { name: "Area, table, operation or world" }).fill("nowhere at all");
		await page.getByText("No place has this name").waitFor();
		expect(await axeFaults(page)).toEqual([]);
		expect(mock.complaints).toEqual([]);
	});

	test("a world is reset and the reset undone, and the snapshot of before stays", async () => {
		const page = await open("/worlds");
		await row(page, "test-7").getByRole("button", { name: "Reset test-7" }).click();
		await page.getByText("test-7 is as at its beginning").waitFor();
		expect([notes("test-7").includes("hello"), mock.worlds.get("test-7").journal.count()]).toEqual([false, 0]);
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText("Undone").waitFor();
		expect([notes("test-7").includes("hello"), mock.worlds.get("test-7").journal.count()]).toEqual([true, 1]);
		await row(page, "test-7").getByRole("link", { name: "test-7" }).click();
		await page
			.getByRole("region", { name: "Snapshots of test-7" })
			.getByText(/^before-reset-/)
			.waitFor();
	});

	test("a deleted world is gone, and comes back with Ctrl+Z", async () => {
		const page = await open("/worlds/test-7?world=test-7");
		await row(page, "test-7").getByRole("button", { name: "Delete test-7" }).click();
		await page.getByText("test-7 is deleted").waitFor();
		await expect.poll(() => row(page, "test-7").count()).toBe(0);
		expect(mock.worlds.names).not.toContain("test-7");
		expect(new URL(page.url()).searchParams.get("world")).toBeNull();
		await page.keyboard.press("Control+z");
		await row(page, "test-7").waitFor();
		expect(notes("test-7")).toContain("hello");
	});

	test("the list shows what each world has done, and leads to its requests and changes", async () => {
		await say("test-7", "again");
		const page = await open("/worlds");
		const [requests, changed] = [
			row(page, "test-7").getByRole("link", { name: "2", exact: true }).first(),
			row(page, "test-7").getByRole("cell").nth(1).getByRole("link"),
		];
		await changed.click();
		await page
			.getByRole("status")
			.getByText(/notes \+2/)
			.waitFor();
		await page
			.getByRole("region", { name: /^notes \d+, new$/ })
			.first()
			.getByText('"hello"')
			.waitFor();
		expect(new URL(page.url()).pathname).toBe("/_mock/worlds/test-7/diff/beginning..now");
		await requests.click();
		await expect.poll(() => page.getByRole("listbox", { name: "Requests" }).getByRole("option").count()).toBe(2);
	});

	test("worlds are opened and forked; a name that is taken or wrong is refused in the form", async () => {
		const page = await open("/worlds");
		await page.getByRole("button", { name: "Open", exact: true }).click();
		const form = page.getByRole("dialog", { name: "Open a world" });
		await form.getByLabel(/^Name/).fill("a b");
		await form.getByRole("button", { name: "Open" }).click();
		await form.getByText("The name of a world must have 1 to 64 letters").waitFor();
		await form.getByLabel(/^Name/).fill("test-7");
		await form.getByRole("button", { name: "Open" }).click();
		await form.getByText("There is already a world test-7.").waitFor();
		await form.getByLabel(/^Name/).fill("test-8");
		await form.getByRole("button", { name: "Open" }).click();
		await page.getByText("test-8 is open").waitFor();
		expect(notes("test-8")).not.toContain("hello");
		await row(page, "test-7").getByRole("button", { name: "Fork test-7" }).click();
		const fork = page.getByRole("dialog", { name: "Fork test-7" });
		await fork.getByLabel(/^Name/).fill("copy");
		await fork.getByRole("button", { name: "Fork" }).click();
		await page.getByText("copy is a copy of test-7").waitFor();
		expect(notes("copy")).toContain("hello");
	});

	test("a snapshot is taken, compared, restored, downloaded and deleted, and what it replaced comes back", async () => {
		const page = await open("/worlds/test-7?world=test-7");
		const snapshots = page.getByRole("region", { name: "Snapshots of test-7" });
		await snapshots.getByText("No snapshot yet.").waitFor();
		await snapshots.getByLabel("Name of the snapshot").fill("before-run");
		await snapshots.getByRole("button", { name: "Take" }).click();
		await snapshots.getByRole("button", { name: "Restore before-run" }).waitFor();
		const { rows } = mock.worlds.get("test-7");
		await snapshots.getByText(`now, ${rows.toLocaleString("en")} rows`).waitFor();
		await say("test-7", "later");
		await mock.worlds.get("test-7").state.issues.update(201, { state: "closed" });
		await snapshots.getByRole("link", { name: "Compare before-run with now" }).click();
		const changed = page.getByRole("region", { name: "issues 201, changed" });
		await changed.getByRole("row", { name: 'state "opened" "closed"' }).waitFor();
		await page
			.getByRole("status")
			.getByText(/notes \+1/)
			.waitFor();
		await snapshots.getByRole("button", { name: "Restore before-run" }).click();
		await page.getByText("They are the same.").waitFor();
		expect(notes("test-7")).not.toContain("later");
		await page.getByRole("button", { name: "Undo" }).first().click();
		await page
			.getByRole("status")
			.getByText(/notes \+1/)
			.waitFor();
		expect(notes("test-7")).toContain("later");
		const download = page.waitForEvent("download");
		await snapshots.getByRole("button", { name: "Download before-run" }).click();
		const file = await download;
		expect(file.suggestedFilename()).toBe("test-7-before-run.json");
		mock.worlds.get("other").importState(await readFile(await file.path(), "utf8"));
		expect([notes("other").includes("hello"), notes("other").includes("later")]).toEqual([true, false]);
		await snapshots.getByRole("button", { name: "Delete before-run" }).click();
		await snapshots.getByText("No snapshot yet.").waitFor();
	});

	test("a link to a comparison with a snapshot that is gone names it, and another one can be chosen", async () => {
		await mock.worlds.get("test-7").snapshots.take("kept");
		const page = await open("/worlds/test-7/diff/gone..now?world=test-7");
		await page.getByRole("alert").getByText("There is no snapshot gone.").waitFor();
		await page.getByLabel("From", { exact: true }).selectOption("kept");
		await page.getByText("They are the same.").waitFor();
		await page.getByLabel("From", { exact: true }).selectOption("beginning");
		await page.getByLabel("To", { exact: true }).selectOption("kept");
		await page
			.getByRole("status")
			.getByText(/notes \+1/)
			.waitFor();
		expect(new URL(page.url()).pathname).toBe("/_mock/worlds/test-7/diff/beginning..kept");
	});

	test("credentials in a comparison are hidden", async () => {
		mock.worlds.get("test-7").seed.user("ada");
		const page = await open("/worlds/test-7/diff/beginning..now?world=test-7");
		const token = page.getByRole("region", { name: /^tokens \d+, new$/ }).first();
		await token.getByText('"(hidden)"').first().waitFor();
		expect(await page.locator("main").innerText()).not.toContain("ada-token");
	});

	test("j and k go from world to world, and n opens one", async () => {
		const page = await open("/worlds");
		await page.getByRole("region", { name: "Snapshots of default" }).waitFor();
		await page.keyboard.press("j");
		await page.getByRole("region", { name: "Snapshots of test-7" }).waitFor();
		expect(new URL(page.url()).search).toBe("?world=test-7");
		await page.keyboard.press("j");
		await page.keyboard.press("k");
		await page.getByRole("region", { name: "Snapshots of default" }).waitFor();
		await page.keyboard.press("n");
		await page.getByRole("dialog", { name: "Open a world" }).waitFor();
	});

	test("on a phone the actions are in a menu", async () => {
		const page = await open("/worlds?world=test-7", { width: 390 });
		await page.getByRole("button", { name: "Actions for test-7" }).click();
		await page.getByRole("menuitem", { name: "Reset" }).click();
		await page.getByText("test-7 is as at its beginning").waitFor();
	});
});
