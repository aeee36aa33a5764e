/** What some tests need on the machine. If it is missing, they are skipped, and announce-skips.ts prints why. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

const headlessShell = "/usr/bin/chromium-headless-shell";

/**
 * The browser in CHROMIUM_PATH, or Debian's chromium. The tests do not download a browser. The headless shell comes
 * first: it has no windows and menus, and creating a context takes a seventh of the CPU time.
 */
export const chromiumPath =
	process.env.CHROMIUM_PATH ?? (existsSync(headlessShell) ? headlessShell : "/usr/bin/chromium");
export const hasChromium = existsSync(chromiumPath);

/** Whether `npm run build` has built these packages. */
export const isBuilt = (...packages: readonly string[]): boolean =>
	packages.every((name) => existsSync(join(root, "packages", name, "dist", "index.js")));

/** Whether `npm run build:inspector` has built the page. */
export const isInspectorBuilt = existsSync(join(root, "packages/mock/dist/inspector/index.html"));

/** Returns a Python that can import a module. Tries the system's first, because others may lack Debian's packages. */
export const pythonWith = (module: string): string | undefined =>
	["/usr/bin/python3", "python3"]
		.filter((path) => !path.startsWith("/") || existsSync(path))
		.find((path) => spawnSync(path, ["-I", "-c", `import ${module}`]).status === 0);

const succeeds = (program: string, args: readonly string[], env?: NodeJS.ProcessEnv): boolean =>
	spawnSync(program, args, { env: { ...process.env, ...env } }).status === 0;

/** Whether Ruby has a gem. */
export const rubyHas = (gem: string): boolean => succeeds("ruby", ["-W0", "-r", gem, "-e", ""]);

/** Whether Perl has a module. */
export const perlHas = (module: string): boolean => succeeds("perl", [`-M${module}`, "-e", "1"]);

/** The location of Debian's Go libraries, and the setting with which Go finds them without a network. */
export const goEnvironment = { GO111MODULE: "off", GOPATH: "/usr/share/gocode" };

/** Whether a Go package of Debian is installed. */
export const goHas = (path: string): boolean => succeeds("go", ["list", path], goEnvironment);

/** Returns one line for each missing program: the tests of the project that are skipped, and how to install it. */
export function skips(project: string): string[] {
	const lines: string[] = [];
	const skip = (tests: string, reason: string): void => void lines.push(`Skipped: ${tests} (${reason})`);
	if (project === "long") {
		if (!hasChromium)
			skip(
				"test/browser, test/inspector, examples/frontend, the browser in test/scenarios/conversation",
				`there is no ${chromiumPath}: install chromium-headless-shell or chromium, or set CHROMIUM_PATH`,
			);
		if (!isBuilt("contract", "client", "mock", "conformance"))
			skip("test/packaging", "the packages are not built: npm run build");
		if (!isInspectorBuilt) skip("test/inspector", "the inspector is not built: npm run build:inspector");
		if (!pythonWith("gitlab"))
			skip("test/peers/python", "no python3 has the module gitlab: on Debian, apt install python3-gitlab");
		if (!rubyHas("gitlab")) skip("test/peers/ruby", "Ruby has no gem gitlab: on Debian, apt install ruby-gitlab");
		if (!perlHas("GitLab::API::v4"))
			skip("test/peers/perl", "Perl has no GitLab::API::v4: on Debian, apt install libgitlab-api-v4-perl");
		if (!goHas("github.com/xanzy/go-gitlab"))
			skip("test/peers/go", "Go has no go-gitlab: on Debian, apt install golang-go golang-github-xanzy-go-gitlab-dev");
		if (!pythonWith("pytest"))
			skip("examples/python/pytest", "no python3 has the module pytest: on Debian, apt install python3-pytest");
		if (!pythonWith("urllib.request")) skip("examples/python, the Python in test/readme", "there is no python3");
	}
	if (project === "compat" && !isBuilt("contract", "client", "mock"))
		skip("test/compat", "the packages are not built: npm run build");
	return lines;
}
