import type { RetryIf } from "../connection/connection";
import type { WireHeaders } from "../lib/headers";
import type { Route } from "./route";

/** How to read a successful response: as text to parse, as a Blob, or not at all. Refusals are always read as text. */
export type Reads = "text" | "blob" | "nothing";

/** One call, which every attempt sends. The links do not change it. */
export interface Call {
	readonly route: Route;
	readonly url: string;
	readonly method: string;
	readonly headers: Readonly<WireHeaders>;
	readonly body: string | FormData | undefined;
	/** The request of the raw client, which contains the body. */
	readonly request?: Request;
	readonly signal: AbortSignal | undefined;
	/** The time limit of one attempt, in milliseconds; Infinity for no limit. */
	readonly timeout: number;
	readonly retries: number;
	readonly retryIf: RetryIf | undefined;
	/** The time at which the whole call must have ended, in milliseconds since 1970; Infinity for no limit. */
	readonly until: number;
	/** The value of the Sudo header. */
	readonly sudo: string | undefined;
	readonly reads: Reads;
	/** Values with secret fields that no error may show. */
	readonly secrets: unknown;
}

/** The state of one attempt. */
export class Attempt {
	/** The number of requests that were sent for the call, including this attempt's. */
	number: number;
	/** Whether an earlier attempt may have taken effect. */
	readonly unclear: boolean;
	/** Whether a refused token was replaced for this call. */
	renewed: boolean;
	url: string;
	readonly headers: WireHeaders;
	/** The request after the middleware changed it. */
	request: Request | undefined = undefined;
	/** Aborts when the attempt ends without a result. */
	readonly controller = new AbortController();
	/** Whether a browser adds its cookies. */
	withCookies = false;
	/** The token that was sent. */
	token: string | undefined = undefined;
	/** The number of calls of `fetch`, and whether a response was received. */
	sent = 0;
	responded = false;
	/** The content of the response, if it was read. */
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
