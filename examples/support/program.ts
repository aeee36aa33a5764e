import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type ClientOptions, ConnectionError, isApiError, TenonError } from "@tenon/client";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Where a program runs: the process, or a test. */
export interface World {
	readonly env: { readonly [name: string]: string | undefined };
	readonly out: { write(text: string): unknown };
	readonly err: { write(text: string): unknown };
	/** Aborts on Ctrl-C. */
	readonly signal: AbortSignal;
}

/** What an example works with. */
export interface Run<Definitions extends Options> {
	readonly values: ReturnType<typeof parseArgs<{ options: Definitions }>>["values"];
	/** For `createClient`: the platform that the environment names. */
	readonly platform: ClientOptions;
	readonly env: World["env"];
	readonly signal: AbortSignal;
	/** Prints a line of the result on the standard output. */
	readonly print: (line: string) => void;
	/** Prints a line of progress on the standard error. */
	readonly report: (line: string) => void;
}

/** Runs a program with its arguments, and returns its exit code. */
export type Program = (args: readonly string[], world: World) => Promise<number>;

/** The arguments or the environment are wrong; the message says what to do. */
export class Misuse extends Error {}

const environment = `
Environment:
  TENON_BASE_URL  The platform's URL, such as https://platform.example.com.
  TENON_TOKEN     An access token.
`;

const interrupted = 130;

/** What the user can do about an error; empty if the message says enough. */
function hintOf(error: TenonError): string {
	if (error instanceof ConnectionError) return "Is TENON_BASE_URL right, and is the platform running?";
	if (!isApiError(error)) return "";
	if (error.status === 401) return "Is TENON_TOKEN right? Has it expired?";
	if (error.status === 403) return "The token's user may need a higher role, or the token another scope.";
	return error.status === 404 ? "It does not exist, or the token's user may not see it." : "";
}

function readArgs<Definitions extends Options>(
	args: readonly string[],
	options: Definitions,
): Run<Definitions>["values"] {
	try {
		return parseArgs({ args: [...args], options }).values;
	} catch (error) {
		throw new Misuse(error instanceof Error ? error.message : String(error));
	}
}

function platformOf({ env }: World): ClientOptions {
	const { TENON_BASE_URL: baseUrl, TENON_TOKEN: token } = env;
	const missing = [...(baseUrl ? [] : ["TENON_BASE_URL"]), ...(token ? [] : ["TENON_TOKEN"])].join(" and ");
	if (!baseUrl || !token)
		throw new Misuse(`Set ${missing}. To try it on a mock platform instead: npm run example -- <name>`);
	return { baseUrl, auth: { token } };
}

/**
 * Makes a program from an example: it parses the options, checks the environment, and reports failures with a hint. Exit
 * codes: what `run` returns, or 0; 1 if something failed, 2 for wrong arguments, 130 after Ctrl-C.
 */
export function program<const Definitions extends Options>(definition: {
	/** What `--help` prints before the part about the environment. */
	readonly help: string;
	readonly options: Definitions;
	readonly run: (run: Run<Definitions>) => Promise<number> | Promise<void>;
}): Program {
	const { help, options, run } = definition;
	return async (args, world) => {
		const report = (line: string): void => void world.err.write(`${line}\n`);
		const print = (line: string): void => void world.out.write(`${line}\n`);
		try {
			if (args.includes("--help") || args.includes("-h")) {
				world.out.write(`${help.trim()}\n${environment}`);
				return 0;
			}
			const values = readArgs(args, options);
			const { env, signal } = world;
			return (await run({ values, platform: platformOf(world), env, signal, print, report })) ?? 0;
		} catch (error) {
			if (error instanceof Misuse) {
				report(`${error.message}\nSee --help.`);
				return 2;
			}
			if (world.signal.aborted) {
				report("Interrupted.");
				return interrupted;
			}
			const isOfSystem = error instanceof Error && "syscall" in error;
			if (!(error instanceof TenonError) && !isOfSystem) throw error;
			report(
				[`${error.name}: ${error.message}`, ...(error instanceof TenonError ? [hintOf(error)] : [])].join("\n").trim(),
			);
			return 1;
		}
	};
}

/** Runs a program with the process's arguments, if the process was started with its module. */
export async function runIfStarted(moduleUrl: string, run: Program): Promise<void> {
	const [, started] = process.argv;
	if (started === undefined || pathToFileURL(realpathSync(started)).href !== moduleUrl) return;
	const interruption = new AbortController();
	// The second Ctrl-C ends the process at once.
	process.once("SIGINT", () => interruption.abort());
	process.exitCode = await run(process.argv.slice(2), {
		env: process.env,
		out: process.stdout,
		err: process.stderr,
		signal: interruption.signal,
	});
}

interface Bounds {
	/** Default 0. */
	readonly least?: number;
	readonly most: number;
	/** Fractions are wrong. Default false. */
	readonly isWhole?: boolean;
}

/** Reads an option's value as a number. Throws Misuse if the text is not a number, or is out of bounds. */
export function numberOf(name: string, text: string, { least = 0, most, isWhole = false }: Bounds): number {
	const value = Number(text);
	if (text.trim() !== "" && value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
	throw new Misuse(`--${name} must be a ${isWhole ? "whole " : ""}number from ${least} to ${most}, not "${text}".`);
}
