import type { Core, RequestOptions } from "../connection/connection";
import { ResponseParseError } from "../errors/errors";
import type { Call } from "../transport/call";
import { toPlatform } from "../transport/chain";
import { deprecatedByContract } from "../transport/deprecated";
import type { Transmit } from "../transport/retry";

/** A response whose body has been read. */
export interface Result {
	readonly response: Response;
	/** The parsed body. Undefined if it is empty, or if the operation's response has no data. */
	readonly data: unknown;
	readonly content: string | Blob | undefined;
}

/** Sends a call to the client's platform and reads the result. Always rejects with a TenonError. */
export function perform(core: Core, call: Call, params: object, options?: RequestOptions): Promise<Result> {
	if (core.events.onDeprecated) deprecatedByContract(core, call.route, params);
	const send = (): Promise<Result> => receive(toPlatform(core), call);
	const { route, reads } = call;
	return core.validator
		? core.validator.around(core, options?.validate, {
				operationId: route.id,
				params,
				isDescribed: reads === "text",
				send,
			})
		: send();
}

/** Sends a call and parses the response. Always rejects with a TenonError. */
export async function receive(transmit: Transmit, call: Call): Promise<Result> {
	const { response, attempt } = await transmit(call);
	const { content } = attempt;
	const { id, empty } = call.route;
	return { response, content, data: typeof content === "string" && !empty ? parse(content, response, id) : undefined };
}

function parse(text: string, response: Response, operationId: string): unknown {
	if (!text) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		// No `cause`: its message quotes the text, which can contain a secret.
		throw new ResponseParseError(operationId, response, "not JSON");
	}
}
