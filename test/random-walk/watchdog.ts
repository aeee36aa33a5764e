/** Ends the process when a request hangs. Runs in its own thread, since timers do not run during such a request. */
import { Worker } from "node:worker_threads";

/** The milliseconds without a new request after which the last request counts as hanging. */
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
	require("node:fs").writeSync(2, "\\nNo response. The requests so far:\\n" + sent.join("\\n") + "\\n");
	process.kill(process.pid, "SIGKILL");
}, 1000);
`;

/** Starts a watchdog, which must be notified of each request. `stop` ends it. */
export function watchdog(): { onRequest: (sent: readonly string[]) => void; stop: () => Promise<unknown> } {
	const worker = new Worker(source, { eval: true });
	return {
		onRequest: (sent) => worker.postMessage(sent),
		stop: () => worker.terminate(),
	};
}
