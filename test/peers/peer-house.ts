import { createPlatform, demo, type Platform } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, test as plain } from "vitest";
import { contractOf } from "../support/contract-check";

/** A platform on a port of its own, as clients in any language meet it. */
export interface PeerHouse {
	platform: Platform;
	/** Its address, without a trailing slash. */
	url: string;
	/** Names of the operations that were answered with success, each once, in alphabetical order. */
	walked(): string[];
	/** The addresses that were asked for, as they were sent. */
	readonly requests: readonly string[];
}

/**
 * A test with a platform on a loopback port. Every answer is held against the contract; one that breaks it fails the test
 * when it ends, since a client that is not ours could swallow the error.
 */
export const test = plain.extend<{ dialect: "specification" | "gitlab"; house: PeerHouse }>({
	dialect: "specification",
	house: async ({ dialect }, use) => {
		const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z", dialect });
		const walked = new Set<string>();
		const requests: string[] = [];
		const faults: string[] = [];
		const { checkResponse, operationOf } = contractOf(dialect);
		const handle = platform.handle.bind(platform);
		platform.handle = async (request) => {
			requests.push(request.url);
			const answer = await handle(request);
			const { status, headers, body } = answer;
			const text = typeof body === "string" ? body : new TextDecoder().decode(body ?? undefined);
			try {
				checkResponse(request.method, request.url, status, headers["content-type"] ?? null, text);
			} catch (error) {
				faults.push(error instanceof Error ? error.message : String(error));
			}
			const id = operationOf(request.method, request.url)?.operation.operationId;
			if (id && status < 400) walked.add(id);
			return answer;
		};
		const server = await listen(platform);
		try {
			await use({ platform, url: server.url, walked: () => [...walked].sort(), requests });
		} finally {
			await server.close();
		}
		expect(faults).toEqual([]);
	},
});
