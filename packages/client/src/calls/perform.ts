import { type Connection, type Core, core } from "../connection/connection";
import { tellDeprecated } from "../connection/deprecated";
import { judge } from "../connection/validation";
import { ResponseParseError, UsageError } from "../errors/errors";
import { merged } from "../lib/headers";
import type { Answer, Exchange } from "../transport/exchange";
import { transmit } from "../transport/transport";
import { serialize } from "./serialize";

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
