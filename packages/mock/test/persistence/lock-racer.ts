/** A process that tries to lock a file at each message, for the test of races. */
import { lock, realFile } from "../../src/persistence/lock";

let unlock: (() => Promise<void>) | undefined;

process.on("message", async (message: { readonly lock?: string }) => {
	if (message.lock === undefined) {
		await unlock?.();
		unlock = undefined;
		process.send?.("released");
		return;
	}
	try {
		unlock = await lock(await realFile(message.lock));
		process.send?.("owner");
	} catch (error) {
		process.send?.(error instanceof Error ? error.message : String(error));
	}
});
process.send?.("ready");
