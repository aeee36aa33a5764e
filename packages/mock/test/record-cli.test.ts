import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { run as runHere } from "../src/cli/run";
import { temporaryFolder } from "./support/temporary-folder";

const cli = fileURLToPath(new URL("../src/cli/index.ts", import.meta.url));

interface Running {
	child: ChildProcess;
	/** The address in its first line. */
	url: string;
	/** Its whole output, once it has ended. */
	ended: Promise<{ code: number | null; output: string }>;
}

async function run(...args: string[]): Promise<Running> {
	const child = spawn(process.execPath, ["--import", "tsx", cli, ...args], { stdio: "pipe" });
	onTestFinished(() => void child.kill("SIGKILL"));
	let output = "";
	const started = new Promise<string>((resolve) => {
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk) => {
				output += chunk;
				const [url] = /http:\/\/127\.0\.0\.1:\d+(?=["\n])/.exec(`${output.split("\n", 1)[0]}\n`) ?? [];
				if (url) resolve(url);
			});
	});
	const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
		child.on("close", (code) => resolve({ code, output })),
	);
	const url = await Promise.race([started, ended.then(({ output }) => Promise.reject(new Error(output)))]);
	return { child, url, ended };
}

test("record and replay from the command line: a recording, a report, and the same responses without the server", async () => {
	const folder = temporaryFolder();
	const [har, out] = [join(folder, "a.har"), join(folder, "deviations.json")];
	const real = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z" });
	const server = await listen(real);
	real.override("getUser", () => ({ headers: { "content-type": "application/json" }, body: '{"id":"one"}' }));
	const recorder = await run("record", "--to", server.url, "--port", "0", "--har", har, "--out", out);
	const headers = { "PRIVATE-TOKEN": "developer-token" };
	const path = "/api/v4/projects/acme%2Fweb/pipelines?per_page=3";
	const first = await (await fetch(recorder.url + path, { headers })).text();
	await fetch(`${recorder.url}/api/v4/users/4`, { headers });
	recorder.child.kill("SIGINT");
	const { code, output } = await recorder.ended;
	await server.close();
	expect(code).toBe(0);
	expect(output).toContain(`Recording ${server.url} at ${recorder.url}\n`);
	const line = "getUser  /name: is missing";
	// Once at the start, and once at the end.
	expect(output.split(line)).toHaveLength(3);
	expect(JSON.parse(readFileSync(out, "utf8"))).toContainEqual(
		expect.objectContaining({ operation: "getUser", problem: "/name: is missing", status: 200, count: 1 }),
	);
	expect(output).toContain(`2 responses in ${har}; `);
	expect(readFileSync(har, "utf8")).not.toContain("developer-token");

	const player = await run("replay", har, "--port", "0", "--json", "--unmatched", "refuse", "--seed", "empty");
	expect(await (await fetch(player.url + path)).text()).toBe(first);
	expect((await fetch(`${player.url}/api/v4/user`)).status).toBe(404);
	player.child.kill("SIGINT");
	expect((await player.ended).code).toBe(0);
});

test("what record and replay cannot do is said, with the exit code", async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "broken.har"), "{}");
	const cases: [args: string[], code: number, words: string][] = [
		[["record"], 2, "required option '--to <url>' not specified"],
		[["record", "--to", "ftp://x"], 2, "It takes an http(s) URL"],
		[["record", "--to", "http://x", "--unknown", "maybe"], 2, "Allowed choices are pass, refuse"],
		[["replay"], 2, "missing required argument 'file'"],
		[["replay", join(folder, "none.har")], 1, "no such file"],
		[["replay", join(folder, "broken.har"), "--port", "0"], 1, "/log/entries: expected an HTTP Archive"],
	];
	for (const [args, code, words] of cases) {
		let errors = "";
		const streams = { out: { write: () => true }, err: { write: (text: string) => (errors += text) } };
		expect([await runHere(args, streams), errors]).toEqual([code, expect.stringContaining(words)]);
	}
});
