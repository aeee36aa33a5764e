import { execFile, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "./support/temporary-folder";
import { serving, tenonMock } from "./support/tenon-mock";

const cli = fileURLToPath(new URL("../src/cli/index.ts", import.meta.url));
const headers = { "PRIVATE-TOKEN": "developer-token" };

const serve = (...args: string[]) => serving("serve", ...args);

/** Returns the exit code and the errors of `serve` for arguments that it refuses. */
async function refused(...args: string[]): Promise<[code: number, errors: string]> {
	const { code, err } = await tenonMock("serve", ...args);
	return [code, err];
}

test("the program ends on Ctrl-C with 0, after the grace, although a response still waits", async () => {
	const child = spawn(process.execPath, ["--import", "tsx", cli, "serve", "--port", "0", "--latency", "600000"]);
	onTestFinished(() => void child.kill("SIGKILL"));
	const [text] = await once(child.stdout, "data");
	const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(text)) ?? [];
	const refused = expect(fetch(`${url}/api/v4/user`)).rejects.toThrow();
	// The control API has no latency, so when it responds, the call before it has arrived.
	await expect.poll(async () => (await fetch(`${url}/_mock/health`)).status).toBe(200);
	child.kill("SIGINT");
	const [code] = await once(child, "exit");
	expect(code).toBe(0);
	await refused;
});

test("serve prints its URL and a line to try, responds, logs without tokens, and ends on SIGINT with 0", async () => {
	const { url, output, end } = await serve();
	expect(output()).toContain(
		`curl -H 'PRIVATE-TOKEN: developer-token' '${url}/api/v4/projects/acme%2Fweb/pipelines?per_page=5' -i`,
	);
	const response = await fetch(`${url}/api/v4/projects/acme%2Fweb/pipelines?per_page=5&private_token=developer-token`);
	expect([response.status, response.headers.get("x-total")]).toEqual([200, "60"]);
	expect(response.headers.get("link")).toContain(
		`<${url}/api/v4/projects/acme%2Fweb/pipelines?page=2&per_page=5>; rel="next"`,
	);
	expect(await response.json()).toHaveLength(5);
	expect(await end()).toBe(0);
	expect(output()).toMatch(/200 GET +\/api\/v4\/projects\/acme%2Fweb\/pipelines\?per_page=5&private_token=\[hidden\]/);
	expect(output().split("200 GET")[1]).not.toContain("developer-token");
});

test("serve follows its options: tier, clock, JSON log", async () => {
	const { url, output } = await serve("--tier", "free", "--clock", "2026-01-01T00:00:00Z", "--json");
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
	await first.end();
	expect(readdirSync(folder).sort()).toEqual(["platform.json", "platform.json.journal", "platform.json.worlds"]);

	const again = await serve("--data", file);
	expect(await (await fetch(`${again.url}/_mock/worlds`)).json()).toEqual({ worlds: ["default", "two", "three"] });
	expect(await total(again.url + path)).toBe(before);
	expect(await total(`${again.url}/_world/three${path}`)).toBe(before);
	// World "one" was removed to make room for "three", so it starts with the seed again.
	expect(await total(`${again.url}/_world/one${path}`)).toBe(before - 1);
	expect(await refused("--port", "0", "--data", file)).toEqual([1, expect.stringContaining("has the file open.\n")]);
});

test("reports unreadable data with exit code 1", async () => {
	const file = join(temporaryFolder(), "platform.json");
	writeFileSync(file, '{"format":"tenon-mock-state","version":3}');
	expect(await refused("--port", "0", "--data", file)).toEqual([
		1,
		expect.stringContaining("version: expected 1, the only supported version, found 3"),
	]);
	expect(readFileSync(file, "utf8")).toBe('{"format":"tenon-mock-state","version":3}');
});

test.each([[[]], [["--json"]]])("serve makes a volume and reports progress (with %j)", async (more) => {
	const { url, output } = await serve("--seed", "volume", "--size", "500", ...more);
	if (more.length === 0) {
		for (const percent of [10, 50, 100]) expect(output()).toContain(`Seeding: ${percent} % of 500 records\n`);
		expect(output()).toContain(`'${url}/api/v4/groups/org-1/projects?per_page=5' -i`);
	} else {
		const lines = output().trim().split("\n").slice(0, 100);
		const progress = lines.map((line) => JSON.parse(line) as { seeding: { made: number; size: number } });
		expect(progress.map(({ seeding }) => seeding)).toEqual(
			Array.from({ length: 100 }, (_, number) => ({ made: (number + 1) * 5, size: 500 })),
		);
	}
	const response = await fetch(`${url}/api/v4/groups/org-1/projects`, { headers });
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
	const [pidFile, readyFile] = [join(folder, "pid"), join(folder, "ready")];
	const readyFd = openSync(readyFile, "w");
	onTestFinished(() => closeSync(readyFd));
	const files = ["--pid-file", pidFile, "--ready-fd", String(readyFd)];
	const { url, end } = await serve(...files, "--quiet", "--explain", "--cors", "none");
	expect(readFileSync(readyFile, "utf8")).toBe(`${url}\n`);
	expect(readFileSync(pidFile, "utf8")).toBe(`${process.pid}\n`);
	expect(await (await fetch(`${url}/_mock/health`)).json()).toMatchObject({ status: "ok", tier: "ultimate" });
	const refused = await fetch(`${url}/api/v4/user`, { headers: { origin: "http://app.test" } });
	expect(refused.headers.get("x-mock-reason")).toMatch(/^credential: /);
	expect(refused.headers.get("access-control-allow-origin")).toBeNull();
	expect(await end("SIGTERM")).toBe(0);
	expect(readdirSync(folder)).toEqual(["ready"]);
});

test("serve speaks HTTPS, prints the fingerprint, writes the certificate to trust, and shows its page", async () => {
	const folder = temporaryFolder();
	const opened = join(folder, "opened");
	for (const name of ["xdg-open", "open"])
		writeFileSync(join(folder, name), `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
	const ca = join(folder, "ca.pem");
	vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
	onTestFinished(() => void vi.unstubAllEnvs());
	const { url, output } = await serve("--tls", "--tls-ca-out", ca, "--open", "--world", "mine");
	expect(url).toMatch(/^https:/);
	await expect.poll(() => readdirSync(folder)).toContain("opened");
	await expect.poll(() => readFileSync(opened, "utf8")).toBe(`${url}/_mock/\n`);
	expect(output()).toContain(new X509Certificate(readFileSync(ca)).fingerprint256);
	const script = `const r = await fetch("${url}/_mock/worlds"); console.log(r.status, await r.text());`;
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
		env: { ...process.env, NODE_EXTRA_CA_CERTS: ca },
	});
	expect(stdout).toBe('200 {"worlds":["mine"]}\n');
});

test("a browser that cannot be opened only prints a line", async () => {
	vi.stubEnv("PATH", "/nowhere");
	onTestFinished(() => void vi.unstubAllEnvs());
	const { url, output } = await serve("--open", "--quiet");
	await expect.poll(output).toContain(`the page is at ${url}/_mock/`);
	expect((await fetch(`${url}/_mock/`)).headers.get("content-type")).toContain("text/html");
	expect(output()).toContain(`Control   ${url}/_mock/`);
});

test.each([
	[["--tls-cert", "a.pem"], "Use --tls-cert and --tls-key together"],
	[["--tls-cert", "/none.pem", "--tls-key", "/none.pem"], "--tls-cert: ENOENT"],
	[["--tls-cert", cli, "--tls-key", cli], "must be a certificate and its private key"],
	[["--tls-ca-out", "a.pem"], "--tls-ca-out requires --tls"],
	[["--pipelines", "auto"], "Allowed choices are manual, simulated"],
])("arguments that make no sense are refused with 2: %j", async (args, message) => {
	expect(await refused(...args)).toEqual([2, expect.stringContaining(message)]);
});
