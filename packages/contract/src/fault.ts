/** One deviation from the contract. */
export interface Fault {
	/** The path of the value: names and indexes, such as `["items", 3, "status"]`. */
	readonly path: readonly (string | number)[];
	/** What the contract expects there. Never contains the value. */
	readonly expected: string;
}
