import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const fixture = fileURLToPath(new URL("node-test.fixture.ts", import.meta.url));
const root = fileURLToPath(new URL("../../../..", import.meta.url));

test("setupPlatform gives each test of node:test its own platform, with matchers", () => {
	const env = { ...process.env, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined };
	const args = ["--import", "tsx", "--test", "--test-reporter=tap", fixture];
	const printed = execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
	expect(printed).toMatch(/# pass 2\n# fail 0/);
	expect(printed).toContain("and is new for the next");
});
