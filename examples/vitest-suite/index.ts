/** Runs the suite, as `npx vitest run` in this folder does. It needs no platform: each test makes its own. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const root = fileURLToPath(new URL(".", import.meta.url));
const child = spawn(process.execPath, [vitest, "run", "--root", root, ...process.argv.slice(2)], { stdio: "inherit" });
child.once("exit", (code) => {
	process.exitCode = code ?? 1;
});
