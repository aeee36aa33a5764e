import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatform, demo, type Platform } from "@tenon/mock";
import { GlobalWindow } from "happy-dom";
import { JSDOM } from "jsdom";
import { build } from "tsup";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { entryPoints } from "../../packages/mock/test/support/entry-points";
import { converse } from "./scenario";

test.each(entryPoints)("in Node, by %s", async (_, open) => {
	const platform = createPlatform({ seed: demo });
	await converse({ Headers, FormData, AbortController, platform, call: await open(platform) });
});

test("in happy-dom, whose headers keep the case that they were written in", async () => {
	const window = new GlobalWindow({ url: "http://page.test/app" });
	onTestFinished(() => window.happyDOM.close());
	const { Headers, Request, Response, FormData, AbortController, AbortSignal, location } = window;
	for (const [name, value] of Object.entries({
		Headers,
		Request,
		Response,
		FormData,
		AbortController,
		AbortSignal,
		location,
	}))
		vi.stubGlobal(name, value);
	onTestFinished(() => void vi.unstubAllGlobals());
	const platform = createPlatform({ seed: demo });
	await converse({ ...globalThis, platform, call: platform.fetch });
	expect(platform.journal.last("getCurrentUser")?.url).toBe("http://page.test/api/v4/user");
});

describe("in jsdom, as Jest runs a test in it", () => {
	let script = "";

	beforeAll(async () => {
		const folder = mkdtempSync(join(tmpdir(), "tenon-"));
		await build({
			config: false,
			silent: true,
			entry: { mock: "packages/mock/src/index.ts" },
			format: "iife",
			globalName: "mock",
			outDir: folder,
			splitting: false,
			noExternal: [/.*/],
			dts: false,
			platform: "browser",
		});
		script = readFileSync(join(folder, "mock.global.js"), "utf8");
		rmSync(folder, { recursive: true });
	});

	/** Returns a window with the mock and without `fetch`, `Request`, `Response`, `TextDecoder` and `TextEncoder`. */
	function opened(globals: object): { mock: typeof import("@tenon/mock"); window: JSDOM["window"] } {
		const { window } = new JSDOM("", { url: "http://page.test/app", runScripts: "outside-only" });
		onTestFinished(() => window.close());
		Object.assign(window, globals);
		window.eval(`${script}; window.mock = mock;`);
		// The script above has defined it.
		return { window, mock: Reflect.get(window, "mock") as typeof import("@tenon/mock") };
	}

	test("an import needs no global, and what lacks one says what to do", async () => {
		const { mock } = opened({});
		const platform: Platform = mock.createPlatform({ seed: mock.demo });
		await expect(platform.fetch("/api/v4/user")).rejects.toThrow(
			'@tenon/mock needs the global Response, which this environment lacks. With Jest and jsdom, set testEnvironment to "jest-fixed-jsdom"',
		);
		const headers = { "private-token": "developer-token" };
		expect(await platform.handle({ method: "GET", url: "/api/v4/user", headers })).toMatchObject({ status: 200 });
	});

	test("with the globals of jest-fixed-jsdom it does all", async () => {
		const { mock, window } = opened({
			fetch,
			Headers,
			FormData,
			Request,
			Response,
			TextDecoder,
			TextEncoder,
			ReadableStream,
		});
		const platform: Platform = mock.createPlatform({ seed: mock.demo });
		await converse({ Headers, FormData, AbortController: window.AbortController, platform, call: platform.fetch });
	});
});
