/** Runs the suite, as `npx vitest run` in this folder does. It needs no platform: each test makes its own. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const help = `Usage: vitest-suite [--reporter <name>] [--testNamePattern <pattern>]

Runs the tests of announce.spec.ts with Vitest. Each test has its own mock platform.

  --reporter <name>             A reporter of Vitest, such as verbose or json.
  -t, --testNamePattern <text>  Only tests whose name matches.`;

/** Runs Vitest with arguments, and returns its exit code. */
function vitest(args: readonly string[]): Promise<number> {
	const script = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
	const root = fileURLToPath(new URL(".", import.meta.url));
	const child = spawn(process.execPath, [script, "run", "--root", root, ...args], { stdio: "inherit" });
	return new Promise((resolve, reject) => {
		child.once("error", reject).once("exit", (code) => resolve(code ?? 1));
	});
}

function read() {
	try {
		const options = {
			help: { type: "boolean", short: "h" },
			reporter: { type: "string" },
			testNamePattern: { type: "string", short: "t" },
		} as const;
		return parseArgs({ options }).values;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

const values = read();
if (typeof values === "string") {
	console.error(`${values}\nSee --help.`);
	process.exitCode = 2;
} else if (values.help) console.log(help);
else process.exitCode = await vitest(process.argv.slice(2));
