import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const vitest = fileURLToPath(new URL("../../../../node_modules/vitest/vitest.mjs", import.meta.url));
const config = fileURLToPath(new URL("vitest.config.ts", import.meta.url));

/** Returns the output of a run of these files, or of all files if none is named. */
function run(...files: string[]): string {
	// The inner run must not detect that it runs inside a test.
	const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV|FORCE_COLOR)/.test(name));
	const env = { ...Object.fromEntries(own), NO_COLOR: "1" };
	return execFileSync(process.execPath, [vitest, "run", "--config", config, ...files], { env, encoding: "utf8" });
}

test("the reporter prints what all workers exercised together", () => {
	const printed = run();
	expect(printed).toMatch(/Tests +3 passed/);
	const [, table = ""] = printed.split("Coverage of the contract");
	expect(table).toMatch(/operations +1 % {2}2 of 113/);
	expect(table).toMatch(/getGroup +3 calls {2}200 ×2, 404/);
	expect(table).toMatch(/getCurrentUser +1 call {3}200\n/);
	const missing = /getGroup[^\n]*\n +never: ([^\n]*)/.exec(table)?.[1];
	expect(missing).toContain("with_custom_attributes");
	expect(missing).not.toContain("with_projects");
});

test("the reporter prints nothing where no test had a platform", () => {
	const printed = run("second.fixture.ts", "-t", "without");
	expect(printed).toMatch(/Tests +1 passed/);
	expect(printed).not.toContain("Coverage of the contract");
});
