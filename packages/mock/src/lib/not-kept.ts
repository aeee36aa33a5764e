/** Thrown if a write could not be stored and was undone. */
export class NotKept extends Error {
	/** Whether the write before it was stored: later writes fail for the same reason. */
	readonly isFirst: boolean;

	constructor(cause: unknown, isFirst: boolean) {
		super(`The change could not be saved, so it was undone: ${cause instanceof Error ? cause.message : cause}`, {
			cause,
		});
		this.name = "NotKept";
		this.isFirst = isFirst;
	}
}
