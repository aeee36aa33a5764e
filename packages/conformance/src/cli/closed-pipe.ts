/** The exit code that a shell reports after SIGPIPE. Node ignores this signal and reports EPIPE instead. */
const endedByPipe = 128 + 13;

/**
 * Ends the program quietly when nobody reads its output any more, as after `| head -1`. A run ends as after Ctrl-C:
 * it first undoes its changes on the server.
 */
export function endWithReader(...outputs: readonly NodeJS.WriteStream[]): void {
	let isEnding = false;
	const onError = (error: NodeJS.ErrnoException): void => {
		if (error.code !== "EPIPE") throw error;
		if (isEnding) return;
		isEnding = true;
		if (!process.emit("SIGINT")) process.exit(endedByPipe);
	};
	for (const output of outputs) output.on("error", onError);
}
