import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The packages by their sources, so that tests need no build. */
const alias = ["contract", "client", "mock", "conformance"].flatMap((name) => [
	{ find: new RegExp(`^@tenon/${name}$`), replacement: source(`packages/${name}/src/index.ts`) },
	{ find: new RegExp(`^@tenon/${name}/(.*)$`), replacement: source(`packages/${name}/src/$1.ts`) },
]);

const node: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: "node",
		include: ["packages/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
		exclude: ["**/node_modules/**", "**/dist/**", "test/browser/**"],
	},
};

const types: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: "types",
		include: [],
		typecheck: {
			enabled: true,
			only: true,
			include: ["packages/**/*.test-d.ts", "test/**/*.test-d.ts"],
			tsconfig: "./tsconfig.json",
		},
	},
};

/** Debian's chromium, or the one that CHROMIUM_PATH names: the tests download no browser. */
const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const browser: TestProjectInlineConfiguration = {
	extends: true,
	optimizeDeps: { include: ["openapi-fetch"] },
	test: {
		name: "browser",
		include: ["test/browser/**/*.test.ts"],
		browser: {
			enabled: true,
			headless: true,
			screenshotFailures: false,
			provider: playwright({
				launchOptions: {
					executablePath: chromium,
					args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
				},
			}),
			instances: [{ browser: "chromium" }],
		},
	},
};

const hasBrowser = existsSync(chromium);
if (!hasBrowser)
	console.warn(`The browser tests are skipped: there is no ${chromium} (install chromium, or set CHROMIUM_PATH).`);

export default defineConfig({
	resolve: { alias },
	test: { projects: hasBrowser ? [node, types, browser] : [node, types] },
});
