/**
 * The long soak of the loopback server: `npm run soak:sockets -- --requests 1000000 --seed 7 --idle 10000`. The server
 * has its own process, whose memory and open files the soak watches. Exits with 1 if a result is wrong.
 */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median } from "../bench/paired";
import { scriptOptions } from "../support/script-options";
import { idleConnections } from "./idle-connections";
import type { Memory } from "./server";
import { soakSockets } from "./socket-soak";

const { values } = scriptOptions(
	`Usage: npm run soak:sockets -- [--requests 1000000] [--seed <number>] [--idle 10000]`,
	{
		requests: { type: "string", default: "1000000" },
		seed: { type: "string", default: "7" },
		idle: { type: "string", default: "10000" },
	},
);

const child = fork(fileURLToPath(new URL("server.ts", import.meta.url)), {
	execArgv: ["--expose-gc", "--import", "tsx"],
});
const exited = once(child, "exit");
const [url]: string[] = await once(child, "message");
if (url === undefined) throw new Error("the server did not start");

/** Returns the server's resources. Only one caller can request them at a time. */
async function memory(): Promise<Memory> {
	child.send("held");
	const [reply]: Memory[] = await Promise.race([once(child, "message"), exited.then(() => [])]);
	if (!reply) throw new Error("the server ended");
	return reply;
}

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

const faults: string[] = [];
const measured: (Memory & { requests: number })[] = [];
const requests = Number(values.requests);
const started = performance.now();
let [reported, isAsking] = [started, false];
const soaked = await soakSockets({ url, requests, seed: Number(values.seed) }, async (so) => {
	if (isAsking) return;
	isAsking = true;
	// The stored data is not a leak, so it is removed first.
	await fetch(`${url}/_mock/reset`, { method: "POST" });
	const now = await memory();
	measured.push({ requests: so.requests, ...now });
	isAsking = false;
	if (performance.now() - reported < 10_000) return;
	reported = performance.now();
	const holds = `${mebibytes(now.heap)} of ${mebibytes(now.memory)}, ${now.files ?? "?"} open files`;
	console.log(`${so.requests} of ${requests} requests, ${so.connections} connections; ${holds}`);
});
faults.push(...soaked.faults);
const seconds = (performance.now() - started) / 1_000;
const statuses = [...soaked.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
console.log(
	`${soaked.requests} requests over ${soaked.connections} connections in ${seconds.toFixed(0)} s — ${statuses.join(", ")}`,
);

const heaps = (from: number, to: number): number[] =>
	measured.filter((one) => one.requests >= from * requests && one.requests < to * requests).map(({ heap }) => heap);
// A long run has filled the bounded caches by then. In a shorter run the growth proves nothing, and is only printed.
const growth = median(heaps(0.75, 1.01)) - median(heaps(0.5, 0.75));
if (Number.isFinite(growth))
	console.log(`what it holds after a collection grew by ${mebibytes(growth)} from the third quarter to the last`);
if (requests >= 1_000_000 && growth > 4 * 2 ** 20) faults.push(`it holds ${mebibytes(growth)} more`);

await new Promise((resolve) => setTimeout(resolve, 6_000));
const { files = 0 } = await memory();
console.log(`open files once all is quiet: ${files}`);
if (files > 60) faults.push(`${files} files are open still`);

const limit = Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" })) || Number.POSITIVE_INFINITY;
const most = Number(values.idle);
const idle = Math.max(0, Math.min(most, limit - 200));
if (idle < most)
	console.log(`${idle} idle connections instead of ${most}: a process may open ${limit} files here (ulimit -n)`);
const idled = await idleConnections(url, idle, async () => {
	child.kill("SIGINT");
	const [code] = await exited;
	if (code !== 0) faults.push(`the server ended with ${code}`);
});
const { open, meanwhile, used, closed } = idled;
console.log(
	`${open} idle connections: a request meanwhile ${meanwhile.median.toFixed(1)} ms, at most ${meanwhile.longest.toFixed(1)} ms; ${used} used at last, ${closed} closed by the server's end`,
);
if (open !== idle || used !== idle || closed !== idle) faults.push("an idle connection was lost");
if (meanwhile.median > 100) faults.push("the server is slow while idle connections are open");

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
