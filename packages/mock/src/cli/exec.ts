import { spawn } from "node:child_process";
import { constants } from "node:os";
import { codeOf } from "../lib/code-of";
import { accessLog } from "./access-log";
import type { ExecCommandOptions } from "./command-options";
import { coverageText } from "./coverage-text";
import { hasRoles, seedNames } from "./seed-and-settings";
import { StartError, start } from "./start";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

const people = ["root", "owner", "maintainer", "developer", "reporter", "guest", "outsider", "auditor"];

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a command to its end, and returns the exit code that a shell would. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { stdio: "inherit", env });
		// Ctrl-C reaches the command directly; other signals to this program are passed on. This program ends when the
		// command does.
		const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
		const ignore = (): void => {};
		process.on("SIGINT", ignore);
		for (const signal of signals.slice(1)) process.on(signal, passOn);
		const done = (): void => {
			process.off("SIGINT", ignore);
			for (const signal of signals.slice(1)) process.off(signal, passOn);
		};
		child.on("error", (error) => {
			done();
			reject(error);
		});
		child.on("exit", (code, signal) => {
			done();
			resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
		});
	});
}

/** `tenon-mock exec`: starts a platform, runs a command with its URLs in the environment, and exits with its code. */
export async function exec(
	[command = "", ...rest]: readonly string[],
	options: ExecCommandOptions,
	{ err }: Streams,
): Promise<number> {
	const seeds = seedNames(options);
	// The users of a seed file can have any name.
	const isAnyone = seeds.some((seed) => !hasRoles(seed) && seed !== "empty");
	if (options.as !== undefined && !isAnyone && !people.includes(options.as))
		throw new UsageError(`--as must be one of ${people.join(", ")}, not "${options.as}".`);
	const who = options.as ?? (seeds.some(hasRoles) ? "developer" : undefined);
	// Log to the standard error: the standard output is the command's.
	const log = accessLog(err, options.json === true);
	try {
		const started = await start(options, err, options.log ? log : () => {});
		const { url } = started.server;
		const env = {
			...process.env,
			TENON_BASE_URL: url,
			TENON_GRAPHQL_URL: `${url}/api/graphql`,
			TENON_CONTROL_URL: `${url}/_mock`,
			...(who === undefined ? {} : { TENON_TOKEN: `${who}-token` }),
		};
		try {
			const code = await run(command, rest, env);
			if (options.coverage) err.write(coverageText(started.coverage(), options.json === true));
			return code;
		} catch (error) {
			const isMissing = codeOf(error) === "ENOENT";
			throw new StartError(
				isMissing ? `the command ${command} was not found` : error instanceof Error ? error.message : String(error),
			);
		} finally {
			await started.close();
		}
	} catch (error) {
		if (!(error instanceof StartError)) throw error;
		err.write(`tenon-mock: ${error.message}\n`);
		return 1;
	}
}
