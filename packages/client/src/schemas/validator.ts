import type { ContractExtension } from "@tenon/contract";
import { faultsOf, responseSchema, schemaOf, unknownFields } from "@tenon/contract/validate";
import type { Dialect } from "../connection/connection";
import { around, type Validator } from "../connection/validation";
import { type Fault, ValidationError } from "../errors/errors";

/** How strictly to judge. */
export interface ValidatorOptions {
	/**
	 * Whether fields of a response that the contract does not know, and values outside its lists, are faults as well. Default
	 * false: a newer server may send both.
	 */
	readonly strict?: boolean | undefined;
	/** The client's dialect: what the product leaves out is not a fault. */
	readonly dialect?: Pick<Dialect, "omits"> | undefined;
	/** Your own operations, as `tenon-contract generate` exports them: they are validated as the contract's are. */
	readonly extensions?: readonly Pick<ContractExtension, "operations" | "validators">[] | undefined;
}

const unknownField = (path: Fault["path"]): Fault => ({ path, expected: "is not in the contract" });

/** The parameters as the wire has them: no undefined ones, and times as text. */
const asSent = (params: object): { [name: string]: unknown } =>
	Object.fromEntries(
		Object.entries(params).flatMap(([name, value]: [string, unknown]) => {
			if (value === undefined) return [];
			if (!(value instanceof Date)) return [[name, value]];
			return [[name, Number.isNaN(value.getTime()) ? "" : value.toISOString()]];
		}),
	);

/**
 * What a client needs to validate against the contract: parameters before they are sent, responses before they are returned. Its verdicts
 * name the place and what the contract asks for there, never a value.
 *
 * @example
 * import { validator } from "@tenon/client/schemas";
 * const tenon = createClient({ baseUrl, auth, validator: validator(), validate: "warn" });
 */
export function validator({ strict = false, dialect, extensions = [] }: ValidatorOptions = {}): Validator {
	const errorOf = (operationId: string, faults: readonly Fault[], status?: number): ValidationError | undefined =>
		faults.length > 0 ? new ValidationError(operationId, faults, status) : undefined;

	/** The validators of an extension's operation are loaded when it is first called; those of the contract are there. */
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
		// The client cuts the time off a Date where the contract wants a day, and joins an array where it wants a text.
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
