import type { Exchange } from "./exchange";

/** Thrown by a check when the server does otherwise than the claim says. */
export class Deviation extends Error {
	override readonly name = "Deviation";
	/** The request and answer that show it; the last one of the check when left out. */
	readonly exchange: Exchange | undefined;
	/** The smallest sequence of requests that shows it, where one was searched for. */
	readonly sequence: readonly string[] | undefined;

	constructor(message: string, exchange?: Exchange, sequence?: readonly string[]) {
		super(message);
		this.exchange = exchange;
		this.sequence = sequence;
	}
}

/** Thrown where a check cannot be made here: says what is missing, and how to give it. */
export class Skip extends Error {
	override readonly name = "Skip";
}

/** Thrown when the server gives no answer at all. */
export class Unreachable extends Error {
	override readonly name = "Unreachable";
}
