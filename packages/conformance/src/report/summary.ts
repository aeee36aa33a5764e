import { isWarning, type Report, type Result } from "../run/result";

/** The number of checks with each outcome. */
export interface Summary {
	pass: number;
	fail: number;
	warning: number;
	known: number;
	skipped: number;
	unreachable: number;
}

export function summarize(results: readonly Result[]): Summary {
	const counts: Summary = { pass: 0, fail: 0, warning: 0, known: 0, skipped: 0, unreachable: 0 };
	for (const result of results) counts[isWarning(result) ? "warning" : result.verdict] += 1;
	return counts;
}

/** Returns a summary for each value of a property of the checks, in order of first appearance. */
export function summaryBy(results: readonly Result[], key: (result: Result) => string): ReadonlyMap<string, Summary> {
	const groups = new Map<string, Result[]>();
	for (const result of results) {
		const group = groups.get(key(result));
		if (group) group.push(result);
		else groups.set(key(result), [result]);
	}
	return new Map([...groups].map(([name, group]) => [name, summarize(group)]));
}

/** Returns why checks were skipped, with the number of checks per reason, the most frequent first. */
export function skipReasons(report: Report): readonly (readonly [string, number])[] {
	const counts = new Map<string, number>();
	for (const { verdict, reason } of report.results)
		if (verdict === "skipped" && reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1]);
}
