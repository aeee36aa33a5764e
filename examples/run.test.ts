import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { endOf, typescript } from "./support/child";

const root = fileURLToPath(new URL("..", import.meta.url));
const runner = fileURLToPath(new URL("run.ts", import.meta.url));

/** Runs `npm run example` with arguments. */
function example(...args: string[]) {
	const { TENON_BASE_URL: _url, TENON_TOKEN: _token, ...env } = process.env;
	return endOf(spawn(process.execPath, [...typescript, runner, ...args], { env, cwd: root }));
}

/** The files that git sees as new or changed. */
const changedFiles = (): string => execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });

const timeout = 120_000;

test("lists every example without a name", { timeout }, async () => {
	const { out, code } = await example();
	const folders = await readdir(new URL(".", import.meta.url), { withFileTypes: true });
	const names = folders.flatMap((entry) => (entry.isDirectory() && entry.name !== "support" ? [entry.name] : []));
	const listed = out.split("\n").flatMap((line) => /^([\w-]+) {2,}\S/.exec(line)?.[1] ?? []);
	expect(listed.sort()).toEqual(names.sort());
	expect(code).toBe(0);
	const help = await example("--help");
	expect(help).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^Usage: npm run example -- <name>[\s\S]*users-csv/),
	});
});

test("suggests a name for a mistyped one, and says how to start the other examples", { timeout }, async () => {
	for (const [name, message] of [
		["merge-requst-bot", "There is no example merge-requst-bot. Did you mean merge-request-bot?"],
		["csv", "There is no example csv. Did you mean users-csv?"],
		["nothing", "There is no example nothing."],
		["frontend", "`npm run example` does not start frontend. Run it with: npm run frontend"],
		["tour", "`npm run example` does not start tour. Run it with: npm run demo"],
		["ci", "`npm run example` does not start ci. To use it, copy examples/ci/conformance.yml."],
	] as const) {
		const { code, out, err } = await example(name);
		expect([code, out, err.split("\n")[0]]).toEqual([2, "", message]);
	}
});

test("runs an example on a platform of its own, and exits with its code", { timeout }, async () => {
	const { out, err, code } = await example("pipeline", "--interval", "0.5");
	expect([code, out]).toEqual([0, expect.stringMatching(/^#\d+ success in \d+ s, coverage 91\.50 %/)]);
	expect(err).toMatch(/^ +\d+\.\d s {2}running$/m);
	expect(await example("pipeline", "--variable", "x")).toMatchObject({ code: 2 });
});

test("runs with default arguments leave no files in the repository", { timeout }, async () => {
	const before = changedFiles();
	const csv = await example("users-csv");
	const [, path = ""] = /^(.+): \d+ users, \d+ bytes$/m.exec(csv.out) ?? [];
	expect(csv.code, csv.err).toBe(0);
	expect(await readFile(path, "utf8")).toMatch(/^id,username/);
	await rm(dirname(path), { recursive: true });
	const rotation = await example("token-rotation");
	expect(rotation.out).toMatch(/: would be rotated\n[\s\S]*nothing was rotated/);
	expect(await example("python")).toMatchObject({ code: 0, out: expect.stringContaining("pipelines of acme/web") });
	expect((await example("vitest-suite")).code).toBe(0);
	expect(changedFiles()).toBe(before);
	expect(existsSync(new URL("vitest-suite/node_modules", import.meta.url))).toBe(false);
});
