import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPlatform, demo } from "@tenon/mock";
import { median, report } from "./paired";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packages = ["@stoplight/prism-cli@5.16.0", "json-server@0.17.4"];
const headers = { "PRIVATE-TOKEN": "developer-token" };

/** A server in its own process, and the URL to request. */
interface Server {
	name: string;
	child: ChildProcess;
	address: string;
}

/** Returns a free port, because some of these programs do not report the port that they use. */
function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const { port } = server.address() as { port: number }; // the address of a TCP server is never a string
			server.close(() => resolve(port));
		});
	});
}

const ask = (address: string, agent: Agent): Promise<number> =>
	new Promise((resolve, reject) => {
		const request = get(address, { agent, headers }, (response) => {
			response.on("end", () => resolve(response.statusCode ?? 0)).on("error", reject);
			response.resume();
		});
		request.on("error", reject);
	});

async function start(name: string, path: string, args: (port: number) => string[]): Promise<Server> {
	const port = await freePort();
	const child = spawn(process.execPath, args(port), { stdio: "ignore" });
	const address = `http://127.0.0.1:${port}${path}`;
	const agent = new Agent();
	for (let left = 150; ; left--) {
		const status = await ask(address, agent).catch(() => undefined);
		if (status === 200) break;
		if (left === 0 || child.exitCode !== null) {
			child.kill();
			throw new Error(
				`${name} does not respond with 200 at ${address}${status === undefined ? "" : `, but with ${status}`}`,
			);
		}
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	return { name, child, address };
}

/** Returns the milliseconds of CPU time that a process has used. Requires /proc. */
function cpuOf({ pid }: ChildProcess): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
		.replace(/^.*\) /, "")
		.split(" ");
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Sends 16 requests at once for a time. Returns the responses per second, and the server's CPU time per 1,000. */
async function load({ address, child }: Server, milliseconds: number): Promise<{ rate: number; cpu: number }> {
	const agent = new Agent({ keepAlive: true, maxSockets: 16 });
	const [before, started] = [cpuOf(child), performance.now()];
	let count = 0;
	const work = async (): Promise<void> => {
		while (performance.now() - started < milliseconds) {
			if ((await ask(address, agent)) !== 200) throw new Error(`${address} does not respond with 200 any more`);
			count += 1;
		}
	};
	await Promise.all(Array.from({ length: 16 }, work));
	agent.destroy();
	return {
		rate: (count * 1_000) / (performance.now() - started),
		cpu: ((cpuOf(child) - before) * 1_000) / count,
	};
}

/**
 * Compares the loopback server to bare `node:http`, Prism and json-server. Each has its own process, and they serve a
 * list of pipelines in turn. Installs Prism and json-server into a temporary folder, so it only runs by its name.
 */
export async function foreign(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "tenon-foreign-"));
	const servers: Server[] = [];
	try {
		writeFileSync(join(folder, "package.json"), '{ "private": true }');
		execFileSync("npm", ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], {
			cwd: folder,
			stdio: ["ignore", "ignore", "inherit"],
		});
		const platform = createPlatform({ seed: demo });
		const response = await platform.fetch("http://a/api/v4/projects/acme%2Fweb/pipelines?per_page=20", { headers });
		const list: unknown = await response.json();
		const own = JSON.stringify(Object.fromEntries(response.headers));
		writeFileSync(join(folder, "db.json"), JSON.stringify({ pipelines: list }));
		const bare = `const list = ${JSON.stringify(list)}, headers = ${own};
			require("node:http").createServer((_, response) => {
				const body = JSON.stringify(list);
				response.writeHead(200, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
			}).listen(Number(process.argv[1]), "127.0.0.1");`;
		const inside = (...names: string[]): string => join(folder, "node_modules", ...names);
		servers.push(
			await start("tenon-mock serve", "/api/v4/projects/acme%2Fweb/pipelines?per_page=20", (port) => [
				join(root, "packages", "mock", "dist", "cli", "index.js"),
				...["serve", "--quiet", "--port", String(port)],
			]),
			await start("bare node:http", "/", (port) => ["-e", bare, String(port)]),
			await start("Prism", "/projects/1/pipelines?per_page=20", (port) => [
				inside("@stoplight", "prism-cli", "dist", "index.js"),
				...["mock", join(root, "packages", "contract", "openapi.json"), "-v", "error", "-p", String(port)],
			]),
			await start("json-server", "/pipelines?_page=1&_limit=20", (port) => [
				inside("json-server", "lib", "cli", "bin.js"),
				...["--quiet", "--port", String(port), join(folder, "db.json")],
			]),
		);
		const rounds = new Map<string, { rate: number; cpu: number }[]>(servers.map(({ name }) => [name, []]));
		for (const server of servers) await load(server, 1_000);
		for (let round = 0; round < 5; round++)
			for (const server of servers) rounds.get(server.name)?.push(await load(server, 1_000));
		const [ours = []] = rounds.values();
		for (const [name, theirs] of rounds) {
			const rate = median(theirs.map((one) => one.rate));
			const cpu = median(theirs.map((one) => one.cpu));
			console.log(
				`${name.padEnd(64)} ${rate.toFixed(0).padStart(6)} requests a second, ${cpu.toFixed(0)} µs of the server's CPU each`,
			);
			if (theirs === ours) continue;
			const ratios = theirs.map((one, round) => (ours[round]?.rate ?? 0) / one.rate).sort((a, b) => a - b);
			report({
				name: `the loopback server's requests a second over those of ${name}`,
				aim: name === "Prism" ? "≥ 2.5" : name === "bare node:http" ? "≥ 0.85" : "–",
				ratio: median(ratios),
				spread: [ratios[1] ?? 0, ratios[3] ?? 0],
				detail: `CPU ${(median(ours.map((one) => one.cpu)) / cpu).toFixed(2)}`,
			});
		}
	} finally {
		for (const { child } of servers) child.kill();
		rmSync(folder, { recursive: true, force: true });
	}
}
