import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const cli = fileURLToPath(new URL("../src/cli/index.ts", import.meta.url));

interface Running {
	child: ChildProcess;
	url: string;
	output: () => string;
}

/** Starts the program and waits for its address. */
async function serve(...args: string[]): Promise<Running> {
	const child = spawn(process.execPath, ["--import", "tsx", cli, "serve", "--port", "0", ...args], { stdio: "pipe" });
	onTestFinished(() => void child.kill("SIGKILL"));
	let text = "";
	const url = await new Promise<string>((resolve, reject) => {
		child.on("exit", (code) => reject(new Error(`ended with ${code}: ${text}`)));
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk: Buffer) => {
				text += chunk.toString();
				const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
				if (found) resolve(found);
			});
	});
	return { child, url, output: () => text };
}

test("serve prints its address and a line to try, answers, logs without tokens, and ends on SIGINT with 0", async () => {
	const { child, url, output } = await serve();
	expect(output()).toContain(
		`curl -H 'PRIVATE-TOKEN: developer-token' '${url}/api/v4/projects/acme%2Fweb/pipelines?per_page=5' -i`,
	);
	const response = await fetch(`${url}/api/v4/projects/acme%2Fweb/pipelines?per_page=5&private_token=developer-token`);
	expect(response.status).toBe(200);
	expect(response.headers.get("x-total")).toBe("60");
	expect(response.headers.get("content-type")).toBe("application/json");
	expect(response.headers.get("link")).toContain(
		`<${url}/api/v4/projects/acme%2Fweb/pipelines?page=2&per_page=5>; rel="next"`,
	);
	expect(await response.json()).toHaveLength(5);
	child.kill("SIGINT");
	const [code] = await once(child, "exit");
	expect(code).toBe(0);
	expect(output()).toMatch(/200 GET +\/api\/v4\/projects\/acme%2Fweb\/pipelines\?per_page=5&private_token=\[hidden\]/);
	expect(output().split("200 GET")[1]).not.toContain("developer-token");
});

test("serve behaves as it is told: tier, clock, JSON log", async () => {
	const { url, output } = await serve("--tier", "free", "--clock", "2026-01-01T00:00:00Z", "--json");
	const headers = { "PRIVATE-TOKEN": "developer-token" };
	expect((await fetch(`${url}/api/v4/groups/acme/epics/501/notes`, { headers })).status).toBe(404);
	const note = await fetch(`${url}/api/v4/projects/acme%2Fweb/issues/1/notes`, {
		method: "POST",
		headers,
		body: new URLSearchParams({ body: "hello" }),
	});
	expect(await note.json()).toMatchObject({ body: "hello", created_at: "2026-01-01T00:00:00.000Z" });
	await expect.poll(() => output().trim().split("\n").length).toBe(3);
	const lines = output()
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as { status?: number });
	expect(lines.map((line) => line.status)).toEqual([undefined, 404, 201]);
});

test("a port that is in use is told with exit code 1", async () => {
	const taken = createServer().listen(0, "127.0.0.1");
	onTestFinished(() => void taken.close());
	await once(taken, "listening");
	const { port } = taken.address() as { port: number };
	const child = spawn(process.execPath, ["--import", "tsx", cli, "serve", "--port", String(port)], { stdio: "pipe" });
	let text = "";
	child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
	const [code] = await once(child, "exit");
	expect(code).toBe(1);
	expect(text).toContain(`127.0.0.1:${port} is in use`);
});
