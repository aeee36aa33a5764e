import type { OperationRow } from "./operation-row";

/**
 * Operations beyond the contract, as `tenon-contract generate` writes them from an OpenAPI file of your own.
 *
 * @typeParam Operations the type `operations` that openapi-typescript writes: parameters, bodies and responses by
 * operationId.
 */
export interface ContractExtension<Operations extends object = object> {
	/** The name that lists, errors and reports show. */
	readonly name: string;
	/** The row of each operation, by its id. */
	readonly operations: { readonly [Id in keyof Operations & string]: OperationRow };
	/** Loads the validators of its records, parameters and responses. They are named like the contract's own. */
	readonly validators?: () => Promise<object>;
	/** Only carries the type; never set. */
	readonly types?: Operations;
}
