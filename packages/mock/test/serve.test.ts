import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../src/cli/run";
import { temporaryFolder } from "./support/temporary-folder";

const cli = fileURLToPath(new URL("../src/cli/index.ts", import.meta.url));

interface Running {
	child: ChildProcess;
	url: string;
	output: () => string;
}

/** Starts the program and waits for its address. */
const serve = (...args: string[]): Promise<Running> => serveWith({}, ...args);

async function serveWith(env: { [name: string]: string }, ...args: string[]): Promise<Running> {
	const child = spawn(process.execPath, ["--import", "tsx", cli, "serve", "--port", "0", ...args], {
		stdio: "pipe",
		env: { ...process.env, ...env },
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	let text = "";
	const url = await new Promise<string>((resolve, reject) => {
		child.on("exit", (code) => reject(new Error(`ended with ${code}: ${text}`)));
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk: Buffer) => {
				text += chunk.toString();
				const found = /https?:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
				if (found) resolve(found);
			});
	});
	return { child, url, output: () => text };
}

/** Runs serve in this process, with arguments that it refuses: its exit code and its errors. */
async function refused(...args: string[]): Promise<[code: number, errors: string]> {
	let errors = "";
	const code = await run(["serve", ...args], {
		out: { write: () => true },
		err: { write: (text) => (errors += text) },
	});
	return [code, errors];
}

test("serve prints its URL and a line to try, responds, logs without tokens, and ends on SIGINT with 0", async () => {
	const { child, url, output } = await serve();
	await expect
		.poll(output)
		.toContain(`curl -H 'PRIVATE-TOKEN: developer-token' '${url}/api/v4/projects/acme%2Fweb/pipelines?per_page=5' -i`);
	const response = await fetch(`${url}/api/v4/projects/acme%2Fweb/pipelines?per_page=5&private_token=developer-token`);
	expect(response.status).toBe(200);
	expect(response.headers.get("x-total")).toBe("60");
	expect(response.headers.get("content-type")).toBe("application/json");
	expect(response.headers.get("link")).toContain(
		`<${url}/api/v4/projects/acme%2Fweb/pipelines?page=2&per_page=5>; rel="next"`,
	);
	expect(await response.json()).toHaveLength(5);
	child.kill("SIGINT");
	// "close" comes after the last output, "exit" may come before it.
	const [code] = await once(child, "close");
	expect(code).toBe(0);
	expect(output()).toMatch(/200 GET +\/api\/v4\/projects\/acme%2Fweb\/pipelines\?per_page=5&private_token=\[hidden\]/);
	expect(output().split("200 GET")[1]).not.toContain("developer-token");
});

test("Ctrl-C ends serve although a response still waits: for the grace, not for the whole latency", async () => {
	const { child, url } = await serve("--latency", "600000", "--quiet");
	const response = fetch(`${url}/api/v4/user`);
	const refused = expect(response).rejects.toThrow();
	// The control API has no latency: when it responds, the call before it has arrived.
	await expect.poll(async () => (await fetch(`${url}/_mock/health`)).status).toBe(200);
	child.kill("SIGINT");
	const [code] = await once(child, "exit");
	expect(code).toBe(0);
	await refused;
});

test("serve follows its options: tier, clock, JSON log", async () => {
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

test("serve keeps its data and its worlds, over a clean end and a restart", async () => {
	const folder = temporaryFolder();
	const file = join(folder, "platform.json");
	const headers = { "PRIVATE-TOKEN": "developer-token" };
	const path = "/api/v4/projects/acme%2Fweb/issues/1/notes";
	const say = (address: string, more = {}) =>
		fetch(address, { method: "POST", headers: { ...headers, ...more }, body: new URLSearchParams({ body: "kept?" }) });
	const total = async (address: string, more = {}) =>
		Number((await fetch(address, { headers: { ...headers, ...more } })).headers.get("x-total"));
	const first = await serve("--data", file, "--worlds", "2");
	expect((await say(first.url + path)).status).toBe(201);
	const before = await total(first.url + path);
	expect((await say(`${first.url}/_world/one${path}`)).status).toBe(201);
	expect((await say(`${first.url}/_world/one${path}`)).status).toBe(201);
	expect(await total(first.url + path, { "X-Mock-World": "one" })).toBe(before + 1);
	expect(await total(first.url + path, { "X-Mock-World": "two" })).toBe(before - 1);
	expect((await say(first.url + path, { "X-Mock-World": "three" })).status).toBe(201);
	expect(await (await fetch(`${first.url}/_mock/worlds`)).json()).toEqual({ worlds: ["default", "two", "three"] });
	first.child.kill("SIGINT");
	await once(first.child, "exit");
	expect(readdirSync(folder).sort()).toEqual(["platform.json", "platform.json.journal", "platform.json.worlds"]);

	const again = await serve("--data", file);
	expect(await (await fetch(`${again.url}/_mock/worlds`)).json()).toEqual({ worlds: ["default", "two", "three"] });
	expect(await total(again.url + path)).toBe(before);
	expect(await total(`${again.url}/_world/three${path}`)).toBe(before);
	// World "one" was removed to make room for "three": it begins with the seed again.
	expect(await total(`${again.url}/_world/one${path}`)).toBe(before - 1);
	expect(await refused("--port", "0", "--data", file)).toEqual([
		1,
		`tenon-mock: ${file}.lock: process ${again.child.pid} has it open.\n`,
	]);
});

test("reports unreadable data with exit code 1", async () => {
	const folder = temporaryFolder();
	const file = join(folder, "platform.json");
	writeFileSync(file, '{"format":"tenon-mock-state","version":3}');
	expect(await refused("--port", "0", "--data", file)).toEqual([
		1,
		expect.stringContaining("version: expected 1, the only one that is known, found 3"),
	]);
	expect(readFileSync(file, "utf8")).toBe('{"format":"tenon-mock-state","version":3}');
});

test.each([[[]], [["--json"]]])("serve makes a volume and reports progress (with %j)", async (more) => {
	const { url, output } = await serve("--seed", "volume", "--size", "500", ...more);
	if (more.length === 0) {
		for (const percent of [10, 50, 100]) await expect.poll(output).toContain(`Seeding: ${percent} % of 500 records\n`);
		await expect.poll(output).toContain(`'${url}/api/v4/groups/org-1/projects?per_page=5' -i`);
	} else {
		const lines = output().trim().split("\n").slice(0, 100);
		const progress = lines.map((line) => JSON.parse(line) as { seeding: { made: number; size: number } });
		expect(progress.map(({ seeding }) => seeding)).toEqual(
			Array.from({ length: 100 }, (_, number) => ({ made: (number + 1) * 5, size: 500 })),
		);
	}
	const response = await fetch(`${url}/api/v4/groups/org-1/projects`, {
		headers: { "PRIVATE-TOKEN": "developer-token" },
	});
	expect(await response.json()).not.toEqual([]);
});

test("reports a port in use with exit code 1", async () => {
	const taken = createServer().listen(0, "127.0.0.1");
	onTestFinished(() => void taken.close());
	await once(taken, "listening");
	const { port } = taken.address() as { port: number };
	expect(await refused("--port", String(port))).toEqual([1, expect.stringContaining(`127.0.0.1:${port} is in use`)]);
});

test("serve reports that it is ready through a file, a file descriptor and a URL", async () => {
	const folder = temporaryFolder();
	const pidFile = join(folder, "pid");
	const args = [
		"serve",
		"--port",
		"0",
		"--pid-file",
		pidFile,
		"--ready-fd",
		"3",
		"--quiet",
		"--explain",
		"--cors",
		"none",
	];
	const child = spawn(process.execPath, ["--import", "tsx", cli, ...args], {
		stdio: ["ignore", "pipe", "pipe", "pipe"],
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	let printed = "";
	const ready = child.stdio[3];
	if (!ready || !("setEncoding" in ready)) throw new Error("there is no third pipe");
	ready.setEncoding("utf8").on("data", (text: string) => (printed += text));
	await expect.poll(() => printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
	expect(readFileSync(pidFile, "utf8")).toBe(`${child.pid}\n`);
	const url = printed.trim();
	expect(await (await fetch(`${url}/_mock/health`)).json()).toMatchObject({ status: "ok", tier: "ultimate" });
	const refused = await fetch(`${url}/api/v4/user`, { headers: { origin: "http://app.test" } });
	expect(refused.headers.get("x-mock-reason")).toMatch(/^credential: /);
	expect(refused.headers.get("access-control-allow-origin")).toBeNull();
	child.kill("SIGTERM");
	const [code] = await once(child, "exit");
	expect(code).toBe(0);
	expect(readdirSync(folder)).toEqual([]);
});

test("serve speaks HTTPS, prints the fingerprint, writes the certificate to trust, and shows its page", async () => {
	const folder = mkdtempSync(join(tmpdir(), "tenon-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const opened = join(folder, "opened");
	writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
	writeFileSync(join(folder, "open"), `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
	const ca = join(folder, "ca.pem");
	const env = { PATH: `${folder}:${process.env.PATH}` };
	const { url, output } = await serveWith(env, "--tls", "--tls-ca-out", ca, "--open", "--world", "mine");
	expect(url).toMatch(/^https:/);
	await expect.poll(() => readdirSync(folder)).toContain("opened");
	await expect.poll(() => readFileSync(opened, "utf8")).toBe(`${url}/_mock/\n`);
	expect(output()).toContain(new X509Certificate(readFileSync(ca)).fingerprint256);
	const script = `const r = await fetch("${url}/_mock/worlds"); console.log(r.status, await r.text());`;
	const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
		env: { ...process.env, NODE_EXTRA_CA_CERTS: ca },
		encoding: "utf8",
	});
	expect(printed).toBe('200 {"worlds":["mine"]}\n');
});

test("a browser that cannot be opened only prints a line", async () => {
	const { url, output } = await serveWith({ PATH: "/nowhere" }, "--open", "--quiet");
	await expect.poll(output).toContain(`the page is at ${url}/_mock/`);
	expect((await fetch(`${url}/_mock/`)).headers.get("content-type")).toContain("text/html");
	expect(output()).toContain(`Control   ${url}/_mock/`);
});

test.each([
	[["--tls-cert", "a.pem"], "--tls-cert and --tls-key go together"],
	[["--tls-cert", "/none.pem", "--tls-key", "/none.pem"], "--tls-cert: ENOENT"],
	[["--tls-cert", cli, "--tls-key", cli], "are no certificate with its key"],
	[["--tls-ca-out", "a.pem"], "--tls-ca-out goes with --tls"],
	[["--pipelines", "auto"], "Allowed choices are manual, simulated"],
])("arguments that make no sense are refused with 2: %j", async (args, message) => {
	expect(await refused(...args)).toEqual([2, expect.stringContaining(message)]);
});
