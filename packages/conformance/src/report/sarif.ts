import type { Report } from "../run/result";
import { findingsOf } from "./finding";

const levels = { failure: "error", warning: "warning", known: "note" } as const;

/** SARIF 2.1.0: a rule a check that deviates, a result a deviation, placed on the contract's line. */
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
						rules: findings.map(({ id, title, claims }) => ({
							id,
							shortDescription: { text: title },
							...(claims.length > 0 && {
								fullDescription: { text: claims.map((claim) => `${claim.id}: ${claim.statement}`).join("\n") },
							}),
						})),
					},
				},
				results: findings.map(({ id, severity, reason, request, answer, contract, sequence }, ruleIndex) => ({
					ruleId: id,
					ruleIndex,
					level: levels[severity],
					message: { text: [reason, request, answer, ...(sequence ?? [])].filter(Boolean).join("\n\n") },
					locations: (contract.length > 0 ? contract : [{ line: 1 }]).slice(0, 1).map(({ line }) => ({
						physicalLocation: {
							artifactLocation: { uri: "node_modules/@tenon/contract/openapi.json" },
							region: { startLine: line },
						},
					})),
					...(severity === "known" && { suppressions: [{ kind: "external" }] }),
				})),
			},
		],
	};
	return `${JSON.stringify(document, null, "\t")}\n`;
}
