/** What a run made or changed, and how each is taken back: last first, once the checks are done. */
export class Ledger {
	readonly #left: string[] = [];
	readonly #entries: { what: string; undo: () => Promise<unknown> }[] = [];

	add(what: string, undo: () => Promise<unknown>): void {
		this.#entries.push({ what, undo });
	}

	/** Lists what a rule leaves and cannot undo. */
	leave(what: string): void {
		this.#left.push(what);
	}

	/** Takes everything back. Gives what could not be, with why. */
	async settle(): Promise<string[]> {
		const left = this.#left.splice(0);
		for (let entry = this.#entries.pop(); entry; entry = this.#entries.pop()) {
			try {
				await entry.undo();
			} catch (error) {
				left.push(`${entry.what}: ${error instanceof Error ? error.message : String(error)}`);
			}
		}
		return left;
	}
}
