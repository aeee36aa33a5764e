import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { root } from "../support/requirements";
import { axeFaults } from "./accessible";
import { canOpen } from "./open-inspector";
import { inspected } from "./open-page";

const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true }).click();
const response = (page: Page) => page.getByRole("status", { name: "Response" });

describe.skipIf(!canOpen)("explore", () => {
	const mock = inspected();
	const { open } = mock;

	test("an operation is found, filled in with rows that there are, and sent as somebody", async () => {
		const page = await open("/explore");
		await page.getByRole("textbox", { name: "Find an operation" }).fill("note issue post");
		await page.getByRole("link", { name: "createIssueNote" }).click();
		const form = page.getByRole("form", { name: "createIssueNote" });
		await expect.poll(() => form.getByLabel(/^id/).inputValue()).toBe("acme/web");
		await form.getByLabel(/^body/).fill("Sent from Explore");
		await page.getByRole("combobox", { name: "As" }).selectOption("developer");
		await send(page);
		await response(page).getByText("201", { exact: true }).first().waitFor();
		await response(page).getByText("contract ok").waitFor();
		await response(page)
			.getByText(/^\d changed rows?$/)
			.waitFor();
		const entry = mock.worlds.get().journal.last();
		expect([entry?.operation, entry?.user, entry?.requestBody]).toMatchObject([
			"createIssueNote",
			"developer",
			{ body: "Sent from Explore" },
		]);
		await page.getByRole("tab", { name: "Client" }).click();
		await page.getByText("tenon.issueNotes.create({").waitFor();
		await page.getByRole("tab", { name: "Function" }).click();
		await page.getByText('import { connect, createIssueNote } from "@tenon/client/operations";').waitFor();
		await page.getByRole("tab", { name: "curl" }).click();
		// The panel of the previous tab is still fading out, so the panel is selected by name.
		await page.getByRole("tabpanel", { name: "curl" }).getByRole("button", { name: "Copy", exact: true }).click();
		const command = await page.evaluate(() => navigator.clipboard.readText());
		expect(command).toContain(`curl -X POST '${mock.server.url}/api/v4/projects/acme%2Fweb/issues/1/notes'`);
		await page.getByRole("tab", { name: "Reference" }).click();
		await page.getByText("The author is the caller. Lines that begin with a slash may be quick actions").waitFor();
		expect(await axeFaults(page)).toEqual([]);
		await page.getByRole("tab", { name: "Response" }).click();
		await page.getByRole("link", { name: /^Request \d+$/ }).click();
		await page.getByRole("heading", { name: /201 POST/ }).waitFor();
	});

	test("an operation that was never refused with 404 is run so, and a 403 says why and passes as somebody else", async () => {
		const page = await open("/explore/getPipeline?as=developer");
		const form = page.getByRole("form", { name: "getPipeline" });
		await form.getByLabel(/^pipeline_id/).fill("999999");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Control+Enter");
		await response(page).getByText("404", { exact: true }).first().waitFor();
		await page.goto(`${mock.server.url}/_mock/explore/deletePipeline?as=guest`);
		await page.getByRole("form", { name: "deletePipeline" }).waitFor();
		await send(page);
		await response(page)
			.getByText(/deletePipeline needs owner, and guest has guest/)
			.waitFor();
		await response(page).getByRole("button", { name: "Send as owner" }).click();
		await response(page).getByText("204", { exact: true }).first().waitFor();
	});

	test("keys go through the operations, and a user chosen elsewhere is chosen here too", async () => {
		const page = await open("/data/users/1");
		await page.getByRole("combobox", { name: "As" }).selectOption("guest");
		await page.getByRole("heading", { name: /^users 1/ }).click();
		await page.keyboard.press("g");
		await page.keyboard.press("e");
		await page.getByRole("link", { name: "createIssueNote" }).waitFor();
		await page.keyboard.press("j");
		await page.getByRole("textbox", { name: "GraphQL query" }).waitFor();
		expect(await page.getByRole("combobox", { name: "As" }).inputValue()).toBe("guest");
		for (const operation of ["listIssueNotes", "createIssueNote"]) {
			await page.keyboard.press("j");
			await page.getByRole("form", { name: operation }).waitFor();
		}
		await page.keyboard.press("k");
		await page.getByRole("form", { name: "listIssueNotes" }).waitFor();
	});

	test("fields offer rows of the project that is chosen", async () => {
		const page = await open("/explore/getPipeline?as=developer");
		const form = page.getByRole("form", { name: "getPipeline" });
		await form.getByLabel(/^pipeline_id/).click();
		const project = mock.worlds.get().state.project("acme/web");
		const ids = new Set(
			[...mock.worlds.get().state.pipelines.all()]
				.filter((one) => one.project_id === project?.id)
				.map(({ id }) => String(id)),
		);
		await page.getByRole("option").first().waitFor();
		for (const text of await page.getByRole("option").allTextContents())
			expect(ids.has(/^\d+/.exec(text)?.[0] ?? "")).toBe(true);
	});

	test("a missing part of the URL is shown at its field, and the draft stays", async () => {
		const page = await open("/explore/createIssueNote?as=developer");
		const form = page.getByRole("form", { name: "createIssueNote" });
		await form.getByLabel(/^body/).fill("Stays");
		await form.getByLabel(/^issue_iid/).fill("");
		await page.keyboard.press("Escape");
		await send(page);
		await form.getByText("missing: the path requires it").waitFor();
		expect(await form.getByLabel(/^body/).inputValue()).toBe("Stays");
		await page.getByRole("button", { name: "JSON" }).click();
		const json = page.getByRole("textbox", { name: "Parameters as JSON" });
		await json.fill('{ "id": "acme/web", "issue_iid": 1, "body": "By JSON", "internal": true }');
		await json.press("Control+Enter");
		await response(page).getByText("201", { exact: true }).first().waitFor();
		expect(mock.worlds.get().journal.last()?.requestBody).toEqual({ body: "By JSON", internal: true });
	});

	test("a file is chosen, shown in the code, sent as a form, and taken away again", async () => {
		const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
		const page = await open("/explore/setUserAvatar?as=guest");
		const form = page.getByRole("form", { name: "setUserAvatar" });
		const file = { name: "me.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") };
		await form.getByLabel(/^avatar/).setInputFiles(file);
		await form.getByText("me.png, 70 bytes image/png").waitFor();
		await page.getByRole("tab", { name: "Client" }).click();
		await page.getByText('avatar: await fileFrom("me.png")').waitFor();
		await page.getByRole("tab", { name: "curl" }).click();
		await page.getByText("-F 'avatar=@me.png;type=image/png'").waitFor();
		await send(page);
		await response(page).getByText("200", { exact: true }).first().waitFor();
		const entry = mock.worlds.get().journal.last();
		expect(entry?.requestHeaders["content-type"]).toMatch(/^multipart\/form-data/);
		const avatar = await fetch(JSON.parse(JSON.stringify(entry?.responseBody)).avatar_url);
		expect(Buffer.from(await avatar.arrayBuffer()).toString("base64")).toBe(pixel);
		// The form and its JSON show the same draft.
		await page.getByRole("button", { name: "JSON" }).click();
		const json = page.getByRole("textbox", { name: "Parameters as JSON" });
		expect(JSON.parse(await json.inputValue()).avatar.file).toBe("me.png");
		await page.getByRole("button", { name: "JSON" }).click();
		await form.getByRole("button", { name: "Remove avatar" }).click();
		expect(await form.getByText("me.png").count()).toBe(0);
		await send(page);
		await response(page).getByText("400", { exact: true }).first().waitFor();
	});

	test("a GraphQL query is measured while it is written, completed from the schema, and sent", async () => {
		const page = await open("/explore/graphql?as=developer");
		await page.getByText(/Cost \d+ of 250/).waitFor();
		const editor = page.getByRole("textbox", { name: "GraphQL query" });
		await editor.click();
		await page.keyboard.press("Control+A");
		await page.keyboard.type("{ currentUser { usern");
		await page
			.getByRole("option", { name: /username/ })
			.first()
			.click();
		await page.keyboard.type(" name");
		await page.getByText(/Cost 3 of 250/).waitFor();
		await page.keyboard.press("Control+Enter");
		await response(page).getByText('"developer"').first().waitFor();
		expect(mock.worlds.get().journal.last()).toMatchObject({
			operation: "executeGraphql",
			user: "developer",
			status: 200,
		});
		// In the editor, keys are text and not shortcuts of the page.
		await page.keyboard.type(" ged");
		expect(new URL(page.url()).pathname).toBe("/_mock/explore/graphql");
		await page.getByRole("combobox", { name: "As" }).selectOption("nobody");
		await page.keyboard.press("Escape");
		const variables = page.getByLabel("Variables, as JSON");
		await variables.fill("{");
		await send(page);
		await page.getByText("The variables are not a JSON object yet.").waitFor();
	});

	test("an operation leads to the GraphQL document that does the same, with its variables to fill in", async () => {
		const page = await open("/explore/getPipeline?as=developer");
		await page.getByRole("tab", { name: "GraphQL" }).click();
		await page.getByRole("link", { name: "Open in the editor" }).click();
		const variables = page.getByLabel("Variables, as JSON");
		await expect.poll(async () => JSON.parse(await variables.inputValue())).toHaveProperty("fullPath");
		await variables.fill('{ "fullPath": "acme/web", "iid": "1" }');
		await page.getByText(/Cost \d+ of 250/).waitFor();
		await send(page);
		await response(page).getByText("200", { exact: true }).waitFor();
		// The draft stays during a visit to another operation.
		await page.getByRole("link", { name: "createIssueNote" }).click();
		await page.getByRole("form", { name: "createIssueNote" }).waitFor();
		await page.getByRole("link", { name: /^GraphQL/ }).click();
		await expect.poll(() => variables.inputValue()).toBe('{ "fullPath": "acme/web", "iid": "1" }');
		const [data] = [mock.worlds.get().journal.last()?.responseBody];
		expect(JSON.stringify(data)).toContain("pipeline");
	});

	test("on a phone the list makes room for the form", async () => {
		const page = await open("/explore", { width: 390, height: 844 });
		await page.getByRole("textbox", { name: "Find an operation" }).fill("getCurrentUser");
		await page
			.getByRole("link", { name: /^getCurrentUser\b/ })
			.first()
			.click();
		await send(page);
		await response(page).getByText("200", { exact: true }).waitFor();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
		await page.getByRole("link", { name: "Back to the list" }).click();
		await page.getByRole("textbox", { name: "Find an operation" }).waitFor();
		// The form of this operation fills the screen, so the page scrolls to the response.
		await page.goto(`${mock.server.url}/_mock/explore/createUser?as=root`);
		await page.getByRole("form", { name: "createUser" }).waitFor();
		await send(page);
		await response(page).waitFor();
		await expect
			.poll(() => response(page).evaluate((element) => element.getBoundingClientRect().top < innerHeight / 2))
			.toBe(true);
	});

	test("what is not there says so", async () => {
		const page = await open("/explore/createIsueNote");
		await page.getByText('Did you mean "createIssueNote"?').waitFor();
		await page.getByRole("textbox", { name: "Find an operation" }).fill("no such thing");
		await page.getByRole("button", { name: "Show all operations" }).click();
		await page.getByRole("link", { name: "createIssueNote" }).waitFor();
	});

	test("the first view is at most 300 kB, all that its page names taken together", () => {
		const folder = join(root, "packages/mock/dist/inspector");
		const page = readFileSync(join(folder, "index.html"), "utf8");
		const files = [...page.matchAll(/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file);
		const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length);
		expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(300_000);
	});
});
