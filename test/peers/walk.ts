/** A walk through the mock by a client in another language: its script runs while the server is up. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { endOf } from "../../examples/support/child";

/** How a walk ended, and what it printed. */
export interface Walked {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** How a script is run. */
interface Interpreter {
	readonly program: string;
	/** Arguments before the script. */
	readonly options?: readonly string[];
	readonly env?: { readonly [name: string]: string };
}

/** Runs a script of this folder to its end. */
export function walk(by: Interpreter, script: string, ...args: readonly string[]): Promise<Walked> {
	const { program, options = [], env } = by;
	const path = fileURLToPath(new URL(script, import.meta.url));
	// A proxy of the machine must not get the client's requests to the mock.
	const child = spawn(program, [...options, path, ...args], { env: { PATH: process.env.PATH, NO_PROXY: "*", ...env } });
	return endOf(child);
}
