import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { canOpen } from "./open-inspector";
import { inspected } from "./open-page";

const rowsOf = (page: Page): Locator => page.getByRole("table", { name: /^Rows of/ }).locator("tbody tr");
const save = (page: Page): Locator => page.getByRole("button", { name: "Save", exact: true });

describe.skipIf(!canOpen)("data", () => {
	const mock = inspected();
	const { open } = mock;
	/** Returns a note on the first issue of acme/web. */
	const someNote = () => {
		const issue = mock.worlds.get().state.issues.get(201);
		if (!issue) throw new Error("There is no issue 201.");
		return mock.worlds.get().seed.note(issue, { body: "It needs a test", author: "developer" });
	};

	test("a note is edited, and the API shows it to guest until it is internal", async () => {
		const { id } = someNote();
		const page = await open("/data/notes");
		await page.getByRole("textbox", { name: "Filter rows" }).fill("needs a test");
		await page.getByText("1 row", { exact: true }).waitFor();
		await rowsOf(page).getByText("It needs a test").click();
		await page
			.getByRole("form", { name: `Row ${id}` })
			.getByLabel("body")
			.fill("It has a test");
		await save(page).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText("Undone").waitFor();
		expect(mock.worlds.get().state.notes.get(id)?.body).toBe("It needs a test");
		await page
			.getByRole("form", { name: `Row ${id}` })
			.getByLabel("body")
			.fill("It has a test");
		await save(page).click();
		await expect.poll(() => mock.worlds.get().state.notes.get(id)?.body).toBe("It has a test");
		await page.getByRole("combobox", { name: "As" }).selectOption("guest");
		const api = page.getByRole("region", { name: "API" });
		await api.getByText("The API shows this to guest:").waitFor();
		await api.getByText('"It has a test"').waitFor();
		expect(new URL(page.url()).searchParams.get("as")).toBe("guest");
		await page.getByLabel("internal").selectOption("true");
		await page.getByLabel("body", { exact: true }).press("Control+Enter");
		await api.getByText(/The API refuses this to guest/).waitFor();
		expect(mock.worlds.get().state.notes.get(id)).toMatchObject({ body: "It has a test", internal: true });
		// Views send no requests, so the journal only has requests of the user's tests.
		expect(mock.worlds.get().journal.count()).toBe(0);
	});

	test("a note leads to its issue, and back", async () => {
		const { id } = someNote();
		const page = await open(`/data/notes/${id}`);
		await page.getByRole("link", { name: "issues acme/web#1" }).click();
		await page.getByRole("heading", { name: "issues 201 acme/web#1" }).waitFor();
		const count = mock.worlds.get().state.notes.in("noteable", "Issue:201").length;
		await page.getByRole("link", { name: `${count} notes` }).waitFor();
		await page
			.getByRole("navigation", { name: "Records that led here" })
			.getByRole("link", { name: `notes ${id}` })
			.click();
		await page.getByRole("heading", { name: `notes ${id}` }).waitFor();
		await page.goBack();
		await page.getByRole("link", { name: `${count} notes` }).click();
		await page.getByText(`${count} rows`).waitFor();
		expect(new URL(page.url()).searchParams.get("q")).toBe("noteable_type:Issue noteable_id:201");
	});

	test("the error is shown at the field, and nothing is saved", async () => {
		const page = await open("/data/issues/201");
		const form = page.getByRole("form", { name: "Row 201" });
		await form.getByLabel("weight").fill("heavy");
		await form.getByLabel(/^author_id/).fill("99999");
		await page.keyboard.press("Tab");
		await save(page).click();
		await expect.poll(() => form.getByLabel("weight").getAttribute("aria-invalid")).toBe("true");
		await form.getByText('expected a number, or null, found "heavy"').waitFor();
		await form.getByText("expected the id of one of the users, found 99999").waitFor();
		await form.getByLabel("weight").fill("3");
		await form.getByLabel(/^author_id/).fill("");
		await form.getByLabel(/^author_id/).click();
		await page.getByRole("option", { name: /owner/ }).first().click();
		await save(page).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		const owner = mock.worlds.get().state.users.one("username", "owner");
		expect(mock.worlds.get().state.issues.get(201)).toMatchObject({ weight: 3, author_id: owner?.id });
	});

	test("a conflict shows both versions, and either can be kept", async () => {
		const page = await open("/data/issues/201");
		const { state } = mock.worlds.get();
		for (const [button, title] of [
			["Take what is stored", "Theirs"],
			["Save yours", "Mine"],
		] as const) {
			await page.getByRole("form").getByLabel("title").fill("Mine");
			state.issues.update(201, { title: "Theirs", weight: Math.random() });
			await save(page).click();
			const conflict = page.getByRole("alert", { name: "Conflict" });
			await conflict.getByRole("row", { name: 'title "Mine" "Theirs"' }).waitFor();
			await conflict.getByRole("button", { name: button }).click();
			await expect.poll(() => page.getByRole("form").getByLabel("title").inputValue()).toBe(title);
			expect(state.issues.get(201)?.title).toBe(title);
		}
	});

	test("a row is created, edited as JSON, deleted, and there again", async () => {
		const page = await open("/data/labels");
		const { state } = mock.worlds.get();
		const before = state.labels.size;
		await page.getByRole("button", { name: "New", exact: true }).click();
		await page.getByRole("form", { name: "New row" }).getByLabel("name").fill("urgent");
		await page.getByRole("button", { name: "Create" }).click();
		await page.getByRole("heading", { name: /^labels \d+/ }).waitFor();
		await page.getByRole("button", { name: "JSON" }).click();
		const json = page.getByRole("textbox", { name: "Row as JSON" });
		const row = JSON.parse(await json.inputValue());
		expect(row.name).toBe("urgent");
		await json.fill(JSON.stringify({ ...row, name: "later", colour: "red" }));
		await save(page).click();
		await page.getByText('there is no field "colour"').waitFor();
		await json.fill(JSON.stringify({ ...row, name: "later" }));
		await json.press("Control+Enter");
		await page.getByText("Saved", { exact: true }).waitFor();
		expect(state.labels.get(row.id)?.name).toBe("later");
		await page.getByRole("button", { name: "Delete" }).click();
		await page.getByText(`Row ${row.id} of labels is deleted`).waitFor();
		expect(state.labels.size).toBe(before);
		await page.getByRole("button", { name: "Undo" }).first().click();
		await page.getByText("Undone").waitFor();
		expect(state.labels.get(row.id)?.name).toBe("later");
	});

	test("a list is sorted and narrowed by its columns, and says which filter there is not", async () => {
		const page = await open("/data/issues");
		await rowsOf(page).first().waitFor();
		await page.getByRole("button", { name: "title" }).click();
		const titles = [...mock.worlds.get().state.issues.all()].map(({ title }) => title).sort();
		await expect.poll(() => rowsOf(page).first().textContent()).toContain(titles[0]);
		await page.getByRole("button", { name: "title" }).click();
		await expect.poll(() => rowsOf(page).first().textContent()).toContain(titles.at(-1));
		expect(new URL(page.url()).searchParams.get("sort")).toBe("-title");
		const filter = page.getByRole("textbox", { name: "Filter rows" });
		await filter.fill("author:guest");
		await page.getByText("1 row", { exact: true }).waitFor();
		await filter.fill("auther:guest");
		await page.getByText('Did you mean "author"?').waitFor();
		await page.getByRole("button", { name: "Show all rows" }).first().click();
		await page.getByRole("button", { name: "Columns" }).click();
		await page.getByRole("menuitemcheckbox", { name: "confidential" }).click();
		await page.keyboard.press("Escape");
		await page.getByRole("columnheader", { name: "confidential" }).waitFor();
	});

	test("secrets are hidden in lists, forms and JSON until the user shows them", async () => {
		const [token] = mock.worlds.get().state.feedTokens.all();
		if (!token) throw new Error("There is no feed token.");
		const page = await open(`/data/feed_tokens/${token.id}?columns=id,text`);
		await page.getByRole("button", { name: "JSON" }).click();
		const json = page.getByRole("textbox", { name: "Row as JSON" });
		expect(JSON.parse(await json.inputValue())).toMatchObject({ id: token.id, text: "[hidden]" });
		await page.getByRole("button", { name: "JSON" }).click();
		await page.getByRole("button", { name: "Show text" }).waitFor();
		expect(await page.content()).not.toContain(token.text);
		await page.getByRole("button", { name: "Show text" }).click();
		await expect.poll(() => page.getByLabel("text", { exact: true }).inputValue()).toBe(token.text);
	});

	test("what the platform holds is exported, and a seed is tried before it is imported", async () => {
		const page = await open("/data/users");
		await page.getByRole("button", { name: "Seed" }).click();
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("menuitem", { name: "Export as a seed file" }).click(),
		]);
		const file = JSON.parse(await readFile(await download.path(), "utf8"));
		expect([file.exact, file.users.length]).toEqual([true, mock.worlds.get().state.users.size]);
		await page.getByRole("button", { name: "Seed" }).click();
		await page.getByRole("menuitem", { name: "Import a seed file" }).click();
		const text = page.getByLabel("Seed, as JSON or YAML");
		await text.fill("users:\n  - username: ada\n  - usrname: grace\n");
		await page.getByRole("button", { name: "Try it" }).click();
		await page.getByText(/Line 3:\d+ there is no field "usrname"/).waitFor();
		await text.fill("users:\n  - username: ada\n");
		await page.getByLabel("Replace everything").check();
		await page.getByRole("button", { name: "Try it" }).click();
		await page.getByText("It makes 1 users.").waitFor();
		const before = mock.worlds.get().state.users.size;
		await page.getByRole("button", { name: "Import", exact: true }).click();
		await page.getByText("1 row", { exact: true }).waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText(`${before} rows`).waitFor();
	});

	test("the keyboard is enough", async () => {
		const page = await open("/requests");
		await page.getByRole("heading", { name: "No request yet" }).waitFor();
		await page.keyboard.press("g");
		await page.keyboard.press("d");
		await rowsOf(page).first().waitFor();
		await page.keyboard.press("j");
		await page.getByRole("heading", { name: /^users 1/ }).waitFor();
		await page.keyboard.press("j");
		await page.getByRole("heading", { name: /^users 2/ }).waitFor();
		// The references are loaded after the row.
		await page.keyboard.press("f");
		await page.locator(".references a:focus").waitFor();
		await page.keyboard.press("Enter");
		await expect.poll(() => new URL(page.url()).pathname).not.toBe("/_mock/data/users/2");
		await page.goBack();
		await page.keyboard.press("Escape");
		await expect.poll(() => new URL(page.url()).pathname).toBe("/_mock/data/users");
		await page.keyboard.press("n");
		await page.getByRole("heading", { name: "New row of users" }).waitFor();
	});

	test("a list of 100,000 rows jumps to its end and back, and draws what is in sight", async () => {
		const { state } = mock.worlds.get();
		for (let number = 0; number < 100_000; number++) state.spamLogs.insert({ user_id: 1 });
		const page = await open("/data/spam_logs");
		await page.getByText("100,000 rows").waitFor();
		await page.keyboard.press("End");
		await page.getByRole("link", { name: `Open spam_logs ${state.spamLogs.lastId}` }).waitFor();
		expect(await rowsOf(page).count()).toBeLessThan(80);
		await page.keyboard.press("Home");
		await page.getByRole("link", { name: "Open spam_logs 61", exact: true }).waitFor();
	});

	test("on a phone a record takes the screen, with its parts as tabs", async () => {
		const { id } = someNote();
		const page = await open("/data/notes", { width: 390, height: 844 });
		await page.getByRole("combobox", { name: "Table" }).waitFor();
		await page.getByRole("textbox", { name: "Filter rows" }).fill("needs a test");
		await page.getByRole("link", { name: `Open notes ${id}` }).click();
		await page.getByRole("tab", { name: "References" }).click();
		await page.getByRole("link", { name: "issues acme/web#1" }).waitFor();
		await page.getByRole("button", { name: "Back to the list" }).click();
		await page.getByText("1 row", { exact: true }).waitFor();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
	});

	test("what is not there says so, and what to do", async () => {
		const page = await open("/data/issues/99999");
		await page.getByText("The table issues has no row 99999").waitFor();
		await page.goto(`${mock.server.url}/_mock/data/isues`);
		await page.getByText("There is no table “isues”").waitFor();
		await page.goto(`${mock.server.url}/_mock/data/sessions`);
		await page.getByRole("heading", { name: "There are no sessions yet" }).waitFor();
		await page.goto(`${mock.server.url}/_mock/data/users?q=nobody-like-this`);
		await page.getByRole("heading", { name: "No row matches" }).waitFor();
	});
});
