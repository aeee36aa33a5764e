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

/** What an example gets to work with. */
export interface Run<Given extends Options> {
	readonly values: ReturnType<typeof parseArgs<{ options: Given }>>["values"];
	/** For `createClient`: the platform that the environment names. */
	readonly platform: ClientOptions;
	readonly env: World["env"];
	readonly signal: AbortSignal;
	/** A line of the result, on the standard output. */
	readonly print: (line: string) => void;
	/** A line of progress, on the standard error. */
	readonly tell: (line: string) => void;
}

/** Runs a program with its arguments, and gives its exit code. */
export type Program = (args: readonly string[], world: World) => Promise<number>;

/** The arguments or the environment are wrong; the message says what to do. */
export class Misuse extends Error {}

const environment = `
Environment:
  TENON_BASE_URL  The platform's address, e.g. https://platform.example.com.
  TENON_TOKEN     An access token.
`;

const interrupted = 130;

/** What a person can do about an error; empty where the message says all. */
function hintOf(error: TenonError): string {
	if (error instanceof ConnectionError) return "Is TENON_BASE_URL right, and the platform up?";
	if (!isApiError(error)) return "";
	if (error.status === 401) return "Is TENON_TOKEN right, and not expired?";
	if (error.status === 403) return "The token's user needs a higher role, or the token another scope.";
	return error.status === 404 ? "It is not there, or the token's user may not see it." : "";
}

function readArgs<Given extends Options>(args: readonly string[], options: Given): Run<Given>["values"] {
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
		throw new Misuse(`Set ${missing}; or try it on a platform of its own: npm run example -- <name>`);
	return { baseUrl, auth: { token } };
}

/**
 * Makes a program of an example: reads its options, looks that the environment is there, and tells of what goes wrong in
 * words that help. Exit codes: what `run` gives, or 0; 1 something failed, 2 wrong arguments, 130 ended by Ctrl-C.
 */
export function program<const Given extends Options>(definition: {
	/** What `--help` prints, without the part on the environment. */
	readonly help: string;
	readonly options: Given;
	readonly run: (run: Run<Given>) => Promise<number> | Promise<void>;
}): Program {
	const { help, options, run } = definition;
	return async (args, world) => {
		const tell = (line: string): void => void world.err.write(`${line}\n`);
		const print = (line: string): void => void world.out.write(`${line}\n`);
		try {
			if (args.includes("--help") || args.includes("-h")) {
				world.out.write(`${help.trim()}\n${environment}`);
				return 0;
			}
			const values = readArgs(args, options);
			const { env, signal } = world;
			return (await run({ values, platform: platformOf(world), env, signal, print, tell })) ?? 0;
		} catch (error) {
			if (error instanceof Misuse) {
				tell(`${error.message}\nSee --help.`);
				return 2;
			}
			if (world.signal.aborted) {
				tell("Interrupted.");
				return interrupted;
			}
			const isOfSystem = error instanceof Error && "syscall" in error;
			if (!(error instanceof TenonError) && !isOfSystem) throw error;
			tell(
				[`${error.name}: ${error.message}`, ...(error instanceof TenonError ? [hintOf(error)] : [])].join("\n").trim(),
			);
			return 1;
		}
	};
}

/** Runs a program with the process's arguments, if its module is what the process was started with. */
export async function runIfStarted(moduleUrl: string, run: Program): Promise<void> {
	const [, started] = process.argv;
	if (started === undefined || pathToFileURL(realpathSync(started)).href !== moduleUrl) return;
	const interruption = new AbortController();
	// The second Ctrl-C ends the process as it ends any other.
	process.once("SIGINT", () => interruption.abort());
	process.exitCode = await run(process.argv.slice(2), {
		env: process.env,
		out: process.stdout,
		err: process.stderr,
		signal: interruption.signal,
	});
}

/** A number among the options. Throws Misuse for what is none, or below `least`. */
export function numberOf(name: string, text: string, least = 0): number {
	const value = Number(text);
	if (text.trim() === "" || !(value >= least))
		throw new Misuse(`--${name} takes a number from ${least} on, not "${text}".`);
	return value;
}
