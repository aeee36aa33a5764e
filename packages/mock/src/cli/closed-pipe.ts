import { codeOf } from "../lib/code-of";

/** What a shell reports of a program that SIGPIPE ended. Node ignores the signal and reports EPIPE. */
const endedByPipe = 128 + 13;

/**
 * Ends the program quietly when nobody reads its output any more, as after `| head -1`. A server or a child process that
 * runs is stopped as by Ctrl-C, so that everything is closed in order.
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
