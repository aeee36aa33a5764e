/** One thing that deviates from the contract. */
export interface Fault {
	/** Where: names and indexes from the outside in, as `["items", 3, "status"]`. */
	readonly path: readonly (string | number)[];
	/** What the contract expects there. Never holds the value. */
	readonly expected: string;
}
