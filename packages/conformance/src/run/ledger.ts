/** What a rule made or changed, and how to undo each, last first, once the rule is done. */
export class Ledger {
	readonly #left: string[] = [];
	readonly #entries: { what: string; undo: () => Promise<unknown> }[] = [];

	add(what: string, undo: () => Promise<unknown>): void {
		this.#entries.push({ what, undo });
	}

	/** Records what a rule leaves on the server and cannot undo. */
	leave(what: string): void {
		this.#left.push(what);
	}

	/** Undoes everything. Returns what could not be undone, each with the reason. */
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
