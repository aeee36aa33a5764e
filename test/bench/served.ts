/** A server in its own process, so that only its CPU time counts: the mock, or a bare server with the same bytes. */
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { bareServer } from "./bare-server";

/** The response of a bare server. */
export interface Reply {
	readonly value: unknown;
	readonly headers: { readonly [name: string]: string };
}

/** The parent sends what to serve, or undefined to get the CPU time so far in microseconds. */
process.on("message", async (message: { reply?: Reply; mock?: true }) => {
	if (message.mock) process.send?.((await listen(createPlatform({ seed: demo }))).url);
	else if (message.reply) process.send?.((await bareServer(message.reply.value, message.reply.headers)).url);
	else {
		const { user, system } = process.cpuUsage();
		process.send?.(user + system);
	}
});
process.on("disconnect", () => process.exit());
