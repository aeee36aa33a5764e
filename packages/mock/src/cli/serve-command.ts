import type { Command } from "commander";
import type { ServeCommandOptions } from "./command-options";
import { file, wholeNumber } from "./option-values";
import { platformOptions } from "./platform-options";
import { addOptions, type ProgramOption, plainValues } from "./program-option";
import type { Streams } from "./streams";

/** The default port of `serve`, `replay` and `record`, which `doctor` checks. */
export const defaultPort = 4010;

export const portOption: ProgramOption = {
	flags: "--port <number>",
	description: "port to listen on; 0 for any free port",
	parse: wholeNumber(0, 65_535),
	preset: defaultPort,
};

export const serveOptions: readonly ProgramOption[] = [
	portOption,
	...platformOptions,
	{
		flags: "--tls",
		description:
			"serve HTTPS with a certificate that is created at the start, for localhost, 127.0.0.1, ::1 and --host",
	},
	{
		flags: "--tls-ca-out <file>",
		description: "write the certificate to this file, so that clients can trust it",
		parse: file,
	},
	{ flags: "--tls-cert <file>", description: "serve HTTPS with this certificate (PEM) instead", parse: file },
	{ flags: "--tls-key <file>", description: "the key of --tls-cert (PEM)", parse: file },
	{ flags: "--open", description: "open the inspector in the browser" },
	{
		flags: "--pid-file <file>",
		description: "write the process id to this file when the server is ready, and remove the file at the end",
		parse: file,
	},
	{
		flags: "--ready-fd <number>",
		description: "write the URL to this open file descriptor when the server is ready, e.g. 3",
		parse: wholeNumber(1, 1_000_000),
	},
	{ flags: "--quiet", description: "do not log requests" },
];

/** `serve`: runs a platform on a port until it is stopped. */
export function addServe(program: Command, streams: Streams, ended: (code: number) => void): void {
	addOptions(program.command("serve"), serveOptions)
		.summary("Start a platform on a local port.")
		.description("Start a platform and print its URL. Stop it with Ctrl-C.")
		.action(async (options: ServeCommandOptions) => ended(await (await import("./serve")).serve(options, streams)));
}

/** Returns the options of `serve`, if they can be parsed without Commander: see `plainValues`. */
export function plainServeOptions([command, ...args]: readonly string[]): ServeCommandOptions | undefined {
	const values = command === "serve" ? plainValues(args, serveOptions) : undefined;
	// These are the options that the command declares.
	return values as ServeCommandOptions | undefined;
}
