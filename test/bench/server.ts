import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { median, report } from "./paired";
import type { Reply } from "./served";

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

const read = (url: string, headers: Record<string, string>): Promise<void> =>
	new Promise((resolve, reject) => {
		get(url, { agent, headers }, (response) => {
			response.on("end", resolve).on("error", reject).resume();
		}).on("error", reject);
	});

/** The headers that node adds by itself. */
const nodes = new Set(["connection", "content-length", "date", "keep-alive"]);
const headers = { "PRIVATE-TOKEN": "developer-token" };
const path = "/api/v4/projects/acme%2Fweb/pipelines?per_page=20";

/** A server in its own process. */
class Served {
	readonly #child: ChildProcess = fork(new URL("./served.ts", import.meta.url));
	#url = "";

	async #ask(message: { readonly reply?: Reply; readonly mock?: true }): Promise<unknown> {
		this.#child.send(message);
		const [reply] = await once(this.#child, "message");
		return reply;
	}

	async serve(what: { readonly reply: Reply } | { readonly mock: true }): Promise<string> {
		this.#url = String(await this.#ask(what)) + path;
		return this.#url;
	}

	/** Returns the server's CPU time per request in microseconds, for `calls` requests of four clients. */
	async round(calls: number): Promise<number> {
		const before = Number(await this.#ask({}));
		let left = calls;
		const client = async (): Promise<void> => {
			while (left-- > 0) await read(this.#url, headers);
		};
		await Promise.all([client(), client(), client(), client()]);
		return (Number(await this.#ask({})) - before) / calls;
	}

	close(): void {
		this.#child.kill();
	}
}

/**
 * Measures the CPU time per request of the loopback server over that of a bare `node:http` server with the same headers
 * and the same serialized value. The inverse is the ratio of requests per second. Only the servers' processes count.
 */
export async function server(): Promise<void> {
	const [mock, bare] = [new Served(), new Served()];
	const response = await fetch(await mock.serve({ mock: true }), { headers });
	const kept = Object.fromEntries([...response.headers].filter(([name]) => !nodes.has(name)));
	await bare.serve({ reply: { value: await response.json(), headers: kept } });
	const costs: { mock: number; bare: number; ratio: number }[] = [];
	for (let index = -2; index < 11; index++) {
		const one = { mock: await mock.round(3_000), bare: await bare.round(3_000) };
		// During the first rounds, V8 still compiles.
		if (index >= 0) costs.push({ ...one, ratio: one.mock / one.bare });
	}
	const ratios = costs.map(({ ratio }) => ratio).sort((a, b) => a - b);
	const micros = (side: "mock" | "bare"): string => median(costs.map((one) => one[side])).toFixed(1);
	report({
		name: "the loopback server over bare node:http (CPU of the server)",
		aim: "≤ 1.18",
		ratio: median(ratios),
		spread: [ratios[2] ?? 0, ratios[8] ?? 0],
		detail: `${micros("mock")} µs over ${micros("bare")} µs of CPU`,
	});
	agent.destroy();
	mock.close();
	bare.close();
}
