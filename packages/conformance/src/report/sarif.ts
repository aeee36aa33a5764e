import { createHash } from "node:crypto";
import type { Report } from "../run/result";
import { type Finding, findingsOf } from "./finding";

const levels = { failure: "error", warning: "warning", known: "note" } as const;

/** Returns a hash of the rule and the kind of deviation, which does not depend on ids and times in the reason. */
const fingerprint = ({ id, reason }: Finding): string =>
	createHash("sha256")
		.update(`${id}\n${reason.replace(/[0-9a-z]*\d[0-9a-z-]*/gi, "#").slice(0, 120)}`)
		.digest("hex");

/** Returns a SARIF 2.1.0 report: a result for each deviation, located at the line of the contract's source. */
export function sarifReport(report: Report): string {
	const findings = findingsOf(report);
	const document = {
		$schema: "https://json.schemastore.org/sarif-2.1.0.json",
		version: "2.1.0",
		runs: [
			{
				tool: {
					driver: {
						name: "tenon-conformance",
						rules: findings.map(({ id, title, level, claims }) => ({
							id,
							shortDescription: { text: title },
							properties: { level, claims },
						})),
					},
				},
				results: findings.map((finding, ruleIndex) => ({
					ruleId: finding.id,
					ruleIndex,
					level: levels[finding.severity],
					message: {
						text: [
							`${finding.title} ${finding.reason}`,
							...finding.requests,
							finding.response,
							...(finding.sequence ?? []),
						]
							.filter(Boolean)
							.join("\n\n"),
					},
					locations: (finding.contract.length > 0 ? finding.contract : [{ file: "openapi/openapi.yaml", line: 1 }])
						.slice(0, 1)
						.map(({ file, line }) => ({
							physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } },
						})),
					partialFingerprints: { "tenon/v1": fingerprint(finding) },
					...(finding.severity === "known" && { suppressions: [{ kind: "external" }] }),
				})),
			},
		],
	};
	return `${JSON.stringify(document, null, "\t")}\n`;
}
