/** The server of the soak, in its own process. Reports its URL, and at each message its memory after a collection. */
import { readdirSync } from "node:fs";
import { createWorlds, demo } from "../../packages/mock/src/index";
import { listen } from "../../packages/mock/src/node";

/** The resources that the server uses. */
export interface Memory {
	/** The bytes that cannot be collected, including buffers. */
	heap: number;
	/** The bytes of the whole process. */
	memory: number;
	/** The number of open files, including sockets; undefined if the system does not report it. */
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
