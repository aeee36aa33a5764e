import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder";
import { tenonMock } from "../../test/support/tenon-mock";
import { createPlatform } from "../platform/platform";
import { demo } from "../seed/demo";
import { readSeed } from "../seed/file/read";
import { listen } from "../server/listen";

test("seed export writes what a running platform holds, and serve --seed takes it", async () => {
	const folder = temporaryFolder();
	const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z" });
	const server = await listen(platform);
	onTestFinished(() => server.close());
	for (const name of ["team.yaml", "team.json"]) {
		const file = join(folder, name);
		const outcome = await tenonMock("seed", "export", file, "--url", server.url);
		expect(outcome).toEqual({ code: 0, out: `Saved the data of ${server.url} in ${file}.\n`, err: "" });
		expect(readFileSync(file, "utf8").startsWith(name.endsWith("json") ? "{" : "exact: true\n")).toBe(true);
		expect(createPlatform({ seed: await readSeed(file) }).exportState()).toEqual(platform.exportState());
		const check = await tenonMock("seed", "check", file, "--json");
		expect([check.code, JSON.parse(check.out).groups[0]]).toEqual([0, { id: 11, key: "acme" }]);
	}
	expect((await tenonMock("seed", "export", "--url", server.url)).out.startsWith("exact: true\n")).toBe(true);
});

test("seed export says what is wrong, and leaves no file behind", async () => {
	const file = join(tmpdir(), "tenon-never-written.yaml");
	const { code, err } = await tenonMock("seed", "export", file, "--url", "http://127.0.0.1:9");
	expect([code, existsSync(file)]).toEqual([1, false]);
	expect(err).toContain("No response from http://127.0.0.1:9/_mock/seed");
	expect(await tenonMock("seed", "export", "a", "b")).toMatchObject({ code: 2 });
	expect((await tenonMock("seed", "exprt")).err).toContain("unknown command");
});
