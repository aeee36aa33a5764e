/** What was written could not be kept, and was undone. */
export class NotKept extends Error {
	/** Whether the writes before it were kept: those that follow fail for the same reason. */
	readonly isFirst: boolean;

	constructor(cause: unknown, isFirst: boolean) {
		super(`The change could not be kept, so it was undone: ${cause instanceof Error ? cause.message : cause}`, {
			cause,
		});
		this.name = "NotKept";
		this.isFirst = isFirst;
	}
}
