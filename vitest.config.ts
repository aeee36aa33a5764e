import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { serviceWorker } from "./examples/frontend/vite.config.ts";
import { chromiumPath, hasChromium } from "./test/support/requirements.ts";
import { SlowestFirst } from "./test/support/slowest-first.ts";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The packages by their sources, so that tests need no build. */
const alias = ["contract", "client", "mock", "conformance"].flatMap((name) => [
	{ find: new RegExp(`^@tenon/${name}$`), replacement: source(`packages/${name}/src/index.ts`) },
	{ find: new RegExp(`^@tenon/${name}/(.*)$`), replacement: source(`packages/${name}/src/$1.ts`) },
]);

/** Tests that `npm test` leaves to `npm run test:all`: they start programs, compile, pack or run for many seconds. */
const long = [
	"examples/**/*.test.ts",
	"packages/mock/test/persistence/kill.test.ts",
	"packages/mock/test/runners-of-tests/**/*.test.ts",
	"test/extend/compile.test.ts",
	"test/extend/conformance.test.ts",
	"test/inspector/**/*.test.ts",
	"test/contributing/**/*.test.ts",
	"test/conformance/dialect.test.ts",
	"test/conformance/lawful.test.ts",
	"test/conformance/laws.test.ts",
	"test/conformance/mock.test.ts",
	"test/conformance/sandbox.test.ts",
	"test/conformance/sequences.test.ts",
	"test/conformance/sound-servers.test.ts",
	"test/mutants/**/*.test.ts",
	"test/packaging/**/*.test.ts",
	"test/peers/languages.test.ts",
	"test/peers/python.test.ts",
	"test/random-walk/random-walk.test.ts",
	"test/readme/**/*.test.ts",
	"test/reference/**/*.test.ts",
	"test/scenarios/conversation.test.ts",
	"test/scenarios/record.test.ts",
];
const compat = ["test/compat/**/*.test.ts"];
const browser = ["test/browser/**/*.test.ts"];

/** Tests that need a process of their own. Every entry says why; a test that only leaves something behind is fixed. */
const isolated = [
	// It checks stack traces. In a shared process it failed once, for a reason that nobody has found; alone it never did.
	"packages/client/src/transport/stack.test.ts",
];

/** One process per core runs file after file: starting a process and loading the packages costs more than most tests. */
const shared = {
	extends: true,
	test: {
		pool: "forks",
		isolate: false,
		maxWorkers: "100%",
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// A busy machine may take long; the test's own time-out is bound enough.
		expect: { poll: { timeout: 25_000 } },
	},
} satisfies TestProjectInlineConfiguration;

const unitProject: TestProjectInlineConfiguration = {
	...shared,
	test: {
		...shared.test,
		name: "unit",
		include: ["packages/**/*.test.ts", "test/**/*.test.ts"],
		exclude: [...configDefaults.exclude, ...long, ...compat, ...browser, ...isolated],
	},
};

const isolatedProject: TestProjectInlineConfiguration = {
	...shared,
	// Their own group: a file in between would end the shared processes.
	test: { ...shared.test, name: "isolated", include: isolated, isolate: true, sequence: { groupOrder: 1 } },
};

const typesProject: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: "types",
		include: [],
		maxWorkers: "100%",
		typecheck: {
			enabled: true,
			only: true,
			checker: "node_modules/typescript-7/bin/tsc",
			include: ["packages/**/*.test-d.ts"],
			tsconfig: "./tsconfig.test-d.json",
		},
	},
};

const waiting = {
	...shared.test,
	// Long tests often wait: for a browser, a program or an installation.
	maxWorkers: Math.ceil(availableParallelism() * 1.5),
	testTimeout: 1_200_000,
	hookTimeout: 1_200_000,
};

const longProject: TestProjectInlineConfiguration = {
	...shared,
	test: { ...waiting, name: "long", include: long, isolate: true, globalSetup: "test/support/announce-skips.ts" },
};

/** It installs other versions of Node, msw, graphql and TypeScript beside the packed packages. */
const compatProject: TestProjectInlineConfiguration = {
	...shared,
	test: { ...waiting, name: "compat", include: compat },
};

const browserProject: TestProjectInlineConfiguration = {
	extends: true,
	plugins: [serviceWorker()],
	optimizeDeps: { include: ["graphql", "msw", "msw/browser", "openapi-fetch"] },
	test: {
		name: "browser",
		include: browser,
		maxWorkers: "100%",
		sequence: { groupOrder: 2 },
		browser: {
			enabled: true,
			headless: true,
			screenshotFailures: false,
			provider: playwright({
				launchOptions: {
					executablePath: chromiumPath,
					args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
				},
			}),
			instances: [{ browser: "chromium" }],
		},
	},
};

/** `npm test` runs unit, isolated and types; `npm run test:all` runs the others. */
const projects = [unitProject, isolatedProject, typesProject, longProject, compatProject];
if (hasChromium) projects.push(browserProject);

export default defineConfig({ resolve: { alias }, test: { projects, sequence: { sequencer: SlowestFirst } } });
