import type { Bench, BenchName } from "../bench/bench";
import type { Tokens } from "../rule/actors";
import type { Exchange } from "../rule/exchange";
import { Unreachable } from "../rule/verdict";
import { isOfMock } from "./default-mode";
import type { Mode } from "./result";
import type { Sent } from "./sender";

/**
 * Whether rules may also run in worlds of their own: if the server is the mock with its own tokens and shows its worlds, and the run may
 * write and asks for no single bench.
 */
export async function hasWorlds(
	{ bench = "auto", mode, tokens }: { readonly bench?: BenchName; readonly mode: Mode; readonly tokens?: Tokens },
	send: (sent: Sent) => Promise<Exchange>,
): Promise<boolean> {
	if (bench !== "auto" || mode === "read-only" || !isOfMock(tokens)) return false;
	const request = { method: "GET", path: "/_mock/worlds", headers: {}, body: undefined };
	try {
		const { response } = await send({ operation: undefined, actor: "anonymous", parameters: [], ...request });
		return response.status === 200 && response.text.startsWith('{"worlds":');
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
