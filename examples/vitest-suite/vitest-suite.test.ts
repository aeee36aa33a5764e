import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { endOf, typescript } from "../support/child";

/** Runs the suite's program, without the environment variables of the surrounding test run. */
function suite(...args: string[]) {
	const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1" };
	const program = fileURLToPath(new URL("index.ts", import.meta.url));
	return endOf(spawn(process.execPath, [...typescript, program, ...args], { env }));
}

test("the suite passes", async () => {
	const { out, err, code } = await suite("--reporter", "json");
	expect(code, out + err).toBe(0);
	const report = JSON.parse(out);
	expect([report.numPassedTests, report.numTotalTests]).toEqual([6, 6]);
});
