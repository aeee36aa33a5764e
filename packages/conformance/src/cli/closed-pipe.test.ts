import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const cli = fileURLToPath(new URL("../cli.ts", import.meta.url));

test.each([[["--help"]], [["run", "--help"]], [["list"]]])(
	"%j ends quietly when nobody reads its output",
	async (args) => {
		const child = spawn(process.execPath, ["--import", "tsx", cli, ...args], { stdio: "pipe" });
		onTestFinished(() => void child.kill("SIGKILL"));
		let error = "";
		child.stderr.on("data", (chunk: Buffer) => {
			error += chunk.toString();
		});
		child.stdout.destroy();
		expect(await once(child, "close")).toEqual([141, null]);
		expect(error).toBe("");
	},
);
