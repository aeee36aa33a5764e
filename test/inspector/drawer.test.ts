/** The inspector as a drawer in a user's page, from the built packages. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { serviceWorker } from "../../examples/frontend/vite.config";
import { chromiumPath, hasChromium, isBuilt, isInspectorBuilt, root } from "../support/requirements";
import { axeFaults } from "./accessible";

const built = (name: string): string => join(root, "packages", name, "dist");
const alias = ["contract", "mock"].flatMap((name) => [
	{ find: new RegExp(`^@tenon/${name}$`), replacement: `${built(name)}/index.js` },
	{ find: new RegExp(`^@tenon/${name}/(.*)$`), replacement: `${built(name)}/$1.js` },
]);

/** The code of each page that runs before it adds the button. It can use `platform` and `inspector`. */
const pages: { readonly [path: string]: string } = {
	// MSW's service worker passes the inspector's requests to the platform.
	"/worker": "await setupWorker(...handlers(platform)).start({ quiet: true }); window.mounted = inspector();",
	// Without a worker and a network, the inspector calls the platform directly.
	"/direct": "window.mounted = inspector({ platform });",
};

const scriptOf = (path: string): string => `
	import { createPlatform, demo } from "@tenon/mock";
	import { inspector } from "@tenon/mock/inspector";
	import { handlers } from "@tenon/mock/msw";
	import { setupWorker } from "msw/browser";
	const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00Z" });
	window.platform = platform;
	window.inspector = inspector;
	${pages[path]}
	document.querySelector("h1").textContent = "ready";
`;

const html = (path: string): string => `<!doctype html><html lang="en"><title>A page</title>
	<style>button, section, div { color: rgb(255, 0, 0) !important; font-size: 40px; }</style>
	<main><h1>loading</h1><label>Own <input></label></main>
	<script type="module" src="/script${path}.js"></script></html>`;

describe.skipIf(!hasChromium || !isInspectorBuilt || !isBuilt("contract", "mock"))("in a page", () => {
	let vite: ViteDevServer;
	let browser: Browser;
	let address = "";
	beforeAll(async () => {
		vite = await createServer({
			configFile: false,
			root: join(root, "test/inspector"),
			cacheDir: join(root, "node_modules/.vite-drawer"),
			appType: "custom",
			logLevel: "error",
			resolve: { alias },
			optimizeDeps: { noDiscovery: true, include: ["msw", "msw/browser", "graphql"] },
			server: { port: 0, host: "127.0.0.1", fs: { allow: [root] } },
			plugins: [
				serviceWorker(),
				{
					name: "pages",
					resolveId: (id) => (id.startsWith("/script/") ? id : undefined),
					load: (id) => (id.startsWith("/script/") ? scriptOf(id.slice(7, -3)) : undefined),
					configureServer: (server) => () => {
						server.middlewares.use((request, response) => {
							const path = (request.url ?? "").split("?")[0] ?? "";
							if (!pages[path]) return void response.writeHead(404).end();
							response.setHeader("content-type", "text/html").end(html(path));
						});
					},
				},
			],
		});
		await vite.listen();
		address = (vite.resolvedUrls?.local[0] ?? "").replace("127.0.0.1", "localhost").replace(/\/$/, "");
		browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
	});
	afterAll(async () => {
		await browser?.close();
		await vite?.close();
	});

	const requested: string[] = [];
	const complaints: string[] = [];
	async function open(path: string, viewport = { width: 1280, height: 900 }): Promise<Page> {
		requested.length = 0;
		complaints.length = 0;
		const page = await browser.newPage({ viewport });
		onTestFinished(() => page.close());
		page.setDefaultTimeout(20_000);
		page.on("request", (request) => requested.push(new URL(request.url()).pathname));
		page.on("pageerror", (error) => complaints.push(String(error)));
		await page.goto(`${address}${path}`);
		await page.getByRole("heading", { name: "ready" }).waitFor();
		return page;
	}
	const opener = (page: Page) => page.getByRole("button", { name: "Open the Tenon inspector" });
	const drawer = (page: Page) => page.getByRole("region", { name: "Tenon inspector" });
	const isApp = (path: string): boolean => path.includes("/dist/inspector/");
	/** Sends a request that is refused, as the page's own code would. */
	const refuse = (page: Page, sender: "fetch" | "platform.fetch") =>
		page.evaluate(
			`${sender}(location.origin + "/api/v4/projects/acme%2Fweb/pipelines/752", { method: "DELETE", headers: { "PRIVATE-TOKEN": "guest-token" } })`,
		);

	test.each([
		["/worker", "fetch"],
		["/direct", "platform.fetch"],
	] as const)("%s: requests arrive live, and one that was refused says why", async (path, sender) => {
		const page = await open(path);
		expect(requested.filter(isApp)).toEqual([]);
		await opener(page).click();
		await drawer(page).getByRole("heading", { name: "No request yet" }).waitFor();
		expect(requested.filter(isApp)).not.toEqual([]);
		await refuse(page, sender);
		await drawer(page).getByRole("option").filter({ hasText: "403" }).click();
		await drawer(page).getByText("deletePipeline needs owner, and guest has guest in acme/web (from acme).").waitFor();
		await drawer(page).getByRole("button", { name: "Send as owner" }).click();
		await drawer(page)
			.getByRole("heading", { name: /204 DELETE/ })
			.waitFor();
		// The inspector does not change the page's URL.
		expect(new URL(page.url()).pathname).toBe(path);
		expect(requested.some((one) => one.startsWith("/_mock/"))).toBe(path === "/worker");
		expect(complaints).toEqual([]);
	});

	test("menus, dialogs and messages are inside, keys belong to what has the focus, and styles do not mix", async () => {
		const page = await open("/direct");
		await refuse(page, "platform.fetch");
		await opener(page).click();
		await drawer(page).getByRole("option").first().click();
		await drawer(page).getByRole("button", { name: "Copy", exact: true }).first().click();
		await drawer(page).getByRole("menuitem", { name: "As curl" }).waitFor();
		await page.keyboard.press("Escape");
		await drawer(page).focus();
		await page.keyboard.press("g");
		await page.keyboard.press("w");
		await drawer(page).getByRole("heading", { name: "Worlds", exact: true }).waitFor();
		await page.keyboard.press("?");
		await drawer(page).getByRole("dialog", { name: "Keys" }).waitFor();
		await page.keyboard.press("Escape");
		await drawer(page).getByRole("dialog").waitFor({ state: "detached" });
		await page.getByRole("textbox", { name: "Own" }).click();
		await page.keyboard.type("g d?");
		expect(await page.getByRole("textbox", { name: "Own" }).inputValue()).toBe("g d?");
		await drawer(page).getByRole("heading", { name: "Worlds", exact: true }).waitFor();
		const look = (selector: string): Promise<string> =>
			page.evaluate(
				`getComputedStyle(document.querySelector("tenon-inspector").shadowRoot.querySelector("${selector}")).color`,
			);
		expect(await look(".drawer button")).not.toBe("rgb(255, 0, 0)");
		const title: string = await page.evaluate('getComputedStyle(document.querySelector("h1")).marginTop');
		expect(Number.parseFloat(title)).toBeGreaterThan(0);
		expect(complaints).toEqual([]);
	});

	test("it closes, opens where it was, is replaced by another, and is removed", async () => {
		const page = await open("/direct");
		await opener(page).click();
		await drawer(page).getByRole("link", { name: "Control" }).click();
		await drawer(page).getByRole("heading", { name: "Control" }).waitFor();
		await drawer(page).getByRole("button", { name: "Dark theme" }).click();
		await drawer(page).getByRole("button", { name: "Close the inspector" }).click();
		await drawer(page).waitFor({ state: "detached" });
		await opener(page).press("Enter");
		await drawer(page).getByRole("heading", { name: "Control" }).waitFor();
		await drawer(page).getByRole("button", { name: "Light theme" }).waitFor();
		await page.evaluate("window.mounted = inspector({ platform, corner: 'bottom-left' })");
		await drawer(page).waitFor({ state: "detached" });
		expect(await page.locator("tenon-inspector").count()).toBe(1);
		expect((await opener(page).boundingBox())?.x).toBe(16);
		await page.evaluate("mounted.open()");
		await drawer(page).getByRole("heading", { name: "Control" }).waitFor();
		await page.evaluate("mounted.unmount()");
		expect(await page.locator("tenon-inspector").count()).toBe(0);
		await page.evaluate("mounted.open()");
		expect(await page.locator("tenon-inspector").count()).toBe(0);
		expect(complaints).toEqual([]);
	});

	test.each([
		["light", 1280],
		["dark", 360],
	] as const)("axe finds no fault, %s, %i px", async (colorScheme, width) => {
		const page = await open("/direct", { width, height: 800 });
		await page.emulateMedia({ colorScheme });
		await refuse(page, "platform.fetch");
		await opener(page).click();
		for (const area of ["Data", "Explore", "Control", "Worlds", "Coverage", "Requests"]) {
			await drawer(page).getByRole("link", { name: area }).click();
			await drawer(page).getByRole("link", { name: area }).and(page.locator("[aria-current=page]")).waitFor();
			await drawer(page).locator("[aria-busy=true]").waitFor({ state: "detached" });
			const faults = await axeFaults(page);
			expect([area, faults.filter((fault) => fault.includes("tenon-inspector"))]).toEqual([area, []]);
		}
		const pictures = process.env.SCREENSHOTS;
		if (pictures) await page.screenshot({ path: `${pictures}/drawer-${width}-${colorScheme}.png` });
	});

	test("the module says where it can be used, outside a browser", async () => {
		const { inspector } = await import(join(built("mock"), "inspector.js"));
		expect(() => inspector()).toThrow("call inspector() in a browser");
		const require = createRequire(import.meta.url);
		expect(Object.keys(require(join(built("mock"), "inspector.cjs")))).toEqual(["inspector"]);
		expect(readFileSync(join(built("mock"), "index.js"), "utf8")).not.toContain("inspector/assets");
	});
});
