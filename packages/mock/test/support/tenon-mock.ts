import { run } from "../../src/cli/run";

/** What a command printed, and its exit code. */
export interface Ran {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

/** Runs `tenon-mock` in this process. */
export async function tenonMock(...args: string[]): Promise<Ran> {
	const text = { out: "", err: "" };
	const code = await run(args, {
		out: { write: (part) => (text.out += part) },
		err: { write: (part) => (text.err += part) },
	});
	return { code, ...text };
}
