import type { Bench, BenchName } from "../bench/bench";
import { controlRequest } from "../bench/control-bench";
import type { Tokens } from "../rule/actors";
import { Unreachable } from "../rule/verdict";
import { isOfMock } from "./default-mode";
import type { Mode } from "./result";
import type { Send, Sent } from "./sender";

interface WorldsOptions {
	readonly bench?: BenchName;
	readonly mode: Mode;
	readonly tokens?: Tokens;
	/** The beginning of the names of worlds. */
	readonly label: string;
}

/** The request in a world of its own; the first one that names a world makes it. */
export const inWorld = (sent: Sent, world: string): Sent => ({
	...sent,
	headers: { "x-mock-world": world, ...sent.headers },
});

/**
 * Whether rules may also run in worlds of their own: if the server is the mock with its own tokens and makes a world for a request that
 * names one, and the run may write and asks for no single bench.
 */
export async function hasWorlds({ bench = "auto", mode, tokens, label }: WorldsOptions, send: Send): Promise<boolean> {
	if (bench !== "auto" || mode === "read-only" || !isOfMock(tokens)) return false;
	const world = `${label}-0`;
	const control = async (method: string, path: string) =>
		(await send(inWorld(controlRequest(method, path), world))).response.status;
	try {
		// Behind a proxy that drops the header there is no such world, and all rules would share one.
		return (await control("GET", "/settings")) === 200 && (await control("DELETE", `/worlds/${world}`)) < 300;
	} catch (error) {
		if (error instanceof Unreachable) return false;
		throw error;
	}
}

/** Removes a rule's world. Returns what is left of it. */
export async function removeWorld(bench: Bench, world: string): Promise<readonly string[]> {
	try {
		await bench.control("DELETE", `/worlds/${world}`);
		return [];
	} catch (error) {
		if (error instanceof Unreachable) return [`the world ${world} of the mock: ${error.message}`];
		throw error;
	}
}
