/** Runs the script of a client in another language against a running mock. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { endOf } from "../../examples/support/child";

/** The exit code and the output of a script. */
export interface Walked {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** The program that runs a script. */
interface Interpreter {
	readonly program: string;
	/** The arguments before the script. */
	readonly options?: readonly string[];
	readonly env?: { readonly [name: string]: string };
}

/** Runs a script of this folder until it ends. */
export function walk(by: Interpreter, script: string, ...args: readonly string[]): Promise<Walked> {
	const { program, options = [], env } = by;
	const path = fileURLToPath(new URL(script, import.meta.url));
	// The client's requests to the mock must not go through a proxy of the machine.
	const child = spawn(program, [...options, path, ...args], { env: { PATH: process.env.PATH, NO_PROXY: "*", ...env } });
	return endOf(child);
}
