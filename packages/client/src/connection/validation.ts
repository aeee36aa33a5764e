import type { ValidationError } from "../errors/errors";
import { type Events, emit } from "./events";

/** What becomes of a request or a response that breaks the contract. */
export type ValidateMode = "throw" | "warn" | "off";

/** Validates parameters and responses against the contract; `validator()` of `@tenon/client/schemas` makes one. Undefined: nothing is wrong. */
export interface Validator {
	parameters(operationId: string, params: object): ValidationError | undefined | Promise<ValidationError | undefined>;
	response(
		operationId: string,
		status: number,
		data: unknown,
	): ValidationError | undefined | Promise<ValidationError | undefined>;
	/** @internal Part of the validator, so that a client without one does not have it in its bundle. */
	readonly around: typeof around;
}

/** The part of a client that says how calls are validated. */
interface Validation {
	readonly validate: ValidateMode | undefined;
	readonly events: Events;
}

/** What a call sends, and how. */
interface Sending<Result> {
	readonly operationId: string;
	readonly params: object;
	/** Whether the response is one that the contract describes, and not a file. */
	readonly isDescribed: boolean;
	readonly send: () => Promise<Result>;
}

/** Validates what is sent, and what comes. Throws what the validator finds, or warns of it, as the call or else the client has it. */
export async function around<Result extends { readonly response: Response; readonly data: unknown }>(
	this: Validator,
	{ validate, events }: Validation,
	mode: ValidateMode = validate ?? "throw",
	{ operationId, params, isDescribed, send }: Sending<Result>,
): Promise<Result> {
	if (mode === "off") return send();
	const judge = (error: ValidationError | undefined): void => {
		if (error && mode === "throw") throw error;
		if (error) emit(events.onWarning ?? console.warn, () => error.message);
	};
	judge(await this.parameters(operationId, params));
	const result = await send();
	if (isDescribed) judge(await this.response(operationId, result.response.status, result.data));
	return result;
}
