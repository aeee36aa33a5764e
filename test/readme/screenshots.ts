/**
 * `npm run screenshots`: takes the pictures of the inspector for README and docs, in Debian's chromium. Needs a build
 * (`npm run build`).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canOpen, type Inspected, inspect, somePipeline, someTraffic } from "../inspector/open-inspector";
import { root } from "../support/requirements";

/** A picture: the page to open, and what to do there before taking it. */
interface Picture {
	readonly name: string;
	readonly path: string;
	readonly theme?: "light" | "dark";
	prepare?(page: Awaited<ReturnType<Inspected["open"]>>): Promise<void>;
}

const pictures: readonly Picture[] = [
	{
		name: "requests",
		path: "/requests",
		async prepare(page) {
			const rows = page.getByRole("listbox", { name: "Requests" }).getByRole("option");
			await rows.filter({ hasText: "DELETE" }).first().click();
			await page.getByText("deletePipeline needs owner").waitFor();
		},
	},
	{
		name: "data",
		path: "/data/issues/201",
		prepare: (page) =>
			page
				.getByRole("heading", { name: /issues/i })
				.first()
				.waitFor(),
	},
	{
		name: "explore",
		path: "/explore/createIssueNote",
		async prepare(page) {
			await page.getByRole("button", { name: "Send", exact: true }).click();
			await page.getByText("201").first().waitFor();
		},
	},
	{ name: "control", path: "/control/clock", theme: "dark" },
	{
		name: "worlds",
		path: "/worlds",
		async prepare(page) {
			await page.getByRole("button", { name: "Show" }).click();
			await page.getByText(/notes/).first().waitFor();
		},
	},
	{ name: "coverage", path: "/coverage", theme: "dark" },
];

if (!canOpen) {
	console.error("Screenshots need Debian's chromium and a build: npm run build.");
	process.exit(1);
}
const folder = join(root, "docs", "inspector");
mkdirSync(folder, { recursive: true });
const mock = await inspect();
try {
	mock.worlds.get().snapshots.take("before-run");
	await someTraffic(mock);
	const id = await somePipeline(mock.call);
	await mock.call("DELETE", `/projects/acme%2Fweb/pipelines/${id}`, "guest");
	mock.worlds.fork("test-7", { from: "default" });
	mock.worlds.fork("test-8");
	for (const { name, path, theme = "light", prepare } of pictures) {
		const page = await mock.open(path, { width: 1200, height: 720, theme });
		await prepare?.(page);
		await page.waitForLoadState("networkidle").catch(() => undefined);
		// The stream of requests keeps the network busy, so the script waits for a fixed time.
		await page.waitForTimeout(1_000);
		const file = join(folder, `${name}.png`);
		writeFileSync(file, await page.screenshot());
		console.log(file);
		await page.close();
	}
} finally {
	await mock.close();
}
