import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createPlatform, demo } from "@tenon/mock";
import { chromium } from "playwright";
import { createServer } from "vite";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { chromiumPath, hasChromium } from "../support/requirements";
import { type Conversation, converse, type Turn } from "./conversation";
import { entryPoints } from "./entry-points";
import { clock, conversation } from "./requests";

const root = fileURLToPath(new URL("../../", import.meta.url));

let whole: Conversation;
/** The responses of `platform.fetch`. Those of the other entry points are compared to them. */
let reference: Turn[] = [];
beforeAll(async () => {
	whole = await conversation();
	const { fetch } = createPlatform({ seed: demo, clock });
	reference = await converse({ baseUrl: "https://platform.example.com", fetch }, whole);
});

test("the conversation has responses of every kind", () => {
	const statuses = new Set(reference.map(({ status }) => status));
	const kinds = [200, 201, 202, 204, 400, 401, 403, 404, 405, 406, 412, 415];
	expect([...statuses].sort()).toEqual(expect.arrayContaining(kinds));
	expect(reference.filter(({ status }) => status < 300).length).toBeGreaterThan(112);
	expect(reference.map(({ body }) => body).join("")).not.toContain("127.0.0.1");
});

test.each(Object.entries(entryPoints))(
	"SDK-314 the whole conversation, through %s: the same responses",
	async (_, open) => {
		const { close, ...entryPoint } = await open(createPlatform({ seed: demo, clock }));
		onTestFinished(async () => void (await close()));
		expect(await converse(entryPoint, whole)).toEqual(reference);
	},
);

test("SDK-314 the whole conversation, with tenon-mock serve: the same responses", async () => {
	const cli = `${root}packages/mock/src/cli/index.ts`;
	const args = ["--import", "tsx", cli, "serve", "--port", "0", "--clock", clock, "--json", "--quiet"];
	const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
	onTestFinished(() => void child.kill());
	const [line] = await child.stdout.take(1).toArray();
	const { listening } = JSON.parse(String(line)) as { listening: string }; // as serve --json writes it
	const entryPoint = { baseUrl: listening, fetch: (input: string, init: RequestInit) => fetch(input, init) };
	expect(await converse(entryPoint, whole)).toEqual(reference);
});

test.skipIf(!hasChromium)(
	`SDK-314 the whole conversation, in a page with setupWorker: the same responses`,
	async () => {
		const vite = await createServer({
			configFile: `${root}examples/frontend/vite.config.ts`,
			cacheDir: `${root}node_modules/.vite/conversation`,
			// If Vite discovered them during the first request, the page would reload in the middle.
			optimizeDeps: { include: ["graphql", "msw", "msw/browser"] },
			logLevel: "error",
			server: { port: 0, host: "127.0.0.1" },
		});
		onTestFinished(() => vite.close());
		await vite.listen();
		const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
		onTestFinished(() => browser.close());
		const page = await browser.newPage();
		// A service worker needs a secure origin, such as localhost. The URL of its script is a page without other content.
		const origin = (vite.resolvedUrls?.local[0] ?? "").replace("127.0.0.1", "localhost");
		await page.goto(`${origin}mockServiceWorker.js`);
		// The code is a text, so that the page imports the module.
		const result = await page.evaluate(
			`import("/@fs${root}test/scenarios/worker-page.ts").then((page) => page.converseInPage("${clock}", ${JSON.stringify(whole)}))`,
		);
		expect(result).toEqual(reference);
	},
);
