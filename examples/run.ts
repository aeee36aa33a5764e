/**
 * `npm run example`: lists the examples. `npm run example -- <name> [arguments]`: runs one, against a mock platform that is
 * started for it, or against the one that TENON_BASE_URL and TENON_TOKEN name.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";

const [name, ...args] = process.argv.slice(2);

/** The examples and what each shows, as the table in README.md says. */
const examples = readFileSync(new URL("README.md", import.meta.url), "utf8")
	.split("\n")
	.flatMap((line) => {
		const [, folder, shows] = /^\| \[([\w-]+)\]\([\w-]+\) \| (.+?) \|/.exec(line) ?? [];
		return folder && shows ? [{ folder, shows: shows.replaceAll("`", "") }] : [];
	});

/** How an example is started. Undefined: it is nothing to be run. */
function commandOf(folder: string): string[] | undefined {
	const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
	const [script, python] = [file(`${folder}/index.ts`), file(`${folder}/index.py`)];
	// What this process was started with understands TypeScript.
	if (existsSync(script)) return [process.execPath, ...process.execArgv, script];
	return existsSync(python) ? ["python3", python] : undefined;
}

/** Runs a command to its end, and gives its exit code. Ctrl-C reaches it by itself. */
function run([command = "", ...rest]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
	const ignore = (): void => {};
	process.on("SIGINT", ignore);
	return new Promise<number>((resolve, reject) => {
		const child = spawn(command, rest, { stdio: "inherit", env });
		child.once("error", reject);
		child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
	}).finally(() => process.off("SIGINT", ignore));
}

const command = examples.some(({ folder }) => folder === name) ? commandOf(name ?? "") : undefined;
if (command === undefined) {
	if (name !== undefined) console.error(`There is no example ${name} to run.\n`);
	for (const { folder, shows } of examples) console.log(`${folder.padEnd(20)}${shows}`);
	console.log("\nnpm run example -- <name> [--help | arguments]");
	process.exitCode = name === undefined ? 0 : 2;
} else if (process.env.TENON_BASE_URL || process.env.TENON_TOKEN) {
	process.exitCode = await run([...command, ...args], process.env);
} else {
	const platform = createPlatform({
		seed: demo,
		pipelines: { wait: { min: 1, max: 2 }, run: { min: 2, max: 4 }, coverage: 91.5 },
		// What holds [spam] is challenged.
		spam: {},
		captcha: { siteKey: "demo-site-key" },
	});
	const server = await listen(platform);
	try {
		const env = { ...process.env, TENON_BASE_URL: server.url, TENON_TOKEN: "owner-token" };
		process.exitCode = await run([...command, ...args], env);
	} finally {
		await server.close();
	}
}
