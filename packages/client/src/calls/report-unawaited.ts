import { type Connection, type Core, core } from "../connection/connection";
import { emit } from "../connection/events";

/** How many microtasks to wait: enough for code that awaits the call through several async functions. */
const patience = 20;

/**
 * In development, reports a failed call that nothing has awaited, at most once per client. It uses no timer, so it does
 * not keep a process alive, and it does not mark a rejection as handled.
 */
export function reportUnawaited(client: Connection | undefined, error: unknown, isAwaited: () => boolean): void {
	// Bundlers replace NODE_ENV and drop this code in production. In Deno, reading it would prompt the user for
	// permission.
	if (typeof process === "object" && process.env.NODE_ENV !== "production" && client && !("Deno" in globalThis))
		void report(client[core](), error, isAwaited);
}

async function report({ events, reported }: Core, error: unknown, isAwaited: () => boolean): Promise<void> {
	for (let turn = 0; turn < patience; turn++) await undefined;
	if (isAwaited() || reported.has("unawaited")) return;
	reported.add("unawaited");
	const fault = error instanceof Error ? `${error.name}: ${error.message}` : "an error";
	const advice = "Await calls, or add .catch().";
	emit(events.onWarning ?? console.warn, () => `A call failed and has not been awaited: ${fault}. ${advice}`);
}
