import type { Exchange } from "../rule/exchange";
import type { Facts } from "../rule/facts";
import type { Rule } from "../rule/rule";
import type { SkipKind } from "../rule/verdict";

/** What a run may do: only read, also write and undo it, or also do what cannot be undone. */
export type Mode = "read-only" | "sandbox" | "destructive";

/**
 * The outcome of a check. `known`: it fails, and a deviations file lists it. `unreachable`: the server gave no response.
 */
export type Verdict = "pass" | "fail" | "known" | "skipped" | "unreachable";

/** The result of one rule. `check.level` is that of the deviation: ASSUMED for a MUST rule in which only assumptions failed. */
export interface Result {
	readonly check: Pick<
		Rule,
		"id" | "title" | "claims" | "level" | "phase" | "domain" | "operations" | "effect" | "alone"
	>;
	readonly verdict: Verdict;
	/** Why it failed, was skipped or got no response. Secrets are hidden. */
	readonly reason?: string;
	/** The request and response that show a failure. */
	readonly evidence?: Exchange;
	/** The kind of reason for which it was skipped. `missing`: something that you can provide. */
	readonly skipped?: SkipKind;
	/** Every request of a failed rule, in order. */
	readonly requests?: readonly Exchange[];
	/** Why it failed at first, if it passed when it was repeated: another client may have interfered. */
	readonly repeatedBecause?: string;
	/** The shortest sequence of requests that fails, if the rule generates sequences. */
	readonly sequence?: readonly string[];
	readonly milliseconds: number;
}

/** How often an operation was called, by status, parameter and caller. */
export interface OperationCoverage {
	/** Number of responses by status. */
	readonly statuses: Record<string, number>;
	/** Requests by parameter. */
	readonly parameters: Record<string, number>;
	/** Requests by caller. */
	readonly actors: Record<string, number>;
}

/** What a run found about the server, and the result of each check. */
export interface Report {
	readonly server: string;
	readonly facts: Facts;
	readonly mode: Mode;
	readonly startedAt: string;
	readonly milliseconds: number;
	readonly requests: number;
	readonly results: readonly Result[];
	readonly coverage: { readonly [operation: string]: OperationCoverage };
	/** What was made and could not be undone, each with the reason. */
	readonly leftovers: readonly string[];
	/** Entries of the deviations file that have expired, or whose check passes now. */
	readonly staleDeviations: readonly string[];
}

/** Whether a failure counts: ASSUMED and SHOULD ones are warnings unless the run is strict (ERR-075). */
export const isWarning = (result: Result): boolean => result.verdict === "fail" && result.check.level !== "MUST";

/** Whether the server conforms: no rule that the specification states has failed. */
export const conforms = (report: Report, { strict = false } = {}): boolean =>
	report.results.every((result) => result.verdict !== "fail" || (!strict && isWarning(result)));
