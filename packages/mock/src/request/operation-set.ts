import { type OperationRow, operations } from "@tenon/contract";
import { gitlab } from "@tenon/contract/dialects";
import { type Match, Router } from "./http/router";

/** Loads the validators of an extension's records, parameters and responses, by name. */
export type LoadValidators = () => Promise<object>;

/** The operations of a platform, with their paths. */
export class OperationSet {
	readonly #rows: ReadonlyMap<string, OperationRow>;
	readonly #validators: ReadonlyMap<string, LoadValidators>;
	readonly #router: Router;
	readonly #aliases: readonly OperationRow[];

	/**
	 * @param aliases Operations under additional paths.
	 * @param validators Functions that load the validators of operations beyond the contract, by operation.
	 * @throws Error if two operations have the same method and path, or the same path with different parameter names.
	 */
	constructor(
		rows: readonly OperationRow[],
		aliases: readonly OperationRow[] = [],
		validators: ReadonlyMap<string, LoadValidators> = new Map(),
	) {
		this.#rows = new Map(rows.map((row) => [row.id, row]));
		this.#validators = validators;
		this.#aliases = aliases;
		// Alerts have their own paths: see domains/alerts/intake.ts.
		this.#router = new Router([...rows.filter(({ domain }) => domain !== "alerts"), ...aliases]);
	}

	/** All rows: the contract's in its order, then those of extensions. */
	get rows(): readonly OperationRow[] {
		return [...this.#rows.values()];
	}

	/** The ids of all operations. */
	get ids(): readonly string[] {
		return [...this.#rows.keys()];
	}

	/** Returns the row of an operation; undefined for an unknown id. */
	row(id: string): OperationRow | undefined {
		return this.#rows.get(id);
	}

	/** Returns the operations of a path below `/api/v4`, and its parameters. */
	find(path: string): Match | undefined {
		return this.#router.find(path);
	}

	/** Whether a row is an operation under an additional path. */
	isAlias(row: OperationRow): boolean {
		return this.#aliases.includes(row);
	}

	/** Returns the loader of the validators for an operation beyond the contract; undefined for the contract's own. */
	validatorsOf(id: string): LoadValidators | undefined {
		return this.#validators.get(id);
	}

	/** Returns these operations together with those of extensions. */
	with(rows: readonly OperationRow[], validators: ReadonlyMap<string, LoadValidators>): OperationSet {
		return new OperationSet([...this.rows, ...rows], this.#aliases, new Map([...this.#validators, ...validators]));
	}
}

/** Operations under the paths that GitLab has for them. These paths also work in the specification's dialect. */
const aliases: readonly OperationRow[] = gitlab.paths.flatMap(([verb, ours, path]) =>
	Object.values(operations)
		.filter((row) => row.verb === verb && row.path === ours)
		.map((row) => ({ ...row, path })),
);

/** The contract's operations. */
export const contractOperations: OperationSet = new OperationSet(Object.values(operations), aliases);
