import { conforms, type Report } from "../run/result";
import { findingsOf } from "./finding";
import { summarize } from "./summary";

/** Returns the whole report as JSON, with secrets hidden. `format` and `version` identify the format. */
export function jsonReport(report: Report, { strict = false } = {}): string {
	const { results, ...rest } = report;
	const document = {
		format: "tenon-conformance",
		version: 1,
		...rest,
		conforms: conforms(report, { strict }),
		summary: summarize(results),
		findings: findingsOf(report),
		results: results.map(({ check, verdict, reason, skipped, repeatedBecause, milliseconds }) => ({
			...check,
			verdict,
			...(verdict === "pass" ? {} : { reason }),
			...(skipped && { skipped }),
			...(repeatedBecause !== undefined && { repeatedBecause }),
			milliseconds: Math.round(milliseconds * 10) / 10,
		})),
	};
	return `${JSON.stringify(document, null, "\t")}\n`;
}
