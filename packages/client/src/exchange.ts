import { type Connection, type Core, core, type RequestOptions, sudoText } from "./connection";
import { tellDeprecated } from "./deprecated";
import { ResponseParseError, UsageError } from "./errors";
import { merged } from "./headers";
import type { Route } from "./route";
import { serialize } from "./serialize";
import { transmit } from "./transport";
import { judge } from "./validation";

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

/** Sends the request and reads the answer. Rejects with a TenonError, whatever goes wrong. */
export async function perform(client: Connection, exchange: Exchange, params: object): Promise<Answer> {
	const own = client[core]();
	const { route, options } = exchange;
	const { validate } = options;
	const { path, body } = serialize(route, params);
	const headers = options.headers ? merged([own.headers, options.headers], route.id) : { ...own.headers };
	if (own.events.onDeprecated) tellDeprecated(own, route, params);
	if (own.validator) await judge(own, validate, (validator) => validator.parameters(route.id, params));
	const answer = await post(own, exchange, `${own.base}${path}`, headers, body);
	if (own.validator && exchange.reads === "text")
		await judge(own, validate, (validator) => validator.answer(route.id, answer.response.status, answer.data));
	return answer;
}

/** Sends a request to an address, a body that is no form as JSON. Rejects with a TenonError, whatever goes wrong. */
export async function post(
	own: Core,
	exchange: Exchange,
	url: string,
	headers: { [name: string]: string },
	given: FormData | object | undefined,
): Promise<Answer> {
	const { route } = exchange;
	let body: FormData | string | undefined;
	if (given instanceof FormData) body = given;
	else if (given) {
		headers["content-type"] ??= "application/json";
		try {
			body = JSON.stringify(given);
		} catch (cause) {
			// A circle, or a number without a form in JSON.
			throw new UsageError(undefined, "cannot be put into a request", route.id, { cause });
		}
	}
	const response = await transmit(own, { url, method: route.verb, headers, body }, exchange);
	const { content } = exchange;
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
