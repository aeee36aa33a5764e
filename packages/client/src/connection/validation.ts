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
}

/** The part of a client that says how calls are validated. */
interface Validation {
	readonly validator: Validator | undefined;
	readonly validate: ValidateMode | undefined;
	readonly events: Events;
}

/** Throws what a validator finds, or warns of it, as the call or else the client has it. */
export async function judge(
	{ validator, validate, events }: Validation,
	mode: ValidateMode = validate ?? "throw",
	look: (validator: Validator) => ReturnType<Validator["response"]>,
): Promise<void> {
	if (!validator || mode === "off") return;
	const error = await look(validator);
	if (error && mode === "throw") throw error;
	if (error) emit(events.onWarning ?? console.warn, () => error.message);
}
