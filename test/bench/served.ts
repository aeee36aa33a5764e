/** A server in a process of its own, so that only its CPU time counts: the mock with the demo, or a bare server that sends the same bytes. */
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { bareServer } from "./bare-server";

/** The response of a bare server. */
export interface Reply {
	readonly value: unknown;
	readonly headers: { readonly [name: string]: string };
}

/** Sent by the parent: what to serve, or undefined to get the CPU time so far, in microseconds. */
process.on("message", async (message: { reply?: Reply; mock?: true }) => {
	if (message.mock) process.send?.((await listen(createPlatform({ seed: demo }))).url);
	else if (message.reply) process.send?.((await bareServer(message.reply.value, message.reply.headers)).url);
	else {
		const { user, system } = process.cpuUsage();
		process.send?.(user + system);
	}
});
process.on("disconnect", () => process.exit());
