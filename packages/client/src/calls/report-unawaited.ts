import { type Connection, type Core, core } from "../connection/connection";
import { emit } from "../connection/events";

/** Turns of the microtask queue. Whoever awaits a call, also through several async functions, has come by then. */
const patience = 20;

/**
 * In development, reports a call that failed and that nobody has awaited: once in a client's life. It uses no timer, so it keeps
 * no process alive, and it handles no rejection.
 */
export function reportUnawaited(client: Connection | undefined, error: unknown, isAwaited: () => boolean): void {
	// Bundlers put the value in, and leave the rest out in production. Deno would ask its user for the permission to read it.
	if (typeof process === "object" && process.env.NODE_ENV !== "production" && client && !("Deno" in globalThis))
		void report(client[core](), error, isAwaited);
}

async function report({ events, reported }: Core, error: unknown, isAwaited: () => boolean): Promise<void> {
	for (let turn = 0; turn < patience; turn++) await undefined;
	if (isAwaited() || reported.has("unawaited")) return;
	reported.add("unawaited");
	const fault = error instanceof Error ? `${error.name}: ${error.message}` : "an error";
	const advice = "Await calls, or add .catch().";
	emit(events.onWarning ?? console.warn, () => `A call failed, and nobody has awaited it yet: ${fault}. ${advice}`);
}
