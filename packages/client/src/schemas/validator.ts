import type { ContractExtension } from "@tenon/contract";
import { faultsOf, responseSchema, schemaOf, unknownFields } from "@tenon/contract/validate";
import type { Dialect } from "../connection/connection";
import { around, type Validator } from "../connection/validation";
import { type Fault, ValidationError } from "../errors/errors";

/** The options of {@link validator}. */
export interface ValidatorOptions {
	/**
	 * Whether fields of a response that are not in the contract, and values outside its enums, are faults. Defaults to
	 * false, because a newer server may send both.
	 */
	readonly strict?: boolean | undefined;
	/** The client's dialect: fields that the product leaves out are not faults. */
	readonly dialect?: Pick<Dialect, "omits"> | undefined;
	/** Your own operations, as `tenon-contract generate` exports them. They are validated like the contract's. */
	readonly extensions?: readonly Pick<ContractExtension, "operations" | "validators">[] | undefined;
}

const unknownField = (path: Fault["path"]): Fault => ({ path, expected: "is not in the contract" });

/** Returns the parameters as they are sent: without undefined ones, and with dates as text. */
const asSent = (params: object): { [name: string]: unknown } =>
	Object.fromEntries(
		Object.entries(params).flatMap(([name, value]: [string, unknown]) => {
			if (value === undefined) return [];
			if (!(value instanceof Date)) return [[name, value]];
			return [[name, Number.isNaN(value.getTime()) ? "" : value.toISOString()]];
		}),
	);

/**
 * Creates the validator of a client. It validates parameters before they are sent, and responses before they are
 * returned. Its faults name the path and the expected value, never the actual value.
 *
 * @example
 * import { validator } from "@tenon/client/schemas";
 * const tenon = createClient({ baseUrl, auth, validator: validator(), validate: "warn" });
 */
export function validator({ strict = false, dialect, extensions = [] }: ValidatorOptions = {}): Validator {
	const errorOf = (operationId: string, faults: readonly Fault[], status?: number): ValidationError | undefined =>
		faults.length > 0 ? new ValidationError(operationId, faults, status) : undefined;

	/**
	 * Loads the validators of an extension's operation when it is first called. Those of the contract are always there.
	 */
	const withValidators = <T>(operationId: string, use: (from?: object) => T): T | Promise<T> => {
		const extension = extensions.find(({ operations }) => Object.hasOwn(operations, operationId));
		return extension?.validators ? extension.validators().then(use) : use();
	};

	const parameterFaults = (operationId: string, params: object, from?: object): Fault[] => {
		const sent = asSent(params);
		const pascal = operationId.charAt(0).toUpperCase() + operationId.slice(1);
		const hasFile = Object.values(params).some((value) => value instanceof Blob);
		const body = (hasFile ? schemaOf(`${pascal}Form`, from) : undefined) ?? schemaOf(`${pascal}Body`, from);
		const faults = [schemaOf(`${operationId}Parameters`, from), body].flatMap((schema) =>
			schema ? faultsOf(schema, sent, true) : [],
		);
		// The client converts a Date to a day, and joins an array to a text, where the contract requires it.
		return faults.filter(({ path: [name = "", ...below], expected }) => {
			const value: unknown = Reflect.get(params, name);
			if (Array.isArray(value) && below.length === 0 && expected === "is not a string") return false;
			return !(value instanceof Date) || Number.isNaN(value.getTime());
		});
	};

	const responseFaults = (operationId: string, status: number, data: unknown, from?: object): Fault[] => {
		const schema = responseSchema(operationId, status, from);
		if (!schema || data === undefined) return [];
		const more = strict ? unknownFields(schema, data).map(unknownField) : [];
		const isFault = ({ path, expected }: Fault): boolean =>
			expected !== "is missing" || dialect?.omits?.includes(String(path.at(-1))) !== true;
		return [...faultsOf(schema, data, strict).filter(isFault), ...more];
	};

	return {
		around,
		parameters: (operationId, params) =>
			withValidators(operationId, (from) => errorOf(operationId, parameterFaults(operationId, params, from))),
		response: (operationId, status, data) =>
			withValidators(operationId, (from) =>
				errorOf(operationId, responseFaults(operationId, status, data, from), status),
			),
	};
}
