/** Opens the inspector of a new mock in Debian's chromium. */
import { createWorlds, demo, type Worlds } from "@tenon/mock";
import { listen, type Server } from "@tenon/mock/node";
import { type Browser, chromium, type Page } from "playwright";
import { chromiumPath, hasChromium, isInspectorBuilt } from "../support/requirements";

/** Whether both a browser and a built page exist. */
export const canOpen = hasChromium && isInspectorBuilt;

export interface Inspected {
	readonly worlds: Worlds;
	readonly server: Server;
	readonly browser: Browser;
	/** Opens a page. Records violations of the content security policy and errors of scripts. */
	readonly open: (path: string, options?: OpenOptions) => Promise<Page>;
	readonly complaints: string[];
	/** Sends a request to the platform as a user. */
	readonly call: (method: string, path: string, user?: string, body?: object) => Promise<Response>;
	readonly close: () => Promise<void>;
}

interface OpenOptions {
	readonly width?: number;
	readonly height?: number;
	readonly theme?: "light" | "dark";
}

export async function inspect(): Promise<Inspected> {
	const worlds = createWorlds({ seed: demo, clock: "2026-01-05T09:30:00Z" });
	const server = await listen(worlds);
	const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
	const complaints: string[] = [];
	return {
		worlds,
		server,
		browser,
		complaints,
		async open(path, { width = 1280, height = 800, theme = "light" } = {}) {
			const context = await browser.newContext({
				viewport: { width, height },
				colorScheme: theme,
				permissions: ["clipboard-read", "clipboard-write"],
			});
			const page = await context.newPage();
			// Loading can take long on a busy machine. The test's own timeout still applies.
			page.setDefaultTimeout(30_000);
			page.on("pageerror", (error) => complaints.push(String(error)));
			page.on("console", (message) => {
				// A refused request, which the page shows, is not an error of the page.
				if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
					complaints.push(message.text());
			});
			await page.goto(`${server.url}/_mock${path}`);
			await page.getByRole("navigation").first().waitFor();
			// React only listens to keys after it has rendered.
			await page.evaluate(
				() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve)))),
			);
			return page;
		},
		call: (method, path, user, body) =>
			fetch(`${server.url}/api/v4${path}`, {
				method,
				headers: {
					...(user ? { "PRIVATE-TOKEN": `${user}-token` } : {}),
					...(body ? { "content-type": "application/json" } : {}),
				},
				...(body ? { body: JSON.stringify(body) } : {}),
			}),
		async close() {
			await browser.close();
			await server.close({ grace: 0 });
		},
	};
}

/** Returns the id of the newest pipeline of acme/web. */
export async function somePipeline(call: Inspected["call"]): Promise<number> {
	const [pipeline] = await (await call("GET", "/projects/acme%2Fweb/pipelines", "owner")).json();
	return pipeline.id;
}

/** Creates records and sends requests for tests and pictures: some of every kind. */
export async function someTraffic({ call, worlds }: Inspected): Promise<void> {
	await call("GET", "/projects/acme%2Fweb/pipelines?per_page=3", "developer");
	await call("POST", "/projects/acme%2Fweb/issues/1/notes", "developer", { body: "hi, it crashes on start" });
	await call("GET", "/user", "guest");
	worlds.get().faults.add({ operation: "getGroup", status: 503, times: 1 });
	await call("GET", "/groups/acme", "maintainer");
	await call("GET", "/projects/acme%2Fweb/merge_requets/1/notes", "developer");
	await call("GET", "/user");
	await call("DELETE", `/projects/acme%2Fweb/pipelines/${await somePipeline(call)}`, "guest");
}
