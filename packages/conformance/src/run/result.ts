import type { Exchange } from "../rule/exchange";
import type { Facts } from "../rule/facts";
import type { Rule } from "../rule/rule";
import type { SkipKind } from "../rule/verdict";

/** How far a run may go: read, change and take back, or do what cannot be taken back. */
export type Mode = "read-only" | "sandbox" | "destructive";

/**
 * What came of a check. `known`: it fails as a deviations file says that it does. `unreachable`: the server gave no response.
 */
export type Verdict = "pass" | "fail" | "known" | "skipped" | "unreachable";

/** What became of one rule. `check.level` is that of the deviation: a MUST rule that only departs from assumptions is ASSUMED. */
export interface Result {
	readonly check: Pick<
		Rule,
		"id" | "title" | "claims" | "level" | "phase" | "domain" | "operations" | "effect" | "alone"
	>;
	readonly verdict: Verdict;
	/** Why it failed, was skipped or got no response. */
	readonly reason?: string;
	/** The request and response that show a failure. */
	readonly evidence?: Exchange;
	/** Why it was skipped, as a kind: `missing` is what the person who runs it could provide. */
	readonly skipped?: SkipKind;
	/** Every request of a failed rule, in order. */
	readonly requests?: readonly Exchange[];
	/** Why it failed at first, where it passed when it was repeated: other clients may be at work. */
	readonly repeatedBecause?: string;
	/** The shortest sequence of requests that fails, where the rule made one up. */
	readonly sequence?: readonly string[];
	readonly milliseconds: number;
}

/** How often an operation was called with what, by whom, and the response. */
export interface OperationCoverage {
	/** Number of responses by status. */
	readonly statuses: Record<string, number>;
	/** Requests by parameter. */
	readonly parameters: Record<string, number>;
	/** Requests by caller. */
	readonly actors: Record<string, number>;
}

/** What a run found: of the server, and check by check. */
export interface Report {
	readonly server: string;
	readonly facts: Facts;
	readonly mode: Mode;
	readonly startedAt: string;
	readonly milliseconds: number;
	readonly requests: number;
	readonly results: readonly Result[];
	readonly coverage: { readonly [operation: string]: OperationCoverage };
	/** What was made and could not be taken back, each with why. */
	readonly leftovers: readonly string[];
	/** Entries of the deviations file that have expired, or that nothing fails by any more. */
	readonly staleDeviations: readonly string[];
}

/** Whether a failure counts: ASSUMED and SHOULD ones are warnings unless the run is strict (ERR-075). */
export const isWarning = (result: Result): boolean => result.verdict === "fail" && result.check.level !== "MUST";

/** Whether the server conforms: nothing stated by the specification was found otherwise. */
export const conforms = (report: Report, { strict = false } = {}): boolean =>
	report.results.every((result) => result.verdict !== "fail" || (!strict && isWarning(result)));
