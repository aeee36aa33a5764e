import { type OperationRow, operations } from "@tenon/contract";
import type { Extension } from "@tenon/contract/generate";
import type { Exchange } from "../rule/exchange";
import { hideSecrets } from "../rule/hide-secrets";
import type { Rule } from "../rule/rule";
import type { Result } from "../run/result";
import type { ServerOptions } from "../run/session";
import { type Contract, contract, contractOf, isGraphql, readContract } from "./document";
import { type Fault, Judge, judge, times } from "./judge";
import { pageFaults } from "./page-faults";

interface Found {
	/** The operation's row in the contract; undefined for GraphQL and for operations of an extension. */
	readonly row: OperationRow | undefined;
	readonly domain: string;
	asked: number;
	faults: Map<string, { fault: Fault; exchange: Exchange }>;
}

type WireOperation = Rule["operations"][number];
type Rows = { readonly [id: string]: OperationRow };

/** The statuses that a server may use for a success if the specification does not state one. */
const usualSuccesses: readonly number[] = [200, 201, 202, 204];

/**
 * Whether a fault contradicts only an assumption of the contract. The specification shows no body for refusals and some
 * successes, and does not state the status of every success. For a 5xx, this is never the case.
 */
function isAssumed(found: Pick<Found, "row">, { fault, exchange }: { fault: Fault; exchange: Exchange }): boolean {
	const { status } = exchange.response;
	if (status >= 500) return false;
	if (status >= 400 || fault.kind === "header") return true;
	if (fault.isAssumed) return true;
	if (fault.kind === "page") return false;
	// What the document of an extension declares counts as stated.
	if (!found.row) return false;
	const { stated, assumed } = found.row.evidence;
	// Fields are stated even if the status of the success is not, unless the specification shows no body.
	if (fault.kind !== "status" && assumed.includes("body")) return true;
	if (fault.kind === "schema") return status === 202 && !stated.includes("202");
	if (fault.kind !== "status") return !stated.includes(String(status));
	return status === 200 || (usualSuccesses.includes(status) && !stated.some((one) => one.startsWith("2")));
}

/** Whether a field that is not in the contract may reveal a secret. */
const showsSecret = ({ message }: Fault): boolean =>
	/\/(\w+_)?(token|password|secret|private_key|key_digest)\b/.test(message);

/** Whether the specification states that a list lacks a field: in PIPE-015, the fields of a full pipeline. */
const isOfFullRecord = (operation: WireOperation, { message }: Fault): boolean =>
	operation === "listPipelines" &&
	/\/(before_sha|tag|yaml_errors|user|detailed_status|coverage|archived)$/.test(message);

/** Validates every response of a run against the contract, with one result for each operation and kind of fault. */
export class Wire {
	readonly #contract: Contract;
	readonly #judge: Judge;
	readonly #extensions: readonly { readonly contract: Contract; readonly judge: Judge; readonly rows: Rows }[];
	readonly #found = new Map<WireOperation, Found>();

	/** `dialect`: whether the server has the names and fields of the specification or of GitLab. */
	constructor(dialect: ServerOptions["dialect"] = "specification", extensions: readonly Extension[] = []) {
		this.#contract = dialect === "gitlab" ? readContract("openapi.gitlab.json") : contract;
		this.#extensions = extensions.map((extension) => {
			const own = contractOf(extension.document);
			return { contract: own, judge: new Judge(own, times.any), rows: extension.contract.operations };
		});
		this.#judge = dialect === "gitlab" ? new Judge(this.#contract, times.any) : judge;
	}

	judge(exchange: Exchange): void {
		const { request, response } = exchange;
		const { judge, declared, domain } = this.#declaring(request);
		// A 502, 503 or 504 can come from a proxy, which has its own format.
		if (!declared || exchange.isOfOtherRelease || [502, 503, 504].includes(response.status)) return;
		// The contract declares GraphQL by GET separately, but it is the same operation.
		const operation = isGraphql(request.url) ? "executeGraphql" : declared;
		const row =
			operation !== "executeGraphql" && Object.hasOwn(operations, operation) ? operations[operation] : undefined;
		const found = this.#found.get(operation) ?? { row, domain: row?.domain ?? domain, asked: 0, faults: new Map() };
		this.#found.set(operation, found);
		found.asked += 1;
		const type = response.headers.get("content-type");
		const { method, url } = request;
		const { status, text, wireText = text } = response;
		const onPage =
			row?.pagination?.styles.includes("offset") && method === "GET" && status === 200
				? pageFaults(url, response.headers, wireText, row.id)
				: [];
		for (const fault of [...judge.faultsOfResponse(method, url, status, type, wireText), ...onPage]) {
			const key = `${response.status} ${fault.kind} ${fault.message}`;
			if (!found.faults.has(key)) found.faults.set(key, { fault, exchange });
		}
	}

	/** Finds the contract that declares a request: an extension wins if its route has more fixed segments. */
	#declaring({ method, url }: Exchange["request"]): {
		judge: Judge;
		declared: WireOperation | undefined;
		domain: string;
	} {
		const own = this.#contract.operationOf(method, url);
		for (const { contract, judge, rows } of this.#extensions) {
			const other = contract.operationOf(method, url);
			if (!other || (own && own.fixed >= other.fixed)) continue;
			const { operationId } = other.operation;
			return { judge, declared: operationId, domain: rows[operationId]?.domain ?? "platform" };
		}
		return { judge: this.#judge, declared: own?.operation.operationId, domain: "graphql" };
	}

	/** Returns the results, for all operations that were called. */
	results(): Result[] {
		return [...this.#found].flatMap(([operation, found]) =>
			(["shape", "extra"] as const).map((kind): Result => {
				const { asked, faults } = found;
				const all = [...faults.values()].filter(({ fault }) => (fault.kind === "extra") === (kind === "extra"));
				const [worst] = [...all].sort((a, b) => Number(isAssumed(found, a)) - Number(isAssumed(found, b)));
				const title =
					kind === "shape"
						? `Every response of ${operation} matches the contract`
						: `No response of ${operation} has a field that is not in the contract`;
				const check = {
					id: `wire/${operation}/${kind}`,
					title,
					claims: [],
					level:
						kind === "extra"
							? all.some(({ fault }) => showsSecret(fault) || isOfFullRecord(operation, fault))
								? "MUST"
								: "SHOULD"
							: worst && isAssumed(found, worst)
								? "ASSUMED"
								: "MUST",
					phase: "wire",
					domain: found.domain,
					operations: [operation],
					effect: "reads",
				} satisfies Result["check"];
				if (!worst) return { check, verdict: "pass", milliseconds: 0 };
				const messages = all.slice(0, 5).map(({ fault }) => `${fault.message} (${fault.pointer})`);
				const more = all.length > 5 ? ` … and ${all.length - 5} more` : "";
				const reason = hideSecrets(`${messages.join("; ")}${more}, in ${asked} responses`);
				return { check, verdict: "fail", reason, evidence: worst.exchange, milliseconds: 0 };
			}),
		);
	}
}
