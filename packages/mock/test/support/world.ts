import { type Builder, createPlatform, demo, type Platform, type PlatformOptions } from "@tenon/mock";
import { checkedFetch } from "../../../../test/support/contract-check";
import { stateText } from "../../../../test/support/state-text";

/** An answer, read. */
export interface ReadResponse {
	status: number;
	headers: Headers;
	/** Parsed JSON, the text where it is none, undefined where there is no body. Tests look into it freely. */
	// biome-ignore lint/suspicious/noExplicitAny: tests read answers whose shape is the very thing that they check
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
	/** Makes records, in the platform's own state. */
	make: Builder;
	/** Asks as a user, by name (with the token `<name>-token`), or as nobody with null. The path is below `/api/v4`. */
	ask(who: string | null, method: string, path: string, request?: RequestParts): Promise<ReadResponse>;
	/** The whole state as text, without when tokens were used: the same before and after means that nothing was changed. */
	state(): string;
}

/** Where the worlds' clocks stand. */
export const startOfTime = "2026-01-05T09:30:00.000Z";

/**
 * A platform of a test's own, by default with the demo seed and a clock that does not move. Every response is validated
 * against the contract.
 */
export function world(options: PlatformOptions = {}): World {
	const platform = createPlatform({ seed: demo, clock: startOfTime, ...options });
	const fetch = checkedFetch(platform.fetch);
	return {
		platform,
		make: platform.seed,
		state: () => stateText(platform),
		async ask(who, method, path, request = {}) {
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
			return {
				status: response.status,
				headers: response.headers,
				body: isJson ? JSON.parse(text) : text || undefined,
			};
		},
	};
}
