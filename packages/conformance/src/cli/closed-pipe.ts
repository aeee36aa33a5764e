/** What a shell reports of a program that SIGPIPE ended. Node ignores the signal and reports EPIPE. */
const endedByPipe = 128 + 13;

/**
 * Ends the program quietly when nobody reads its output any more, as after `| head -1`. A run is ended as by Ctrl-C: what it
 * made on the server is taken back first.
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
