import { type Connection, core, type RequestOptions, sudoText } from "../connection/connection";
import type { Route } from "./route";

/** One request on its way through the transport. */
export interface Exchange {
	readonly route: Route;
	readonly options: RequestOptions;
	/** When the whole call must have ended, in milliseconds since 1970. */
	readonly until: number | undefined;
	/** Value of the Sudo header. */
	readonly sudo: string | undefined;
	/** What to read of a success: text to be parsed, a Blob, or nothing (the caller reads). Of a refusal, always text. */
	reads: "text" | "blob" | "nothing";
	/** Where the answer is to be told as it is, even if it is a refusal (the raw client). */
	readonly raw?: true;
	/** Puts a token into headers or address, and gives the address, where the platform takes it otherwise than in REST. */
	readonly carry?: (url: string, headers: { [name: string]: string }, token: string) => string;
	/** Value of the Authorization header where the request goes to another place than the client's. */
	readonly authorization?: string | undefined;
	/** Texts that no error may show, as far as they are known. */
	readonly secrets: unknown[];
	/** How many requests were sent. */
	attempts: number;
	/** The token that the last attempt carried. */
	token?: string;
	/** Whether an attempt that failed may have taken effect. */
	unclear: boolean;
	/** What was read, once the exchange is over. */
	content?: string | Blob | undefined;
}

/** An answer, read. */
export interface Answer {
	readonly response: Response;
	/** The parsed body; undefined where it is empty or of no account. */
	readonly data: unknown;
	readonly content: string | Blob | undefined;
}

/** When a call that begins now must have ended. */
export const deadlineOf = (options: RequestOptions | undefined): number | undefined =>
	options?.deadline === undefined ? undefined : Date.now() + options.deadline;

/** Starts the account of a request to the client's own platform. Throws a UsageError for options that cannot work. */
export function exchangeOf(
	client: Connection,
	route: Route,
	params: object,
	options: RequestOptions = {},
	until = deadlineOf(options),
): Exchange {
	const { token, password } = params as { token?: unknown; password?: unknown }; // the secrets among all parameters
	return {
		route,
		options,
		until,
		sudo: options.sudo === undefined ? client[core]().sudo : sudoText(options.sudo, route.id),
		reads: "text",
		secrets: [token, password],
		attempts: 0,
		unclear: false,
	};
}
