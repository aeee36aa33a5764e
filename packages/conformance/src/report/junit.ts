import { isWarning, type Report, type Result } from "../run/result";
import { type Finding, findingsOf } from "./finding";
import { escapeText } from "./xml";

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function detailOf({ reason, claims, contract, request, answer, sequence }: Finding): string {
	return [
		reason,
		...claims.map(({ id, evidence, statement }) => `${id} (${evidence}): ${statement}`),
		...contract.map(({ operation, line }) => `contract: openapi.json:${line} (${operation})`),
		...(request ? ["", request] : []),
		...(answer ? ["", answer] : []),
		...(sequence ? ["", "smallest sequence:", ...sequence] : []),
	].join("\n");
}

/** JUnit's XML: a suite a domain, a case a check. Warnings and known deviations pass, and are told in the case's output. */
export function junitReport(report: Report, { strict = false } = {}): string {
	const findings = new Map(findingsOf(report).map((finding) => [finding.id, finding]));
	const isFailure = (result: Result) => result.verdict === "fail" && (strict || !isWarning(result));
	const caseOf = (result: Result): string => {
		const { check, verdict, reason = "", milliseconds } = result;
		const finding = findings.get(check.id);
		const attributes = `classname="${escapeText(`${check.domain}.${check.phase}`)}" name="${escapeText(`${check.id} ${check.title}`)}" time="${seconds(milliseconds)}"`;
		const detail = finding ? escapeText(detailOf(finding)) : escapeText(reason);
		if (isFailure(result))
			return `<testcase ${attributes}><failure type="${check.level}" message="${escapeText(reason)}">${detail}</failure></testcase>`;
		if (verdict === "unreachable")
			return `<testcase ${attributes}><error type="unreachable" message="${escapeText(reason)}"/></testcase>`;
		if (verdict === "skipped") return `<testcase ${attributes}><skipped message="${escapeText(reason)}"/></testcase>`;
		if (finding) return `<testcase ${attributes}><system-out>${finding.severity}: ${detail}</system-out></testcase>`;
		return `<testcase ${attributes}/>`;
	};
	const suites = [...new Set(report.results.map(({ check }) => check.domain))].map((domain) => {
		const results = report.results.filter(({ check }) => check.domain === domain);
		const count = (verdict: Result["verdict"]) => results.filter((result) => result.verdict === verdict).length;
		const took = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
		const head = `name="${domain}" tests="${results.length}" failures="${results.filter(isFailure).length}" errors="${count("unreachable")}" skipped="${count("skipped")}" time="${seconds(took)}" timestamp="${report.startedAt}"`;
		return `<testsuite ${head}>\n${results.map(caseOf).join("\n")}\n</testsuite>`;
	});
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tenon-conformance" tests="${report.results.length}" time="${seconds(report.milliseconds)}">\n${suites.join("\n")}\n</testsuites>\n`;
}
