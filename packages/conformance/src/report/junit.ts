import { isWarning, type Report, type Result } from "../run/result";
import { type Finding, findingsOf } from "./finding";
import { escapeText } from "./xml";

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function detailOf({ title, reason, claims, contract, response, requests, sequence }: Finding): string {
	return [
		title,
		reason,
		...(claims.length > 0 ? [`claims: ${claims.join(", ")}`] : []),
		...contract.map(({ operation, file, line }) => `contract: ${file}:${line} (${operation})`),
		...(requests.length > 0 ? ["", "requests:", ...requests] : []),
		...(response ? ["", "response of the last one:", response] : []),
		...(sequence ? ["", "shortest sequence:", ...sequence] : []),
	].join("\n");
}

/**
 * Returns a JUnit XML report: a suite for each domain, a test case for each rule. Known deviations pass, and so do
 * warnings unless `strict`; both are in the output of their test case. The number of warnings is a property of a suite.
 */
export function junitReport(report: Report, { strict = false } = {}): string {
	const findings = new Map(findingsOf(report).map((finding) => [finding.id, finding]));
	const isFailure = (result: Result) => result.verdict === "fail" && (strict || !isWarning(result));
	const counts = (results: readonly Result[]): string => {
		const count = (verdict: Result["verdict"]) => results.filter((result) => result.verdict === verdict).length;
		return `tests="${results.length}" failures="${results.filter(isFailure).length}" errors="${count("unreachable")}" skipped="${count("skipped")}"`;
	};
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
		const duration = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
		const warnings = strict ? 0 : results.filter(isWarning).length;
		const properties = `<properties><property name="warnings" value="${warnings}"/></properties>`;
		return `<testsuite name="${domain}" ${counts(results)} time="${seconds(duration)}" timestamp="${report.startedAt}">\n${properties}\n${results.map(caseOf).join("\n")}\n</testsuite>`;
	});
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tenon-conformance" ${counts(report.results)} time="${seconds(report.milliseconds)}">\n${suites.join("\n")}\n</testsuites>\n`;
}
