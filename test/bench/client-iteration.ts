import { fork } from "node:child_process";
import { once } from "node:events";
import { Gitlab } from "@gitbeaker/rest";
import { createClient } from "@tenon/client";
import { paired } from "./paired";

const items = 100_000;
const size = 100;

/** Starts another process that serves pages of pipelines, so that only the heap of this process counts. */
async function pages(): Promise<{ url: string; close: () => void }> {
	const server = fork(new URL("./pages-server.ts", import.meta.url));
	const [url] = await once(server, "message");
	return { url: String(url), close: () => void server.kill() };
}

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Iterates 100,000 items in pages. Measures the CPU time over a loop of raw `fetch`, and the growth of the heap. */
export async function clientIteration(): Promise<void> {
	const server = await pages();
	const client = createClient({ baseUrl: server.url, auth: { token: "developer-token" } });
	// Gitbeaker's own limit of requests per minute would stop the measurement.
	const gitbeaker = new Gitlab({ host: server.url, token: "developer-token", rateLimits: { "**": 1e9 } });
	const peaks: { [name: string]: number[] } = {};
	const peak = (name: string, run: (look: () => void) => Promise<number>) => async (): Promise<void> => {
		globalThis.gc?.();
		const began = process.memoryUsage().heapUsed;
		let highest = 0;
		const found = await run(() => {
			highest = Math.max(highest, process.memoryUsage().heapUsed - began);
		});
		if (found !== items) throw new Error(`${name}: ${found} items instead of ${items}`);
		peaks[name] = [...(peaks[name] ?? []), highest];
	};
	const raw = peak("raw fetch", async (look) => {
		let count = 0;
		for (let page = 1; ; page++) {
			const path = `/api/v4/projects/acme%2Fweb/pipelines?per_page=${size}&page=${page}`;
			const response = await fetch(server.url + path, { headers: { "private-token": "developer-token" } });
			// The response of every list is an array.
			for (const _ of (await response.json()) as unknown[]) count++;
			look();
			if (!response.headers.get("x-next-page")) return count;
		}
	});
	const subject = peak("the client", async (look) => {
		let count = 0;
		for await (const _ of client.pipelines.list({ id: "acme/web" })) if (++count % size === 0) look();
		return count;
	});
	const other = peak("@gitbeaker/rest", async (look) => {
		const all = await gitbeaker.Pipelines.all("acme/web", { perPage: size });
		look();
		return all.length;
	});
	const rounds = 3;
	await paired({ name: "iterating 100,000 items over raw fetch", aim: "≤ 1.3", subject, base: raw, calls: 1, rounds });
	await paired({ name: "  for comparison: @gitbeaker/rest", aim: "–", subject: other, base: raw, calls: 1, rounds });
	for (const [name, found] of Object.entries(peaks)) {
		const aim = name === "the client" ? " (aim ≤ 30 MiB)" : "";
		console.log(`  highest heap above the beginning, ${name}: ${mebibytes(Math.max(...found))}${aim}`);
	}
	server.close();
}
