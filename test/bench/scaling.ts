/** Measures the claims of docs/scaling.md: a server per worker, a world per test on a server, servers behind nginx. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./paired";

const cli = fileURLToPath(new URL("../../packages/mock/dist/cli/bin.cjs", import.meta.url));
const workers = 8;
const tests = 200;
const rounds = 5;

interface Server {
	url: string;
	child: ChildProcess;
}

async function serve(): Promise<Server> {
	const child = spawn(process.execPath, [cli, "serve", "--port", "0", "--quiet"], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	let text = "";
	for await (const chunk of child.stdout) {
		text += chunk;
		const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
		if (url) return { url, child };
	}
	throw new Error("The server ended before it listened.");
}

const stop = async ({ child }: Pick<Server, "child">): Promise<void> => {
	const ended = once(child, "exit");
	child.kill();
	await ended;
};

const agent = new Agent({ keepAlive: true });

function call(method: string, url: string, world: string, body?: string): Promise<void> {
	const headers = { "private-token": "developer-token", "content-type": "application/json", "x-mock-world": world };
	return new Promise((resolve, reject) => {
		request(url, { method, agent, headers }, (response) => {
			if ((response.statusCode ?? 500) >= 300) reject(new Error(`${method} ${url}: ${response.statusCode}`));
			response.on("end", resolve).on("error", reject).resume();
		})
			.on("error", reject)
			.end(body);
	});
}

/** Sends ten reads and two writes, one after the other. */
async function test(url: string, world: string): Promise<void> {
	const project = `${url}/api/v4/projects/acme%2Fweb`;
	for (let turn = 0; turn < 5; turn++) {
		await call("GET", `${project}/pipelines`, world);
		await call("GET", `${project}/issues/1/notes`, world);
	}
	for (let turn = 0; turn < 2; turn++)
		await call("POST", `${project}/issues/1/notes`, world, JSON.stringify({ body: "Hello" }));
}

/** Returns the milliseconds per test, with eight workers at once. */
async function run(urlOf: (worker: number) => string, worldOf: (test: string) => string): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const begun = performance.now();
		let left = tests;
		const work = async (worker: number): Promise<void> => {
			while (left > 0) {
				left -= 1;
				await test(urlOf(worker), worldOf(`test-${round}-${left}`));
			}
		};
		await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
		times.push((performance.now() - begun) / tests);
	}
	return median(times);
}

/** Returns the resident memory of a process in MiB. Requires Linux. */
const memoryOf = ({ child }: Server): number =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1_024;

const line = (what: string, result: string): void => console.log(`${what.padEnd(64)} ${result}`);
const perTest = (milliseconds: number): string => `${milliseconds.toFixed(2)} ms a test`;

/** Runs servers behind nginx, which selects one by the header that names the world. */
async function behindNginx(servers: readonly Server[]): Promise<void> {
	if (spawnSync("nginx", ["-v"]).status !== 0) return line("servers behind nginx", "nginx is not there: not measured");
	const dir = mkdtempSync(join(tmpdir(), "tenon-nginx-"));
	const port = 4_000 + (process.pid % 1_000);
	const upstream = servers.map(({ url }) => `server ${new URL(url).host};`).join(" ");
	writeFileSync(
		join(dir, "nginx.conf"),
		`daemon off; pid ${dir}/pid; error_log ${dir}/error.log; events {}
http { access_log off; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
upstream mocks { hash $http_x_mock_world consistent; ${upstream} keepalive 64; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://mocks; proxy_http_version 1.1;
proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_buffering off; } } }`,
	);
	const child = spawn("nginx", ["-p", dir, "-c", join(dir, "nginx.conf")], { stdio: "ignore" });
	try {
		const url = `http://127.0.0.1:${port}`;
		for (let tries = 0; tries < 50; tries++)
			if (
				await fetch(url).then(
					() => true,
					() => false,
				)
			)
				break;
			else await new Promise((resolve) => setTimeout(resolve, 100));
		const took = await run(
			() => url,
			(name) => name,
		);
		line(`${servers.length} servers behind nginx, a world for each test`, perTest(took));
	} finally {
		await stop({ child });
		rmSync(dir, { recursive: true });
	}
}

/** Returns the milliseconds that a command takes. */
function took(...args: string[]): number {
	const begun = performance.now();
	const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
	if (status !== 0) throw new Error(`${args.join(" ")}: ${status}`);
	return performance.now() - begun;
}

export async function scaling(): Promise<void> {
	line("load of the machine before", loadavg()[0]?.toFixed(1) ?? "");
	const one = `fetch(process.env.TENON_BASE_URL + "/api/v4/user", { headers: { "PRIVATE-TOKEN": process.env.TENON_TOKEN } })`;
	const alone = median(Array.from({ length: rounds }, () => took("-e", "fetch")));
	const executed = median(
		Array.from({ length: rounds }, () =>
			took(cli, "exec", "--", process.execPath, "-e", `(async () => { await ${one} })()`),
		),
	);
	line(
		"tenon-mock exec with a command that sends one request",
		`${executed.toFixed(0)} ms; node alone ${alone.toFixed(0)} ms`,
	);

	const servers = await Promise.all([serve(), serve()]);
	const [first, second] = servers;
	if (!first || !second) throw new Error("There are two servers.");
	const shared = await run(
		() => first.url,
		() => "default",
	);
	line("one server, one state for all tests", perTest(shared));
	const before = memoryOf(first);
	const inWorlds = await run(
		() => first.url,
		(name) => name,
	);
	const kibibytes = ((memoryOf(first) - before) * 1_024) / Math.min(1_000, tests * rounds);
	line("one server, a world for each test", `${perTest(inWorlds)}, ${kibibytes.toFixed(0)} KiB a world`);
	const divided = await run(
		(worker) => (worker % 2 === 0 ? first.url : second.url),
		(name) => name,
	);
	line("two servers, half of the workers each", perTest(divided));
	await behindNginx(servers);
	for (const server of servers) await stop(server);
	agent.destroy();
}
