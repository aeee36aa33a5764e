/** The code of a page that runs the conversation through MSW's service worker, with the platform in the page. */
import { createPlatform, demo } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { setupWorker } from "msw/browser";
import { type Conversation, converse, type Turn } from "./conversation";

export async function converseInPage(clock: string, conversation: Conversation): Promise<Turn[]> {
	const platform = createPlatform({ seed: demo, clock });
	const worker = setupWorker(...handlers(platform));
	await worker.start({ quiet: true, onUnhandledRequest: "bypass" });
	const entryPoint = { baseUrl: location.origin, fetch: (input: string, init: RequestInit) => fetch(input, init) };
	const turns = await converse(entryPoint, conversation);
	worker.stop();
	return turns;
}
