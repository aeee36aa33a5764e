/** The server that is soaked, in a process of its own: tells its address, and on each message what it holds after a collection. */
import { readdirSync } from "node:fs";
import { createWorlds, demo } from "../../packages/mock/src/index";
import { listen } from "../../packages/mock/src/node";

/** What the server holds. */
export interface Memory {
	/** Bytes of what cannot be collected, buffers included. */
	heap: number;
	/** Bytes of the whole process. */
	memory: number;
	/** Open files, sockets among them; undefined where the system does not tell. */
	files: number | undefined;
}

function filesOf(): number | undefined {
	try {
		return readdirSync("/proc/self/fd").length;
	} catch {
		return undefined;
	}
}

const server = await listen(createWorlds({ seed: demo }));
process.send?.(server.url);
process.on("message", () => {
	globalThis.gc?.();
	const { heapUsed, external, rss } = process.memoryUsage();
	const memory: Memory = { heap: heapUsed + external, memory: rss, files: filesOf() };
	process.send?.(memory);
});
process.once("SIGINT", () => void server.close().then(() => process.disconnect()));
