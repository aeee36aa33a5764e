import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pythonWith } from "../../test/support/requirements";
import { endOf, typescript } from "../support/child";

const script = fileURLToPath(new URL("index.py", import.meta.url));
const mock = fileURLToPath(new URL("../../packages/mock/src/cli/index.ts", import.meta.url));

const has = pythonWith("urllib.request") !== undefined;

/** Runs the script while tenon-mock serve is up, against it unless the environment says otherwise. */
async function run(args: string[], env: { [name: string]: string } = {}) {
	// It writes its URL to file descriptor 3 once it is ready.
	const server = spawn(process.execPath, [...typescript, mock, "serve", "--port", "0", "--quiet", "--ready-fd", "3"], {
		stdio: ["ignore", "ignore", "inherit", "pipe"],
	});
	try {
		const ready = server.stdio[3];
		if (!ready || !("on" in ready)) throw new Error("There is no file descriptor 3.");
		const address = await new Promise<string>((resolve, reject) => {
			ready.once("data", (chunk: Buffer) => resolve(String(chunk).trim()));
			server.once("close", (code) => reject(new Error(`tenon-mock ended with ${code}`)));
		});
		const environment = {
			PATH: process.env.PATH,
			NO_PROXY: "*",
			TENON_BASE_URL: address,
			TENON_TOKEN: "developer-token",
			...env,
		};
		return await endOf(spawn("python3", ["-I", "-B", script, ...args], { env: environment }));
	} finally {
		server.kill();
	}
}

test.skipIf(!has)("reads all pages, and shows how reliable each branch is", async () => {
	const { code, out, err } = await run([]);
	expect([code, err]).toEqual([0, ""]);
	expect(out).toMatch(/^branch +pipelines +success +failed +reliable$/m);
	expect(out).toMatch(/^main +\d+ +\d+ +\d+ +\d+ %$/m);
	// More than fit on two pages.
	expect(Number(/^(\d+) pipelines of acme\/web$/m.exec(out)?.[1])).toBeGreaterThan(50);
});

test.skipIf(!has)("reports wrong arguments, a missing project and a missing token", async () => {
	const wrong = await run(["--project", "acme/none"]);
	expect([wrong.code, wrong.err]).toEqual([1, "404 Not Found: are the project acme/none and the token right?\n"]);
	for (const args of [["--project"], ["--nonsense"], ["stray"]])
		expect(await run(args)).toMatchObject({
			code: 2,
			err: expect.stringMatching(/^Wrong arguments: .*See --help\.$/m),
		});
	const env = { TENON_TOKEN: "" };
	const bare = await endOf(spawn("python3", ["-I", "-B", script], { env: { PATH: process.env.PATH, ...env } }));
	expect([bare.code, bare.err]).toEqual([2, "Set TENON_BASE_URL and TENON_TOKEN. See --help.\n"]);
});
