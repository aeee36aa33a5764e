import type { Core, RequestOptions } from "../connection/connection";
import { ResponseParseError } from "../errors/errors";
import type { Call } from "../transport/call";
import { toPlatform } from "../transport/chain";
import { deprecatedByContract } from "../transport/deprecated";
import type { Transmit } from "../transport/retry";

/** A response, read. */
export interface Result {
	readonly response: Response;
	/** The parsed body; undefined where it is empty or says nothing. */
	readonly data: unknown;
	readonly content: string | Blob | undefined;
}

/** Sends a call to the client's platform and reads the result. Rejects with a TenonError, whatever goes wrong. */
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

/** Sends a call and parses what comes. Rejects with a TenonError, whatever goes wrong. */
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
		// Without the cause: its message quotes the text, which may hold a secret.
		throw new ResponseParseError(operationId, response, "no JSON");
	}
}
