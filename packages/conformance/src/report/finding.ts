import { sourceLines } from "../generated/source-lines";
import type { Exchange } from "../rule/exchange";
import { hideSecrets } from "../rule/hide-secrets";
import { isWarning, type Report, type Result } from "../run/result";
import { curl } from "./curl";

/** A failure, warning or known deviation, with all information that is needed to act on it. */
export interface Finding {
	readonly id: string;
	/** The rule, as a sentence. */
	readonly title: string;
	/** `warning` if the specification does not state the rule (ERR-075), `known` if the deviations file lists it. */
	readonly severity: "failure" | "warning" | "known";
	readonly level: Result["check"]["level"];
	readonly domain: string;
	readonly phase: string;
	readonly operations: readonly string[];
	/** The expected and the actual behaviour, at the first difference. */
	readonly reason: string;
	/** The ids of the claims that the rule proves. */
	readonly claims: readonly string[];
	/** Where the contract's source declares the operations. */
	readonly contract: readonly { readonly operation: string; readonly file: string; readonly line: number }[];
	/** The request that shows the deviation, as a curl command. */
	readonly request?: string;
	/** The status, content type and body of the response to `request`. */
	readonly response?: string;
	/** All requests of the rule up to `request`, as curl commands. Run in order, they reproduce the deviation. */
	readonly requests: readonly string[];
	/** The shortest sequence of requests that shows the deviation, if the rule searched for one. */
	readonly sequence?: readonly string[];
}

const longest = 2_000;

function responseText({ response }: Exchange): string {
	const body = hideSecrets(response.text);
	const type = response.headers.get("content-type");
	const cut = body.length > longest ? `${body.slice(0, longest)}… (${body.length} characters)` : body;
	return `${response.status}${type ? ` ${type}` : ""}\n${cut}`;
}

/** Returns the finding of a failed result. */
export function findingOf(result: Result): Finding {
	const { check, reason = "", evidence, requests = [], sequence } = result;
	return {
		id: check.id,
		title: check.title,
		severity: result.verdict === "known" ? "known" : isWarning(result) ? "warning" : "failure",
		level: check.level,
		domain: check.domain,
		phase: check.phase,
		operations: check.operations,
		reason,
		claims: check.claims,
		contract: check.operations.flatMap((operation) => {
			const source = sourceLines[operation];
			return source ? [{ operation, ...source }] : [];
		}),
		...(evidence && { request: curl(evidence), response: responseText(evidence) }),
		requests: requests.map(curl),
		...(sequence && { sequence: sequence.map(hideSecrets) }),
	};
}

const order = { failure: 0, warning: 1, known: 2 } as const;

/** Returns all findings of a run: failures first, then warnings, then known deviations. */
export const findingsOf = (report: Report): Finding[] =>
	report.results
		.filter(({ verdict }) => verdict === "fail" || verdict === "known")
		.map(findingOf)
		.sort((a, b) => order[a.severity] - order[b.severity]);
