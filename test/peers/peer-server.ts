import { createPlatform, demo, type Platform } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, test as plain } from "vitest";
import { contractOf } from "../support/contract-check";

/** A platform on its own port, for clients in any language. */
export interface PeerServer {
	platform: Platform;
	/** The base URL, without a trailing slash. */
	url: string;
	/** Returns the names of the operations that succeeded, without duplicates and sorted. */
	walked(): string[];
	/** The URLs of the requests, as the client sent them. */
	readonly requests: readonly string[];
}

/**
 * A test with a platform on a loopback port. Every response is validated against the contract. A violation fails the
 * test at its end, because a third-party client could swallow the error.
 */
export const test = plain.extend<{ dialect: "specification" | "gitlab"; server: PeerServer }>({
	dialect: "specification",
	server: async ({ dialect }, use) => {
		const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z", dialect });
		const walked = new Set<string>();
		const requests: string[] = [];
		const faults: string[] = [];
		const { checkResponse, operationOf } = contractOf(dialect);
		const handle = platform.handle.bind(platform);
		platform.handle = async (request) => {
			requests.push(request.url);
			const response = await handle(request);
			const { status, headers, body } = response;
			const text = typeof body === "string" ? body : new TextDecoder().decode(body ?? undefined);
			try {
				checkResponse(request.method, request.url, status, headers["content-type"] ?? null, text);
			} catch (error) {
				faults.push(error instanceof Error ? error.message : String(error));
			}
			const id = operationOf(request.method, request.url)?.operation.operationId;
			if (id && status < 400) walked.add(id);
			return response;
		};
		const listening = await listen(platform);
		try {
			await use({ platform, url: listening.url, walked: () => [...walked].sort(), requests });
		} finally {
			await listening.close();
		}
		expect(faults).toEqual([]);
	},
});
