import type { Exchange } from "./exchange";

/** The server breaks a rule. */
export class Deviation extends Error {
	override readonly name = "Deviation";
	/** The request and response that show it; the last one of the rule when left out. */
	readonly exchange: Exchange | undefined;
	/** The shortest sequence of requests that shows it, where one was searched for. */
	readonly sequence: readonly string[] | undefined;

	constructor(message: string, exchange?: Exchange, sequence?: readonly string[]) {
		super(message);
		this.exchange = exchange;
		this.sequence = sequence;
	}
}

/** A rule cannot be checked here: says what is missing, and how to provide it. */
export class Skip extends Error {
	override readonly name = "Skip";
}

/** The server gave no response, or one that says that it is unavailable (502, 503, 504). */
export class Unreachable extends Error {
	override readonly name = "Unreachable";
}
