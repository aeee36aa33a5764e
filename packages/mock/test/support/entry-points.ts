import type { Platform } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";

/** Calls a platform at a path, as `fetch` calls a URL. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** The entry points of a platform. Each stays open until the test ends. */
export const entryPoints: readonly (readonly [name: string, open: (platform: Platform) => Promise<Call>])[] = [
	["platform.fetch", async (platform) => (path, init) => platform.fetch(`http://a.test${path}`, init)],
	[
		"a server",
		async (platform) => {
			const server = await listen(platform);
			onTestFinished(() => server.close({ grace: 0 }));
			return (path, init) => fetch(server.url + path, init);
		},
	],
	[
		"setupServer of MSW",
		async (platform) => {
			const server = setupServer(...handlers(platform));
			server.listen({ onUnhandledRequest: "error" });
			onTestFinished(() => server.close());
			return (path, init) => fetch(`http://a.test${path}`, init);
		},
	],
];
