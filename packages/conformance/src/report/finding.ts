import { sourceLines } from "../generated/source-lines";
import type { Exchange } from "../rule/exchange";
import { isWarning, type Report, type Result } from "../run/result";
import { curl } from "./curl";
import { hideSecrets } from "./hide-secrets";

/** A failure, with everything that a person needs to act on it. */
export interface Finding {
	readonly id: string;
	/** The rule, as a sentence. */
	readonly title: string;
	/** `warning` where the specification does not state it (ERR-075). */
	readonly severity: "failure" | "warning" | "known";
	readonly level: Result["check"]["level"];
	readonly domain: string;
	readonly phase: string;
	readonly operations: readonly string[];
	/** What was expected and what the server did, at the first difference. */
	readonly reason: string;
	/** The numbered statements that the rule proves. */
	readonly claims: readonly string[];
	/** The lines of the contract's source in which the operations are written. */
	readonly contract: readonly { readonly operation: string; readonly file: string; readonly line: number }[];
	/** The request that shows it, as a curl command. */
	readonly request?: string;
	/** Its response. */
	readonly response?: string;
	/** Every request of the rule up to there, as curl commands: run in order, they show it again. */
	readonly requests: readonly string[];
	/** The shortest sequence of requests that shows it, where one was searched for. */
	readonly sequence?: readonly string[];
}

const longest = 2_000;

function responseText({ response }: Exchange): string {
	const body = hideSecrets(response.text);
	const type = response.headers.get("content-type");
	const cut = body.length > longest ? `${body.slice(0, longest)}… (${body.length} characters)` : body;
	return `${response.status}${type ? ` ${type}` : ""}\n${cut}`;
}

/** A failed result in full. */
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
		reason: hideSecrets(reason),
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

/** All findings of a run, failures first. */
export const findingsOf = (report: Report): Finding[] =>
	report.results
		.filter(({ verdict }) => verdict === "fail" || verdict === "known")
		.map(findingOf)
		.sort((a, b) => order[a.severity] - order[b.severity]);
