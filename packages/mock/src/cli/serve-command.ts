import type { Command } from "commander";
import type { ServeCommandOptions } from "./command-options";
import { file, wholeNumber } from "./option-values";
import { addPlatformOptions } from "./platform-options";
import type { Streams } from "./streams";

/** The port that `serve`, `replay` and `record` listen on, and that `doctor` looks at, unless the options name another. */
export const defaultPort = 4010;

export const addPortOption = (command: Command): Command =>
	command.option("--port <number>", "port to listen on; 0 takes a free one", wholeNumber(0, 65_535), defaultPort);

export const addServeOptions = (command: Command): Command =>
	addPlatformOptions(addPortOption(command))
		.option(
			"--tls",
			"serve HTTPS with a certificate that is made at the start, for localhost, 127.0.0.1, ::1 and --host",
		)
		.option("--tls-ca-out <file>", "write the certificate into this file, for clients to trust", file)
		.option("--tls-cert <file>", "serve HTTPS with this certificate (PEM) instead", file)
		.option("--tls-key <file>", "the key of --tls-cert", file)
		.option("--open", "open the mock's page in the browser")
		.option(
			"--pid-file <file>",
			"write the process id into this file once the server is ready; removed at the end",
			file,
		)
		.option(
			"--ready-fd <number>",
			"write the URL to this open file descriptor once the server is ready, e.g. 3",
			wholeNumber(1, 1_000_000),
		)
		.option("--quiet", "log no requests");

/** `serve`: a platform on a port, until it is stopped. */
export function addServe(program: Command, streams: Streams, ended: (code: number) => void): void {
	addServeOptions(program.command("serve"))
		.summary("Start a platform on a local port.")
		.description("Start a platform and print its URL. Stop it with Ctrl-C.")
		.action(async (options: ServeCommandOptions) => ended(await (await import("./serve")).serve(options, streams)));
}
