import type { Contract } from "./contract";

/** A location in the contract, and the fault there. */
export interface Fault {
	/** File and path inside it. */
	at: string;
	/** One sentence. */
	says: string;
}

export interface Rule {
	name: string;
	check(contract: Contract): Iterable<Fault>;
}

/** A fault and the rule that found it. */
export interface Finding extends Fault {
	rule: string;
}
