import { operations } from "@tenon/contract";
import type { Exchange } from "../rule/exchange";
import type { Rule } from "../rule/rule";
import type { Result } from "../run/result";
import type { ServerOptions } from "../run/session";
import { Contract, contract, isGraphql } from "./document";
import { type Fault, Judge, judge } from "./judge";

interface Found {
	asked: number;
	faults: Map<string, { fault: Fault; exchange: Exchange }>;
}

type WireOperation = Rule["operations"][number];

/** What a server may choose among where the specification does not show the status of a success. */
const usualSuccesses: readonly number[] = [200, 201, 202, 204];

/**
 * Whether a fault departs from an assumption only: the specification shows no body of a refusal, and not the status of every success.
 * A 5xx is never right.
 */
function isAssumed(operation: WireOperation, { fault, exchange }: { fault: Fault; exchange: Exchange }): boolean {
	const { status } = exchange.response;
	if (status >= 500) return false;
	if (status >= 400) return true;
	if (operation === "executeGraphql") return false;
	const { stated } = operations[operation].evidence;
	if (fault.kind !== "status") return !stated.includes(String(status));
	return status === 200 || (usualSuccesses.includes(status) && !stated.some((one) => one.startsWith("2")));
}

/** Validates every response of a run against the contract; gives one result for each operation and kind of fault. */
export class Wire {
	readonly #contract: Contract;
	readonly #judge: Judge;
	readonly #found = new Map<WireOperation, Found>();

	/** `dialect`: whose names and fields the server has. */
	constructor(dialect: ServerOptions["dialect"] = "specification") {
		this.#contract = dialect === "gitlab" ? new Contract("openapi.gitlab.json") : contract;
		this.#judge = dialect === "gitlab" ? new Judge(this.#contract) : judge;
	}

	judge(exchange: Exchange): void {
		const { request, response } = exchange;
		const declared = this.#contract.operationOf(request.method, request.url)?.operation.operationId;
		// A proxy may say so in its own form: it is no response of the platform.
		if (!declared || exchange.isOfOtherRelease || [502, 503, 504].includes(response.status)) return;
		// Queries in the address are declared apart, and are the same operation.
		const operation = isGraphql(request.url) ? "executeGraphql" : declared;
		const found = this.#found.get(operation) ?? { asked: 0, faults: new Map() };
		this.#found.set(operation, found);
		found.asked += 1;
		const type = response.headers.get("content-type");
		const { method, url } = request;
		const { status, text, wireText = text } = response;
		for (const fault of this.#judge.faultsOfResponse(method, url, status, type, wireText)) {
			const key = `${response.status} ${fault.kind} ${fault.message}`;
			if (!found.faults.has(key)) found.faults.set(key, { fault, exchange });
		}
	}

	/** What was found, for the operations that were asked. */
	results(): Result[] {
		return [...this.#found].flatMap(([operation, { asked, faults }]) =>
			(["shape", "extra"] as const).map((kind): Result => {
				const all = [...faults.values()].filter(({ fault }) => (fault.kind === "extra") === (kind === "extra"));
				const [worst] = [...all].sort((a, b) => Number(isAssumed(operation, a)) - Number(isAssumed(operation, b)));
				const title =
					kind === "shape"
						? `Every response of ${operation} matches the contract`
						: `No response of ${operation} has a field that is not in the contract`;
				const check = {
					id: `wire/${operation}/${kind}`,
					title,
					claims: [],
					level: kind === "extra" ? "SHOULD" : worst && isAssumed(operation, worst) ? "ASSUMED" : "MUST",
					phase: "wire",
					domain: operation === "executeGraphql" ? "graphql" : domainOf(operation),
					operations: [operation],
					effect: "reads",
				} satisfies Result["check"];
				if (!worst) return { check, verdict: "pass", milliseconds: 0 };
				const messages = all.slice(0, 5).map(({ fault }) => `${fault.message} (${fault.pointer})`);
				const more = all.length > 5 ? ` … and ${all.length - 5} more` : "";
				const reason = `${messages.join("; ")}${more}, in ${asked} responses`;
				return { check, verdict: "fail", reason, evidence: worst.exchange, milliseconds: 0 };
			}),
		);
	}
}

const domainOf = (operation: Exclude<WireOperation, "executeGraphql">): Rule["domain"] => {
	const { domain } = operations[operation];
	// The table's domains are the nine words.
	return domain as Rule["domain"];
};
