/** A row that was written: `before` is undefined for a new row, `after` for a deleted one. */
export interface RowChange {
	readonly table: string;
	readonly before: { readonly id: number } | undefined;
	readonly after: { readonly id: number } | undefined;
}

/** Collects the steps that undo everything written since `run` began. */
export class Undo {
	#steps: (() => void)[] | null = null;
	#changes: RowChange[] | undefined;

	/** Notes the step that undoes a change. Called for each change of the state. */
	note(step: () => void): void {
		this.#steps?.push(step);
	}

	/** Notes a changed row, for callers of `run` that pass `changes`. */
	noteRow(table: string, before: RowChange["before"], after: RowChange["after"]): void {
		this.#changes?.push({ table, before, after });
	}

	/**
	 * Runs a function. If it throws, undoes everything that it wrote and rethrows the error.
	 *
	 * @param changes Receives the rows that were written, in order; none if the function throws.
	 */
	run<Result>(work: () => Result, changes?: RowChange[]): Result {
		if (this.#steps) return work();
		const steps: (() => void)[] = [];
		const earlier = changes?.length ?? 0;
		this.#steps = steps;
		this.#changes = changes;
		try {
			return work();
		} catch (error) {
			this.#steps = null;
			for (const step of steps.reverse()) step();
			if (changes) changes.length = earlier;
			throw error;
		} finally {
			this.#steps = null;
			this.#changes = undefined;
		}
	}
}
