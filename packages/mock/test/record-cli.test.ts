import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, test } from "vitest";
import { temporaryFolder } from "./support/temporary-folder";
import { serving, tenonMock } from "./support/tenon-mock";

test("record and replay from the command line: a recording, a report, and the same responses without the server", async () => {
	const folder = temporaryFolder();
	const [har, out] = [join(folder, "a.har"), join(folder, "deviations.json")];
	const real = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z" });
	const server = await listen(real);
	real.override("getUser", () => ({ headers: { "content-type": "application/json" }, body: '{"id":"one"}' }));
	const recorder = await serving("record", "--to", server.url, "--har", har, "--out", out);
	const headers = { "PRIVATE-TOKEN": "developer-token" };
	const path = "/api/v4/projects/acme%2Fweb/pipelines?per_page=3";
	const first = await (await fetch(recorder.url + path, { headers })).text();
	await fetch(`${recorder.url}/api/v4/users/4`, { headers });
	expect(await recorder.end()).toBe(0);
	await server.close();
	const output = recorder.output();
	expect(output).toContain(`Recording ${server.url} at ${recorder.url}\n`);
	const line = "getUser  /name: is missing";
	// The line is printed at the start and at the end.
	expect(output.split(line)).toHaveLength(3);
	expect(JSON.parse(readFileSync(out, "utf8"))).toContainEqual(
		expect.objectContaining({ operation: "getUser", problem: "/name: is missing", status: 200, count: 1 }),
	);
	expect(output).toContain(`2 responses in ${har}; `);
	expect(readFileSync(har, "utf8")).not.toContain("developer-token");

	const player = await serving("replay", har, "--json", "--unmatched", "refuse", "--seed", "empty");
	expect(await (await fetch(player.url + path)).text()).toBe(first);
	expect((await fetch(`${player.url}/api/v4/user`)).status).toBe(404);
	expect(await player.end()).toBe(0);
});

test("what record and replay cannot do is said, with the exit code", async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "broken.har"), "{}");
	const cases: [args: string[], code: number, words: string][] = [
		[["record"], 2, "required option '--to <url>' not specified"],
		[["record", "--to", "ftp://x"], 2, "Expected an http(s) URL"],
		[["record", "--to", "http://x", "--unknown", "maybe"], 2, "Allowed choices are pass, refuse"],
		[["replay"], 2, "missing required argument 'file'"],
		[["replay", join(folder, "none.har")], 1, "no such file"],
		[["replay", join(folder, "broken.har"), "--port", "0"], 1, "/log/entries: expected an HTTP Archive"],
	];
	for (const [args, code, words] of cases) {
		expect(await tenonMock(...args)).toMatchObject({ code, err: expect.stringContaining(words) });
	}
});
