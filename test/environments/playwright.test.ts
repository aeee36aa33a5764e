/** Runs the conversation in a page of Chromium whose requests Playwright routes to a platform in Node. */
import { createPlatform, demo } from "@tenon/mock";
import { routePlatform } from "@tenon/mock/playwright";
import { chromium, type Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { chromiumPath, hasChromium } from "../support/requirements";
import { converse } from "./scenario";

interface Sent {
	readonly path: string;
	readonly method: string;
	readonly headers: [string, string][];
	readonly text?: string;
	readonly form?: [string, string][];
	/** The number of the request, used to abort it. */
	readonly number: number;
}

/** Sends a request. This function runs in the page. */
async function send({ path, method, headers, text, form, number }: Sent) {
	const controller = new AbortController();
	Reflect.set(globalThis, `abort${number}`, () => controller.abort());
	const data = form && new FormData();
	for (const [name, value] of form ?? []) data?.append(name, value);
	const body = data ?? text;
	const response = await fetch(path, {
		method,
		headers,
		signal: controller.signal,
		...(body === undefined ? {} : { body }),
	});
	return { status: response.status, headers: [...response.headers], text: await response.text() };
}

let count = 0;

/** Returns a `fetch` in Node that runs in a page. */
const fetchIn =
	(page: Page) =>
	async (path: string, { method = "GET", headers, body, signal }: RequestInit = {}): Promise<Response> => {
		const number = count++;
		signal?.addEventListener("abort", () => {
			page.evaluate((name) => Reflect.get(globalThis, name)(), `abort${number}`).catch(() => undefined);
		});
		const sent = await page.evaluate(send, {
			...{ path, method, number, headers: [...new Headers(headers)] },
			...(typeof body === "string" ? { text: body } : {}),
			...(body instanceof FormData
				? { form: [...body].map(([name, value]): [string, string] => [name, String(value)]) }
				: {}),
		});
		return new Response(sent.text, { status: sent.status, headers: sent.headers });
	};

test.skipIf(!hasChromium)("in a browser, by a route of Playwright", { timeout: 60_000 }, async () => {
	const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
	onTestFinished(() => browser.close());
	const platform = createPlatform({ seed: demo });
	const page = await browser.newPage();
	const stop = await routePlatform(page, platform, "http://page.test");
	await page.goto("http://page.test/api/v4/metadata");
	await converse({ platform, Headers, FormData, AbortController, call: fetchIn(page) });
	await stop();
	await expect(page.evaluate(() => fetch("/api/v4/user").then(() => "reached"))).rejects.toThrow("Failed to fetch");
});
