import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder";

const cli = fileURLToPath(new URL("./index.ts", import.meta.url));

function start(...args: string[]): { child: ChildProcess; error: () => string; ended: Promise<unknown[]> } {
	const child = spawn(process.execPath, ["--import", "tsx", cli, ...args], { stdio: "pipe" });
	onTestFinished(() => void child.kill("SIGKILL"));
	let text = "";
	child.stderr.on("data", (chunk: Buffer) => {
		text += chunk.toString();
	});
	return { child, error: () => text, ended: once(child, "close") };
}

test.each([[["--help"]], [["serve", "--help"]], [["routes"]]])(
	"%j ends quietly when nobody reads its output",
	async (args) => {
		const { child, error, ended } = start(...args);
		child.stdout?.destroy();
		expect(await ended).toEqual([141, null]);
		expect(error()).toBe("");
	},
);

test("serve stops in order when nobody reads its output any more", async () => {
	const folder = temporaryFolder();
	const pidFile = join(folder, "pid");
	const { child, error, ended } = start(
		"serve",
		"--port",
		"0",
		"--pid-file",
		pidFile,
		"--data",
		join(folder, "state.json"),
	);
	let text = "";
	const url = await new Promise<string>((resolve) => {
		child.stdout?.on("data", (chunk: Buffer) => {
			text += chunk.toString();
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
			if (found) resolve(found);
		});
	});
	expect(existsSync(pidFile)).toBe(true);
	child.stdout?.destroy();
	// Nothing reads the line that this request adds to the access log.
	await (await fetch(`${url}/api/v4/user`)).text();
	expect(await ended).toEqual([0, null]);
	expect(error()).toBe("");
	expect(existsSync(pidFile)).toBe(false);
	expect(existsSync(join(folder, "state.json.lock"))).toBe(false);
});
