import { expect, test } from "@tenon/mock/playwright";

const notes = "https://platform.example.com/api/v4/projects/acme%2Fweb/issues/1/notes";
const headers = { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" };

/** Returns the response that a page of another origin gets. */
const ask = ({ address, init }: { address: string; init: RequestInit }) =>
	fetch(address, init).then(
		async (response) => ({
			status: response.status,
			total: response.headers.get("x-total"),
			text: await response.text(),
		}),
		(error: unknown) => String(error),
	);

test.describe("on a page of another origin", () => {
	test.beforeEach(async ({ page }) => {
		await page.route("http://app.test/", (route) =>
			route.fulfill({ contentType: "text/html", body: "<title>App</title>" }),
		);
		await page.goto("http://app.test/");
	});

	test("reads, writes, and the journal has it", async ({ page, platform }) => {
		expect(await page.evaluate(ask, { address: notes, init: { headers } })).toMatchObject({
			status: 200,
			total: "120",
		});
		const init = { method: "POST", headers, body: '{"body":"from a page"}' };
		expect(await page.evaluate(ask, { address: notes, init })).toMatchObject({ status: 201 });
		expect(platform).toHaveCalled("createIssueNote", { requestBody: { body: "from a page" }, status: 201 });
	});

	test("has a platform of its own", async ({ page }) => {
		expect(await page.evaluate(ask, { address: notes, init: { headers } })).toMatchObject({ total: "120" });
	});

	test("a dropped connection aborts the route", async ({ page, platform }) => {
		platform.faults.add({ kind: "drop", operation: "listIssueNotes" });
		expect(await page.evaluate(ask, { address: notes, init: { headers } })).toContain("Failed to fetch");
	});

	test("fails, and has the journal as an attachment", async ({ page }) => {
		await page.evaluate(ask, { address: notes, init: { headers } });
		expect(1).toBe(2);
	});
});

test.describe("below a path of the page's own origin", () => {
	test.use({
		platformUrl: "http://app.test/platform",
		platformOptions: { tier: "free", externalUrl: "http://app.test/platform" },
	});

	test("the platform is reached there, with its options", async ({ page, platform }) => {
		await page.goto("http://app.test/platform/api/v4/groups/acme");
		expect(platform.settings.tier).toBe("free");
		expect(platform).toHaveCalled("getGroup", { status: 200 });
	});
});
