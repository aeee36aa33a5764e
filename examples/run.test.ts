import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { endOf, typescript } from "./support/child";

const runner = fileURLToPath(new URL("run.ts", import.meta.url));

/** `npm run example`, as a person types it. */
function example(...args: string[]) {
	const { TENON_BASE_URL: _url, TENON_TOKEN: _token, ...env } = process.env;
	return endOf(spawn(process.execPath, [...typescript, runner, ...args], { env }));
}

test("without a name it lists every example with its line", { timeout: 120_000 }, async () => {
	const { out, code } = await example();
	const folders = await readdir(new URL(".", import.meta.url), { withFileTypes: true });
	const names = folders.flatMap((entry) => (entry.isDirectory() && entry.name !== "support" ? [entry.name] : []));
	const listed = out.split("\n").flatMap((line) => /^([\w-]+) {2,}\S/.exec(line)?.[1] ?? []);
	expect(listed.sort()).toEqual(names.sort());
	expect(code).toBe(0);
	expect(await example("nothing")).toMatchObject({ code: 2, err: expect.stringContaining("no example nothing") });
});

test("with a name it runs the example on a platform of its own, and exits as it did", {
	timeout: 120_000,
}, async () => {
	const { out, err, code } = await example("pipeline", "--interval", "0.5");
	expect([code, out]).toEqual([0, expect.stringMatching(/^#\d+ success in \d+ s, coverage 91\.50 %/)]);
	expect(err).toMatch(/^ +\d+\.\d s {2}running$/m);
	expect(await example("pipeline", "--variable", "x")).toMatchObject({ code: 2 });
});
