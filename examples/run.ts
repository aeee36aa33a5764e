/**
 * `npm run example`: lists the examples. `npm run example -- <name> [arguments]`: runs one, against a mock platform that is
 * started for it, or against the platform of TENON_BASE_URL and TENON_TOKEN.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { nearest } from "../packages/mock/src/lib/nearest";

const usage = `Usage: npm run example -- <name> [arguments]
       npm run example -- <name> --help

Runs an example against a mock platform with the demo seed, which it starts on a free port. With TENON_BASE_URL and
TENON_TOKEN set, the example runs against that platform instead. Without a name it lists the examples.`;

interface Example {
	readonly folder: string;
	readonly shows: string;
	/** How to start it: Markdown, as in the table. */
	readonly howToRun: string;
}

/** The examples, from the table in README.md. */
const examples = readFileSync(new URL("README.md", import.meta.url), "utf8")
	.split("\n")
	.flatMap((line): Example[] => {
		const [, folder, shows, howToRun] = /^\| \[([\w-]+)\]\([\w-]+\) \| (.+?) \| (.+?) \|$/.exec(line) ?? [];
		return folder && shows && howToRun ? [{ folder, shows: shows.replaceAll("`", ""), howToRun }] : [];
	});

const list = examples.map(({ folder, shows }) => `${folder.padEnd(20)}${shows}`).join("\n");

/** The command line of an example's program, or undefined if this script does not start it. */
function commandOf({ folder, howToRun }: Example): string[] | undefined {
	if (!howToRun.includes(`npm run example -- ${folder}`)) return undefined;
	const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
	const script = file(`${folder}/index.ts`);
	// The arguments of this process let node read TypeScript.
	if (existsSync(script)) return [process.execPath, ...process.execArgv, script];
	return ["python3", file(`${folder}/index.py`)];
}

/** Why there is nothing to start under a name, and what to do instead. */
function refusal(name: string, example: Example | undefined): string {
	// A link becomes the path of its file, and code becomes plain text.
	const instead = example?.howToRun.replace(/\[[^\]]+\]\(([^)]+)\)/g, "examples/$1").replaceAll("`", "");
	if (instead !== undefined)
		return `\`npm run example\` does not start ${name}. ${instead.startsWith("npm ") ? `Run it with: ${instead}` : `To use it, ${instead}.`}`;
	const names = examples.map(({ folder }) => folder);
	const suggestion = nearest(name, names) ?? names.find((known) => known.includes(name));
	return `There is no example ${name}.${suggestion ? ` Did you mean ${suggestion}?` : `\n\n${list}`}`;
}

/** Runs a command to its end, and returns its exit code. Ctrl-C reaches the command without our help. */
function run([command = "", ...rest]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
	const ignore = (): void => {};
	process.on("SIGINT", ignore);
	return new Promise<number>((resolve, reject) => {
		const child = spawn(command, rest, { stdio: "inherit", env });
		child.once("error", reject);
		child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
	}).finally(() => process.off("SIGINT", ignore));
}

async function runOnMock(command: readonly string[]): Promise<number> {
	const platform = createPlatform({
		seed: demo,
		pipelines: { wait: { min: 1, max: 2 }, run: { min: 2, max: 4 }, coverage: 91.5 },
		// Texts that contain [spam] need a CAPTCHA.
		spam: {},
		captcha: { siteKey: "demo-site-key" },
	});
	const server = await listen(platform);
	try {
		return await run(command, { ...process.env, TENON_BASE_URL: server.url, TENON_TOKEN: "owner-token" });
	} finally {
		await server.close();
	}
}

async function main([name, ...args]: readonly string[]): Promise<number> {
	if (name === undefined || name === "--help" || name === "-h") {
		console.log(
			name === undefined ? `${list}\n\nnpm run example -- <name> [--help | arguments]` : `${usage}\n\n${list}`,
		);
		return 0;
	}
	const example = examples.find(({ folder }) => folder === name);
	const command = example && commandOf(example);
	if (command === undefined) {
		console.error(refusal(name, example));
		return 2;
	}
	const isPlatformSet = Boolean(process.env.TENON_BASE_URL || process.env.TENON_TOKEN);
	return isPlatformSet ? run([...command, ...args], process.env) : runOnMock([...command, ...args]);
}

process.exitCode = await main(process.argv.slice(2));
