import { Agent, get } from "node:http";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { bareServer } from "./bare-server";
import { paired } from "./paired";

const agent = new Agent({ keepAlive: true });

const read = (url: string, headers: Record<string, string>): Promise<void> =>
	new Promise((resolve, reject) => {
		get(url, { agent, headers }, (response) => {
			response.on("end", resolve).on("error", reject).resume();
		}).on("error", reject);
	});

/** Headers that node writes by itself. */
const nodes = new Set(["connection", "content-length", "date", "keep-alive"]);

/**
 * A request to the loopback server over one to a bare `node:http` server that answers the same bytes: the same headers,
 * and the same value made into text. Both ends are counted.
 */
export async function server(): Promise<void> {
	const platform = createPlatform({ seed: demo });
	const listening = await listen(platform);
	const address = `${listening.url}/api/v4/projects/acme%2Fweb/pipelines?per_page=20`;
	const headers = { "PRIVATE-TOKEN": "developer-token" };
	const answer = await fetch(address, { headers });
	const kept = Object.fromEntries([...answer.headers].filter(([name]) => !nodes.has(name)));
	const bare = await bareServer(await answer.json(), kept);
	await paired({
		name: "the loopback server over bare node:http (CPU of both ends)",
		aim: "≤ 1.18",
		subject: () => read(address, headers),
		base: () => read(bare.url, headers),
		calls: 500,
	});
	agent.destroy();
	bare.close();
	await listening.close();
}
