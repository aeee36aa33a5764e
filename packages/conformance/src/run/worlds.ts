import type { Bench, BenchName } from "../bench/bench";
import { controlRequest } from "../bench/control-bench";
import type { SceneValues } from "../bench/scene";
import type { Tokens } from "../rule/actors";
import { Caller } from "../rule/caller";
import { SceneError, Unreachable } from "../rule/verdict";
import { isOfMock } from "./default-mode";
import type { Mode } from "./result";
import type { Send, Sent } from "./sender";
import { verifyScene } from "./verify-scene";

interface WorldsOptions {
	readonly bench?: BenchName;
	readonly mode: Mode;
	readonly tokens?: Tokens;
	/** The beginning of the names of worlds. */
	readonly label: string;
}

/** The request in this world. The first request that names a world creates it. */
export const inWorld = (sent: Sent, world: string): Sent => ({
	...sent,
	headers: { "x-mock-world": world, ...sent.headers },
});

/**
 * Whether rules may also run in worlds of their own: if the server is the mock with its own tokens and creates a world for a request that
 * names one, the run may write, and the bench is `auto`.
 */
export async function hasWorlds({ bench = "auto", mode, tokens, label }: WorldsOptions, send: Send): Promise<boolean> {
	if (bench !== "auto" || mode === "read-only" || !isOfMock(tokens)) return false;
	const world = `${label}-0`;
	const control = async (method: string, path: string) =>
		(await send(inWorld(controlRequest(method, path), world))).response.status;
	try {
		// Behind a proxy that drops the header, that world does not exist and all rules would share one.
		return (await control("GET", "/settings")) === 200 && (await control("DELETE", `/worlds/${world}`)) < 300;
	} catch (error) {
		if (error instanceof Unreachable) return false;
		throw error;
	}
}

/** Returns which records of the scene a new world lacks: it starts from the server's seed. Undefined if none, or if it cannot be checked. */
export async function missingInWorld(
	{ tokens: { administrator } = {}, label }: WorldsOptions,
	scene: SceneValues,
	send: Send,
): Promise<SceneError | undefined> {
	if (administrator === undefined) return undefined;
	const world = `${label}-0`;
	const sendThere: Send = (sent) => send(inWorld(sent, world));
	try {
		await verifyScene(new Caller(sendThere, "administrator", { "PRIVATE-TOKEN": administrator }), scene, {
			seesAll: true,
		});
		return undefined;
	} catch (error) {
		if (error instanceof Unreachable) return undefined;
		if (!(error instanceof SceneError)) throw error;
		return new SceneError(
			`A new world starts from the server's seed, and lacks records of the scene. ${error.message}`,
		);
	} finally {
		await sendThere(controlRequest("DELETE", `/worlds/${world}`)).catch(() => undefined);
	}
}

/** Removes a rule's world. Returns what could not be removed. */
export async function removeWorld(bench: Bench, world: string): Promise<readonly string[]> {
	try {
		await bench.control("DELETE", `/worlds/${world}`);
		return [];
	} catch (error) {
		if (error instanceof Unreachable) return [`the world ${world} of the mock: ${error.message}`];
		throw error;
	}
}
