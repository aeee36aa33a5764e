import { codeOf } from "../lib/code-of";

/** The exit code that a shell reports for a program ended by SIGPIPE. Node ignores the signal and reports EPIPE. */
const endedByPipe = 128 + 13;

/**
 * Ends the program quietly when its output is no longer read, as after `| head -1`. A running server or child process
 * is stopped as by Ctrl-C, so that everything is closed in order.
 */
export function endWithReader(...outputs: readonly NodeJS.WriteStream[]): void {
	let isEnding = false;
	const onError = (error: Error): void => {
		if (codeOf(error) !== "EPIPE") throw error;
		if (isEnding) return;
		isEnding = true;
		if (!process.emit("SIGINT")) process.exit(endedByPipe);
	};
	for (const output of outputs) output.on("error", onError);
}
