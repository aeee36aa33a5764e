/** The output streams of the program. */
export interface Streams {
	readonly out: { write(text: string): unknown; readonly isTTY?: boolean };
	readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
}
