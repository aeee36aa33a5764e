import type { RetryIf } from "../connection/connection";
import type { WireHeaders } from "../lib/headers";
import type { Route } from "./route";

/** What to read of a success: text to be parsed, a Blob, or nothing, where the caller reads. Of a refusal it is always text. */
export type Reads = "text" | "blob" | "nothing";

/** One call, as every attempt sends it. Links only read it. */
export interface Call {
	readonly route: Route;
	readonly url: string;
	readonly method: string;
	readonly headers: Readonly<WireHeaders>;
	readonly body: string | FormData | undefined;
	/** The request of the raw client: it holds the body. */
	readonly request?: Request;
	readonly signal: AbortSignal | undefined;
	/** Milliseconds that one attempt may take; Infinity for no limit. */
	readonly timeout: number;
	readonly retries: number;
	readonly retryIf: RetryIf | undefined;
	/** When the whole call must have ended, in milliseconds since 1970; Infinity for no limit. */
	readonly until: number;
	/** Value of the Sudo header. */
	readonly sudo: string | undefined;
	readonly reads: Reads;
	/** Values whose secret fields no error may show. */
	readonly secrets: unknown;
}

/** What one attempt sends, and what it learned. */
export class Attempt {
	/** How many requests were made for the call, this attempt's included. */
	number: number;
	/** Whether an earlier attempt may have taken effect. */
	readonly unclear: boolean;
	/** Whether a refused token was replaced for this call. */
	renewed: boolean;
	url: string;
	readonly headers: WireHeaders;
	/** The request that the middleware made of it. */
	request: Request | undefined = undefined;
	/** Aborts when the attempt has ended without a result. */
	readonly controller = new AbortController();
	/** Whether a browser shall add its cookies. */
	withCookies = false;
	/** The token that it carried. */
	token: string | undefined = undefined;
	/** How often `fetch` was called, and whether a response came. */
	sent = 0;
	responded = false;
	/** What was read of the response. */
	content: string | Blob | undefined = undefined;

	constructor(call: Call, earlier?: Attempt, unclear = false) {
		this.number = earlier?.number ?? 0;
		this.renewed = earlier?.renewed ?? false;
		this.unclear = unclear;
		this.url = call.url;
		this.headers = { ...call.headers };
	}
}

/** Sends an attempt. */
export type Send = (call: Call, attempt: Attempt) => Promise<Response>;
