import { type Builder, createPlatform, demo, type Platform, type PlatformOptions } from "@tenon/mock";
import { checkedFetch } from "../../../../test/support/contract-check";
import { stateText } from "../../../../test/support/state-text";

/** A response whose body was read. */
export interface ReadResponse {
	status: number;
	headers: Headers;
	/** The parsed JSON, otherwise the text, or undefined without a body. It has no type, because tests read any field. */
	// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the body
	body: any;
}

export interface RequestParts {
	/** A body that is sent as JSON. */
	json?: unknown;
	/** A body that is sent as urlencoded form. */
	form?: Record<string, string> | [string, string][];
	/** A body that is sent unchanged. */
	body?: BodyInit;
	headers?: Record<string, string>;
}

export interface World {
	platform: Platform;
	/** Creates records in the platform's state. */
	make: Builder;
	/** Sends a request below `/api/v4` as a user, with the token `<name>-token`, or as an anonymous caller with null. */
	ask(who: string | null, method: string, path: string, request?: RequestParts): Promise<ReadResponse>;
	/** Returns the state as text, without the times of the tokens' last use. Equal texts mean that nothing changed. */
	state(): string;
}

/** The start time of the worlds' clocks. */
export const startOfTime = "2026-01-05T09:30:00.000Z";

type Ask = World["ask"];

/** Returns a function that sends requests to a platform as its users. */
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
 * Returns a new platform for a test, by default with the demo seed and with a clock that does not move. Validates every
 * response against the contract.
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
