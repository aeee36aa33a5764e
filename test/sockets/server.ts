/** The server of the soak, in a process of its own: reports its address, and on each message its memory after a collection. */
import { readdirSync } from "node:fs";
import { createWorlds, demo } from "../../packages/mock/src/index";
import { listen } from "../../packages/mock/src/node";

/** The resources of the server. */
export interface Memory {
	/** Bytes that cannot be collected, buffers included. */
	heap: number;
	/** Bytes of the whole process. */
	memory: number;
	/** Open files, sockets among them; undefined if the system does not report them. */
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
