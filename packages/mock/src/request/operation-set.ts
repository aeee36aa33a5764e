import { type OperationRow, operations } from "@tenon/contract";
import { gitlab } from "@tenon/contract/dialects";
import { type Match, Router } from "./http/router";

/** Loads the validators of an extension's records, parameters and responses, by name. */
export type LoadValidators = () => Promise<object>;

/** The operations that a platform has, and the paths that lead to them. */
export class OperationSet {
	readonly #rows: ReadonlyMap<string, OperationRow>;
	readonly #validators: ReadonlyMap<string, LoadValidators>;
	readonly #router: Router;
	readonly #aliases: readonly OperationRow[];

	/**
	 * @param aliases Operations under further paths.
	 * @param validators How the validators of operations beyond the contract are loaded, by operation.
	 * @throws Error for two operations of one name, or of one method and path.
	 */
	constructor(
		rows: readonly OperationRow[],
		aliases: readonly OperationRow[] = [],
		validators: ReadonlyMap<string, LoadValidators> = new Map(),
	) {
		this.#rows = new Map(rows.map((row) => [row.id, row]));
		this.#validators = validators;
		this.#aliases = aliases;
		// Alerts are sent to paths of their own: see domains/alerts/intake.ts.
		this.#router = new Router([...rows.filter(({ domain }) => domain !== "alerts"), ...aliases]);
	}

	/** All rows, in the contract's order, then those of extensions. */
	get rows(): readonly OperationRow[] {
		return [...this.#rows.values()];
	}

	/** The ids of all operations. */
	get ids(): readonly string[] {
		return [...this.#rows.keys()];
	}

	/** The row of an operation; undefined for an unknown id. */
	row(id: string): OperationRow | undefined {
		return this.#rows.get(id);
	}

	/** What a path below `/api/v4` leads to. */
	find(path: string): Match | undefined {
		return this.#router.find(path);
	}

	/** Whether a row is an operation under a further path. */
	isAlias(row: OperationRow): boolean {
		return this.#aliases.includes(row);
	}

	/** Loads the validators of an operation beyond the contract; undefined for the contract's own. */
	validatorsOf(id: string): LoadValidators | undefined {
		return this.#validators.get(id);
	}

	/** The same operations and those of extensions. */
	with(rows: readonly OperationRow[], validators: ReadonlyMap<string, LoadValidators>): OperationSet {
		return new OperationSet([...this.rows, ...rows], this.#aliases, new Map([...this.#validators, ...validators]));
	}
}

/** Operations under the paths that GitLab has for them: those lead to them in the specification's dialect too. */
const aliases: readonly OperationRow[] = gitlab.paths.flatMap(([verb, ours, path]) =>
	Object.values(operations)
		.filter((row) => row.verb === verb && row.path === ours)
		.map((row) => ({ ...row, path })),
);

/** The contract's own operations. */
export const contractOperations: OperationSet = new OperationSet(Object.values(operations), aliases);
