import { operations } from "@tenon/contract";
import type { Exchange } from "../rule/exchange";
import type { Check } from "../rule/rule";
import type { Result } from "../run/result";
import { isGraphql, operationOf } from "./document";
import { type Fault, faultsOfAnswer } from "./judge";

interface Found {
	asked: number;
	faults: Map<string, { fault: Fault; exchange: Exchange }>;
}

type WireOperation = Check["operations"][number];

/** Holds every answer of a run against the contract, and gives one result an operation and kind of fault. */
export class Wire {
	readonly #found = new Map<WireOperation, Found>();

	judge(exchange: Exchange): void {
		const { request, response } = exchange;
		const declared = operationOf(request.method, request.url)?.operation.operationId;
		if (!declared) return;
		// Queries in the address are declared apart, and are the same operation.
		const operation = isGraphql(request.url) ? "executeGraphql" : declared;
		const found = this.#found.get(operation) ?? { asked: 0, faults: new Map() };
		this.#found.set(operation, found);
		found.asked += 1;
		const type = response.headers.get("content-type");
		for (const fault of faultsOfAnswer(request.method, request.url, response.status, type, response.text)) {
			const key = `${response.status} ${fault.kind} ${fault.message}`;
			if (!found.faults.has(key)) found.faults.set(key, { fault, exchange });
		}
	}

	/** What was found, for the operations that were asked. */
	results(): Result[] {
		return [...this.#found].flatMap(([operation, { asked, faults }]) =>
			(["shape", "extra"] as const).map((kind): Result => {
				const all = [...faults.values()].filter(({ fault }) => (fault.kind === "extra") === (kind === "extra"));
				const assumed = operation === "executeGraphql" ? [] : operations[operation].evidence.assumed;
				const isAssumed = ({ exchange }: { exchange: Exchange }) => assumed.includes(String(exchange.response.status));
				const [worst] = [...all].sort((a, b) => Number(isAssumed(a)) - Number(isAssumed(b)));
				const title =
					kind === "shape"
						? `Each answer of ${operation} is one that the contract declares`
						: `No answer of ${operation} has a field that the contract does not know`;
				const check = {
					id: `wire/${operation}/${kind}`,
					title,
					claims: [],
					level: kind === "extra" ? "SHOULD" : worst && isAssumed(worst) ? "ASSUMED" : "MUST",
					phase: "wire",
					domain: operation === "executeGraphql" ? "graphql" : domainOf(operation),
					operations: [operation],
					effect: "reads",
				} satisfies Result["check"];
				if (!worst) return { check, verdict: "pass", milliseconds: 0 };
				const messages = all.slice(0, 5).map(({ fault }) => `${fault.message} (${fault.pointer})`);
				const more = all.length > 5 ? ` … and ${all.length - 5} more` : "";
				const reason = `${messages.join("; ")}${more}, in ${asked} answers`;
				return { check, verdict: "fail", reason, evidence: worst.exchange, milliseconds: 0 };
			}),
		);
	}
}

const domainOf = (operation: Exclude<WireOperation, "executeGraphql">): Check["domain"] => {
	const { domain } = operations[operation];
	// The table's domains are the nine words.
	return domain as Check["domain"];
};
