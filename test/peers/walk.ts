/** A client in another language walks through the mock: its script is run beside the server that it calls. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How a walk ended, and what it printed. */
export interface Walked {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** How a script is run. */
interface Interpreter {
	readonly program: string;
	/** What stands before the script. */
	readonly options?: readonly string[];
	readonly env?: { readonly [name: string]: string };
}

/** Runs a script of this folder to its end. */
export function walk(by: Interpreter, script: string, ...args: readonly string[]): Promise<Walked> {
	const { program, options = [], env } = by;
	const path = fileURLToPath(new URL(script, import.meta.url));
	return new Promise((resolve, reject) => {
		// A proxy of the machine must not stand between the client and the mock.
		const child = spawn(program, [...options, path, ...args], {
			env: { PATH: process.env.PATH, NO_PROXY: "*", ...env },
		});
		const printed = { out: "", err: "" };
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			printed.out += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			printed.err += text;
		});
		child.once("error", reject).once("close", (code) => resolve({ code, ...printed }));
	});
}
