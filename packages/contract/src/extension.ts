import type { OperationRow } from "./operation-row";

/**
 * Operations beyond the contract, as `tenon-contract generate` writes them from an OpenAPI file of your own.
 *
 * @typeParam Operations What openapi-typescript writes under the name `operations`: parameters, bodies and responses by
 * operationId.
 */
export interface ContractExtension<Operations extends object = object> {
	/** What it is called in lists, errors and reports. */
	readonly name: string;
	/** A row for each operation, by its id. */
	readonly operations: { readonly [Id in keyof Operations & string]: OperationRow };
	/** Loads the validators of its records, parameters and responses, by the names that the contract's own have. */
	readonly validators?: () => Promise<object>;
	/** Carries the type; never set. */
	readonly types?: Operations;
}
