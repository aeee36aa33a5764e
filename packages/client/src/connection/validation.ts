import type { ValidationError } from "../errors/errors";
import { type Events, emit } from "./events";

/** What to do with a request or a response that violates the contract. */
export type ValidateMode = "throw" | "warn" | "off";

/**
 * Validates parameters and responses against the contract. Created by `validator()` of `@tenon/client/schemas`.
 * Undefined means that they are valid.
 */
export interface Validator {
	parameters(operationId: string, params: object): ValidationError | undefined | Promise<ValidationError | undefined>;
	response(
		operationId: string,
		status: number,
		data: unknown,
	): ValidationError | undefined | Promise<ValidationError | undefined>;
	/** @internal Belongs to the validator, so that a client without one does not bundle it. */
	readonly around: typeof around;
}

/** The settings of a client for validation. */
interface Validation {
	readonly validate: ValidateMode | undefined;
	readonly events: Events;
}

/** What a call sends, and how it sends it. */
interface Sending<Result> {
	readonly operationId: string;
	readonly params: object;
	/** Whether the contract describes the response; false for a file. */
	readonly isDescribed: boolean;
	readonly send: () => Promise<Result>;
}

/**
 * Validates the parameters and the response. Throws a fault or warns of it, depending on the mode of the call or else
 * of the client.
 */
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
