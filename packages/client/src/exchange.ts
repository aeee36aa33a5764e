import openapiFetch from "openapi-fetch";
import {
	type Connection,
	type Core,
	checkHeaders,
	core,
	type HeaderValues,
	type RequestOptions,
	sudoText,
} from "./connection";
import { ResponseParseError, TenonError, UsageError } from "./errors";
import type { Route } from "./route";
import { serialize } from "./serialize";
import { type Draft, draft, transmit } from "./transport";

/** One request on its way through openapi-fetch and the transport. */
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
	readonly carry?: (url: string, headers: Headers, token: string) => string;
	/** Value of the Authorization header where the request goes to another place than the client's. */
	readonly authorization?: string | undefined;
	/** Texts that no error may show, as far as they are known. */
	readonly secrets: unknown[];
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
		unclear: false,
	};
}

/** Sends the request and reads the answer. Rejects with a TenonError, whatever goes wrong. */
export async function perform(client: Connection, exchange: Exchange, params: object): Promise<Answer> {
	const { route, options } = exchange;
	const { headers } = client[core]();
	const { path, body } = serialize(route, params);
	return send(client, exchange, path, {
		body,
		headers: options.headers ? { ...headers, ...checkHeaders(options.headers, route.id) } : headers,
	});
}

type Send = (
	verb: string,
	path: string,
	init: { baseUrl: string; body: unknown; headers: HeaderValues; parseAs: "stream"; core: Core; exchange: Exchange },
) => Promise<{ response: Response }>;

/** It only builds the requests: a draft is lighter than a Request, which fetch would copy. */
const rest = /* @__PURE__ */ openapiFetch({
	Request: draft as never,
	fetch: (request: unknown) => {
		const sent = request as Draft & { readonly core: Core }; // made by `draft`
		return transmit(sent.core, sent, sent.exchange);
	},
});

/** As {@link perform}, with path and body as they are to be sent. */
export async function send(
	client: Connection,
	exchange: Exchange,
	path: string,
	init: { body: unknown; headers: HeaderValues },
): Promise<Answer> {
	const own = client[core]();
	const request = rest.request as Send; // typed by paths, which we have put together already
	const { response } = await request(exchange.route.verb, path, {
		...init,
		baseUrl: own.base,
		core: own,
		exchange,
		parseAs: "stream",
	}).catch((cause) => {
		// What did not come from the transport came from building the request: a circular body, for one.
		throw cause instanceof TenonError ? cause : unfit(exchange.route, cause);
	});
	return answerOf(exchange, response);
}

/** The error of a request that cannot be built. */
export const unfit = ({ id }: Route, cause: unknown): UsageError =>
	new UsageError(undefined, "cannot be put into a request", id, { cause });

/** What an exchange that is over has come to. */
export function answerOf({ route, content }: Exchange, response: Response): Answer {
	return {
		response,
		content,
		data: typeof content === "string" && !route.empty ? parse(content, response, route.id) : undefined,
	};
}

function parse(text: string, response: Response, operationId: string): unknown {
	if (!text) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		// Without the cause: its message quotes the text, which may hold a secret.
		throw new ResponseParseError(operationId, response, "no JSON");
	}
}
