/** What a run made or changed, and how each is taken back: last first, once the checks are done. */
export class Ledger {
	readonly #entries: { what: string; undo: () => Promise<unknown> }[] = [];

	add(what: string, undo: () => Promise<unknown>): void {
		this.#entries.push({ what, undo });
	}

	/** Takes everything back. Gives what could not be, with why. */
	async settle(): Promise<string[]> {
		const left: string[] = [];
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
