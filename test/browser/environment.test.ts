import { createPlatform, demo } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { setupWorker } from "msw/browser";
import { onTestFinished, test } from "vitest";
import { converse } from "../environments/scenario";

test("in a browser, by setupWorker of MSW", async () => {
	const platform = createPlatform({ seed: demo });
	const worker = setupWorker(...handlers(platform));
	await worker.start({ quiet: true, onUnhandledRequest: "bypass" });
	onTestFinished(() => worker.stop());
	await converse({
		...{ platform, Headers, FormData, AbortController },
		call: (path, init) => fetch(path, init),
		// MSW's service worker does not report aborts: the page sees its abort, but the platform does not.
		passesAborts: false,
	});
});
