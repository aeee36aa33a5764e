/** Where the program writes. */
export interface Streams {
	readonly out: { write(text: string): unknown };
	readonly err: { write(text: string): unknown };
}
