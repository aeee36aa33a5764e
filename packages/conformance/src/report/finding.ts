import { claims } from "../catalogue";
import { isWarning, type Report, type Result } from "../run/result";
import { lineOf } from "../wire/document";
import { curl } from "./curl";
import { hideSecrets } from "./hide-secrets";

/** A failure, with all that a person needs to act on it. */
export interface Finding {
	readonly id: string;
	readonly title: string;
	/** `warning` where the specification does not state it (ERR-075). */
	readonly severity: "failure" | "warning" | "known";
	readonly level: Result["check"]["level"];
	readonly domain: string;
	readonly phase: string;
	readonly operations: readonly string[];
	readonly reason: string;
	/** The claims that it breaks, in words. */
	readonly claims: readonly { readonly id: string; readonly evidence: string; readonly statement: string }[];
	/** Where the contract says it: a line of `@tenon/contract/openapi.json`. */
	readonly contract: readonly { readonly operation: string; readonly line: number }[];
	readonly request?: string;
	readonly answer?: string;
	readonly sequence?: readonly string[];
}

const longest = 2_000;

function answerText({ response }: NonNullable<Result["evidence"]>): string {
	const body = hideSecrets(response.text);
	const type = response.headers.get("content-type");
	const cut = body.length > longest ? `${body.slice(0, longest)}… (${body.length} characters)` : body;
	return `${response.status}${type ? ` ${type}` : ""}\n${cut}`;
}

/** A failed result, told in full. */
export function findingOf(result: Result): Finding {
	const { check, reason = "", evidence, sequence } = result;
	return {
		id: check.id,
		title: check.title,
		severity: result.verdict === "known" ? "known" : isWarning(result) ? "warning" : "failure",
		level: check.level,
		domain: check.domain,
		phase: check.phase,
		operations: check.operations,
		reason: hideSecrets(reason),
		claims: check.claims.flatMap((id) => {
			const claim = claims.get(id);
			return claim ? [{ id, evidence: claim.evidence, statement: claim.statement }] : [];
		}),
		contract: check.operations.flatMap((operation) => {
			const line = lineOf(operation);
			return line === undefined ? [] : [{ operation, line }];
		}),
		...(evidence && { request: curl(evidence), answer: answerText(evidence) }),
		...(sequence && { sequence: sequence.map(hideSecrets) }),
	};
}

const order = { failure: 0, warning: 1, known: 2 } as const;

/** What was found, failures first. */
export const findingsOf = (report: Report): Finding[] =>
	report.results
		.filter(({ verdict }) => verdict === "fail" || verdict === "known")
		.map(findingOf)
		.sort((a, b) => order[a.severity] - order[b.severity]);
