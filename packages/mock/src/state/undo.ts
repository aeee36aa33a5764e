/** A row that was written: before, unless it is new, and after, unless it is deleted. */
export interface RowChange {
	readonly table: string;
	readonly before: { readonly id: number } | undefined;
	readonly after: { readonly id: number } | undefined;
}

/** Remembers how to take back what was written since `run` began. */
export class Undo {
	#steps: (() => void)[] | null = null;
	#changes: RowChange[] | undefined;

	/** Called by whatever changes the state, with the step that takes the change back. */
	note(step: () => void): void {
		this.#steps?.push(step);
	}

	/** Called by whatever changes rows, for callers who ask for them. */
	noteRow(table: string, before: RowChange["before"], after: RowChange["after"]): void {
		this.#changes?.push({ table, before, after });
	}

	/**
	 * Runs a piece of work; if it throws, everything that it wrote is taken back before the error goes on.
	 *
	 * @param changes Gets the rows that were written, in order; none if the work throws.
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
