import type { Exchange } from "./exchange";

/** The server breaks a rule. */
export class Deviation extends Error {
	override readonly name = "Deviation";
	/** The request and response that show it. Defaults to the last ones of the rule. */
	readonly exchange: Exchange | undefined;
	/** The shortest sequence of requests that shows it, if one was searched for. */
	readonly sequence: readonly string[] | undefined;

	constructor(message: string, exchange?: Exchange, sequence?: readonly string[]) {
		super(message);
		this.exchange = exchange;
		this.sequence = sequence;
	}
}

/**
 * Why a rule is not checked: the run's mode, tier or offering excludes it; it needs the control bench; the run was stopped; or something is
 * missing that you can provide.
 */
export type SkipKind = "excluded" | "bench" | "stopped" | "missing";

/** A rule cannot be checked. The message says what is missing and how to provide it. */
export class Skip extends Error {
	override readonly name = "Skip";
	readonly kind: SkipKind;

	constructor(message: string, kind: SkipKind = "missing") {
		super(message);
		this.kind = kind;
	}
}

/** The scene names records that the server does not have. */
export class SceneError extends Error {
	override readonly name = "SceneError";
}

/** The server gave no response, or one with a status of being unavailable (502, 503, 504). */
export class Unreachable extends Error {
	override readonly name = "Unreachable";
}
