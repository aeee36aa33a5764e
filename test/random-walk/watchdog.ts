/** Ends the process when a request hangs: from a thread of its own, since a hanging one answers no timer. */
import { Worker } from "node:worker_threads";

/** Milliseconds without a new request after which the last one counts as hanging. */
const patience = 20_000;

const source = `
const { parentPort } = require("node:worker_threads");
let sent;
let since = Date.now();
parentPort.on("message", (commands) => {
	sent = commands;
	since = Date.now();
});
setInterval(() => {
	if (sent === undefined || Date.now() - since < ${patience}) return;
	require("node:fs").writeSync(2, "\\nNo answer. The way there:\\n" + sent.join("\\n") + "\\n");
	process.kill(process.pid, "SIGKILL");
}, 1000);
`;

/** A watchdog: told of each request, and called off in the end. */
export function watchdog(): { onAsk: (sent: readonly string[]) => void; callOff: () => Promise<unknown> } {
	const worker = new Worker(source, { eval: true });
	return {
		onAsk: (sent) => worker.postMessage(sent),
		callOff: () => worker.terminate(),
	};
}
