import type * as z from "zod/mini";
import * as validators from "../validators";

type Schema = z.ZodMiniType;

/** All validators by name: schemas, and tables of schemas by status. */
const named: { readonly [name: string]: unknown } = validators;

const isSchema = (value: unknown): value is Schema =>
	typeof value === "object" && value !== null && Object.hasOwn(value, "_zod");

const own = (table: unknown, name: string): unknown =>
	typeof table === "object" && table !== null && Object.hasOwn(table, name) ? Reflect.get(table, name) : undefined;

/**
 * Returns the validator with this name, such as `Pipeline` or `CreatePipelineBody`; undefined if there is none.
 *
 * @param from the module of validators to search; defaults to the contract's own
 * @example
 * schemaOf("Pipeline")?.safeParse(body).success;
 */
export function schemaOf(name: string, from: object = named): Schema | undefined {
	const found = own(from, name);
	return isSchema(found) ? found : undefined;
}

/**
 * Returns the validator of an operation's response with this status; undefined if the contract declares no body for it.
 *
 * @param from the module of validators to search; defaults to the contract's own
 * @example
 * responseSchema("getPipeline", 200)?.safeParse(body).success;
 */
export function responseSchema(operation: string, status: number, from: object = named): Schema | undefined {
	const found = own(own(from, `${operation}Responses`), String(status));
	return isSchema(found) ? found : undefined;
}
