import type { Contract } from "./contract";

/** A fault in the contract, and its location. */
export interface Fault {
	/** The file, and the path inside it. */
	at: string;
	/** The fault, in one sentence. */
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
