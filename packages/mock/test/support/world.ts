import { type Builder, createPlatform, demo, type Platform, type PlatformOptions } from "@tenon/mock";
import { checkedFetch } from "../../../../test/support/contract-check";
import { stateText } from "../../../../test/support/state-text";

/** A response with its body read. */
export interface ReadResponse {
	status: number;
	headers: Headers;
	/** Parsed JSON, the text if it is not JSON, undefined if there is no body. It has no type: tests read any field. */
	// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the body
	body: any;
}

export interface RequestParts {
	/** Sent as JSON. */
	json?: unknown;
	/** Sent urlencoded. */
	form?: Record<string, string> | [string, string][];
	/** Sent as it is. */
	body?: BodyInit;
	headers?: Record<string, string>;
}

export interface World {
	platform: Platform;
	/** Makes records in the platform's own state. */
	make: Builder;
	/** Sends a request as a user, by name (with the token `<name>-token`), or as nobody with null. The path is below `/api/v4`. */
	ask(who: string | null, method: string, path: string, request?: RequestParts): Promise<ReadResponse>;
	/** The whole state as text, without the times of the tokens' last use: equal texts mean that nothing changed. */
	state(): string;
}

/** The start time of the worlds' clocks. */
export const startOfTime = "2026-01-05T09:30:00.000Z";

type Ask = World["ask"];

/** Sends requests to a platform as its users. */
export const askOf =
	(fetch: (input: string, init: RequestInit) => Promise<Response>): Ask =>
	async (who, method, path, request = {}) => {
		const headers = new Headers(request.headers);
		if (who !== null) headers.set("PRIVATE-TOKEN", `${who}-token`);
		let body = request.body ?? null;
		if (request.json !== undefined) {
			headers.set("content-type", "application/json");
			body = JSON.stringify(request.json);
		}
		if (request.form) body = new URLSearchParams(request.form);
		const response = await fetch(`http://tenon.test/api/v4${path}`, { method, headers, body });
		const text = await response.text();
		const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
		return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text || undefined };
	};

/**
 * A new platform for a test, by default with the demo seed and a clock that does not move. Every response is validated
 * against the contract.
 */
export function world(options: PlatformOptions = {}): World {
	const platform = createPlatform({ seed: demo, clock: startOfTime, ...options });
	return {
		platform,
		make: platform.seed,
		state: () => stateText(platform),
		ask: askOf(checkedFetch(platform.fetch)),
	};
}
