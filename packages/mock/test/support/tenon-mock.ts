import { expect, onTestFinished } from "vitest";
import { run } from "../../src/cli/run";

/** The output and the exit code of a command. */
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

/** A command that runs until it is interrupted. */
export interface Serving {
	readonly url: string;
	/** Returns everything that the command has printed. */
	output(): string;
	/** Interrupts the command, and returns its exit code. */
	end(signal?: "SIGINT" | "SIGTERM"): Promise<number>;
}

/** Starts a command of `tenon-mock` that serves, in this process and on a free port. It ends when the test ends. */
export async function serving(...args: string[]): Promise<Serving> {
	let text = "";
	const stream = { write: (part: string) => (text += part) };
	const ended = run([...args, "--port", "0"], { out: stream, err: stream });
	let isOver = false;
	void ended.finally(() => {
		isOver = true;
	});
	const end: Serving["end"] = async (signal = "SIGINT") => {
		// The command listens only for one signal at a time.
		if (!isOver) process.emit(signal);
		return await ended;
	};
	onTestFinished(async () => void (await end()));
	const found = () => /https?:\/\/127\.0\.0\.1:\d+(?=["\n])/.exec(text)?.[0];
	await expect.poll(() => isOver || found()).toBeTruthy();
	return { url: found() ?? expect.fail(text), output: () => text, end };
}
