import type { Rule } from "../rule/rule";
import type { Result } from "./result";

/** A known deviation: the rule fails, but the run does not. */
export interface KnownDeviation {
	/** Id of the rule. */
	readonly check: string;
	readonly reason: string;
	/** The date (`2027-01-31`) from which it is a failure again. */
	readonly expires: string;
}

/** Reads the text of a deviations file: a JSON list. Throws a SyntaxError that names the invalid entry and the reason. */
export function parseDeviations(text: string): KnownDeviation[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new SyntaxError(`The deviations are not JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	if (!Array.isArray(value)) throw new SyntaxError("The deviations must be a list of { check, reason, expires }.");
	return value.map((entry: unknown, index) => {
		const wrong = (what: string) => new SyntaxError(`Entry ${index} of the deviations: ${what}.`);
		if (typeof entry !== "object" || entry === null) throw wrong("must be an object");
		const { check, reason, expires } = entry as Partial<Record<string, unknown>>;
		if (typeof check !== "string" || check === "") throw wrong("`check` must be the id of a rule");
		if (typeof reason !== "string" || reason.trim() === "") throw wrong("`reason` must say why it is accepted");
		if (typeof expires !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(expires) || Number.isNaN(Date.parse(expires)))
			throw wrong("`expires` must be a date such as 2027-01-31");
		return { check, reason, expires };
	});
}

/** Throws a RangeError for an entry whose rule does not exist. */
export function checkDeviations(known: readonly KnownDeviation[], rules: readonly Pick<Rule, "id">[]): void {
	const ids = new Set(rules.map(({ id }) => id));
	for (const { check } of known)
		if (!ids.has(check) && !check.startsWith("wire/"))
			throw new RangeError(
				`The deviations name the rule "${check}", which does not exist: see tenon-conformance list.`,
			);
}

/** Marks known failures, and returns the entries that have expired or pass. `today` is a date such as 2027-01-31. */
export function applyDeviations(
	results: readonly Result[],
	known: readonly KnownDeviation[],
	today: string,
): { results: Result[]; stale: string[] } {
	const byCheck = new Map(known.map((entry) => [entry.check, entry]));
	const marked = results.map((result): Result => {
		const entry = byCheck.get(result.check.id);
		if (result.verdict !== "fail" || !entry || entry.expires <= today) return result;
		return { ...result, verdict: "known", reason: `${result.reason} (known until ${entry.expires}: ${entry.reason})` };
	});
	const verdictOf = new Map(results.map((result) => [result.check.id, result.verdict]));
	const stale = known.flatMap(({ check, expires }) => {
		if (expires <= today) return [`${check}: expired on ${expires}`];
		const verdict = verdictOf.get(check);
		return verdict === "pass" ? [`${check}: passes now`] : [];
	});
	return { results: marked, stale };
}
