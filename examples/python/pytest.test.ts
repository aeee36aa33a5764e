import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pythonWith } from "../../test/support/requirements";
import { endOf, typescript } from "../support/child";

const folder = fileURLToPath(new URL(".", import.meta.url));
const mock = fileURLToPath(new URL("../../packages/mock/src/cli/index.ts", import.meta.url));
const python = pythonWith("pytest");

test.skipIf(python === undefined)("pytest runs against seeded worlds", async () => {
	const command = [python ?? "", "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_team.py"];
	const exec = [mock, "exec", "--seed", "team.yaml", "--", ...command];
	const env = { PATH: process.env.PATH, NO_PROXY: "*" };
	const { code, out, err } = await endOf(spawn(process.execPath, [...typescript, ...exec], { cwd: folder, env }));
	expect([code, err]).toEqual([0, ""]);
	expect(out).toContain("4 passed");
});
