/** What a page loads to hold the conversation through MSW's service worker: the platform lives in the page. */
import { createPlatform, demo } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { setupWorker } from "msw/browser";
import { converse, type Turn } from "./conversation";

export async function converseInPage(clock: string): Promise<Turn[]> {
	const platform = createPlatform({ seed: demo, clock });
	const worker = setupWorker(...handlers(platform));
	await worker.start({ quiet: true, onUnhandledRequest: "bypass" });
	const turns = await converse({ baseUrl: location.origin, fetch: (input, init) => fetch(input, init) });
	worker.stop();
	return turns;
}
