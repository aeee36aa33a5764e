/** The streams that the program writes to. */
export interface Streams {
	readonly out: { write(text: string): unknown };
	readonly err: { write(text: string): unknown };
}
