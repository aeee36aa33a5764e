/** Remembers how to take back what was written since `run` began. */
export class Undo {
	#steps: (() => void)[] | null = null;

	/** Called by whatever changes the state, with the step that takes the change back. */
	note(step: () => void): void {
		this.#steps?.push(step);
	}

	/** Runs a piece of work; if it throws, everything that it wrote is taken back before the error goes on. */
	run<Result>(work: () => Result): Result {
		if (this.#steps) return work();
		const steps: (() => void)[] = [];
		this.#steps = steps;
		try {
			return work();
		} catch (error) {
			this.#steps = null;
			for (const step of steps.reverse()) step();
			throw error;
		} finally {
			this.#steps = null;
		}
	}
}
