import { createClient, type Fetch, type Tenon } from "@tenon/client";
import { createPlatform, demo, type Platform, type PlatformOptions } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";
import { checkedFetch } from "../support/contract-check";

/** A platform behind one of the entry points, and clients for it. */
export interface OpenedPlatform {
	platform: Platform;
	baseUrl: string;
	/** Returns the client of a demo user, or an anonymous one. It validates requests and responses. */
	as(username: string | null): Tenon;
	/** The entry point as a `fetch`, which validates requests and responses against the contract. */
	fetch: Fetch;
}

type Open = (
	platform: Platform,
) => Promise<{ baseUrl: string; fetch: typeof fetch; close: () => Promise<void> | void }>;

const address = "https://platform.example.com";

/** The entry points of a platform: MSW in Node, a loopback port, and the platform's `fetch`. */
export const entryPoints: { readonly [name: string]: Open } = {
	async msw(platform) {
		const server = setupServer(...handlers(platform, { baseUrl: address }));
		server.listen({
			onUnhandledRequest(request, print) {
				// Another entry point of the same test can be open on this machine.
				if (new URL(request.url).hostname !== "127.0.0.1") print.error();
			},
		});
		return { baseUrl: address, fetch: (input, init) => fetch(input, init), close: () => server.close() };
	},
	async http(platform) {
		const server = await listen(platform);
		return { baseUrl: server.url, fetch: (input, init) => fetch(input, init), close: () => server.close() };
	},
	async "injected fetch"(platform) {
		return { baseUrl: address, fetch: platform.fetch, close: () => {} };
	},
};

/** Opens an entry point to a new platform, which closes when the test ends. */
export async function openPlatform(entryPoint: string, options: PlatformOptions = {}): Promise<OpenedPlatform> {
	const open = entryPoints[entryPoint];
	if (!open) throw new Error(`There is no entry point ${entryPoint}.`);
	const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z", ...options });
	const { baseUrl, fetch, close } = await open(platform);
	onTestFinished(async () => {
		await close();
	});
	const checked = checkedFetch(fetch, { requests: true });
	return {
		platform,
		baseUrl,
		fetch: checked,
		as: (username) =>
			createClient({ baseUrl, fetch: checked, ...(username ? { auth: { token: `${username}-token` } } : {}) }),
	};
}
